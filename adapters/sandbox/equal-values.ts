import type { Json, JsonObject } from './world.ts';

/** Values remembered at a time. Those that many objects hold come again soon after they were forgotten. */
const MOST = 500;
/** Characters of a value that is remembered. */
const LONGEST = 10_000;

/**
 * Keeps one copy of lists and objects that many entities hold, such as the features of creatives: ten thousand creatives of
 * a launch say the same of sixty of them. Entities are never changed in place, so they can share.
 */
export function createEqualValues(): (entity: Entity) => Entity {
  const known = new Map<string, Json>();
  const shared = <T extends Json>(value: T): T => {
    if (typeof value !== 'object' || value === null) return value;
    const text = JSON.stringify(value);
    const found = known.get(text);
    // The same text is the same value.
    if (found !== undefined) return found as T;
    if (text.length > LONGEST) return value;
    if (known.size >= MOST) known.clear();
    known.set(text, value);
    return value;
  };
  return (entity) => ({
    ...entity,
    parents: shared(entity.parents),
    data: Object.fromEntries(Object.entries(entity.data).map(([name, value]) => [name, shared(value)])),
  });
}

/** One object as its platform holds it. Never changed in place: a change is a new value under the same id. */
export interface Entity {
  /** Unique in the whole world, whatever the kind. */
  readonly id: string;
  /** The platform's word for the collection it is counted in ('ads', 'adcreatives', …). */
  readonly kind: string;
  /** The seeded world it belongs to; a token opens exactly one. */
  readonly company: string;
  /** Ids of the objects it is listed under, the ad account first. */
  readonly parents: readonly string[];
  /** Milliseconds of simulated time. */
  readonly created: number;
  readonly updated: number;
  readonly data: JsonObject;
}
