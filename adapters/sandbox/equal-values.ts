import type { Entity, Json } from './entity.ts';

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
