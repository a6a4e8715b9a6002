import type { JsonObject } from '../../adapters/sandbox/entity.ts';
import { simulations } from '../../adapters/sandbox/registry.ts';
import {
  type HeldLists,
  type HeldObject,
  type HeldStatus,
  heldObjects,
} from '../../adapters/sandbox/stage.ts';

type Kind = 'campaign' | 'adSet' | 'ad';

/** What the platforms are to hold in the end; `platform` is the name of a simulation. */
export type Wish =
  /** One object of that name, and where a status is named, in that status. */
  | {
      readonly is: 'made';
      readonly platform: string;
      readonly kind: Kind;
      readonly name: string;
      readonly parentId?: string;
      readonly status?: HeldStatus;
    }
  /** So many copies of an ad set, each with its ads. */
  | {
      readonly is: 'copied';
      readonly platform: string;
      readonly sourceId: string;
      readonly count: number;
    }
  /** What fields of an object say. */
  | {
      readonly is: 'set';
      readonly kind: string;
      readonly id: string;
      readonly fields: { readonly [field: string]: string | number };
    }
  /** One object with these fields. */
  | {
      readonly is: 'one';
      readonly kind: string;
      readonly fields: { readonly [field: string]: string | number };
    }
  | {
      readonly is: 'status';
      readonly platform: string;
      readonly kind: Kind;
      readonly id: string;
      readonly status: HeldStatus;
    }
  /** A conversion that is counted once, or of which the client is told that it may not be. */
  | { readonly is: 'event'; readonly id: string };

export interface Tally {
  readonly wishes: number;
  readonly twice: readonly string[];
  readonly lost: readonly string[];
}

interface Held extends HeldObject {
  readonly platform: string;
  readonly kind: Kind;
}

/** All objects of the platforms in the same words, deleted ones too. */
export const heldBy = (lists: HeldLists): readonly Held[] =>
  simulations.flatMap((simulation) =>
    (['campaign', 'adSet', 'ad'] as const).flatMap((kind) =>
      heldObjects(simulation, lists, kind).map(
        (each): Held => ({ ...each, platform: simulation.name, kind }),
      ),
    ),
  );

/** What only the service can tell. */
export interface Told {
  /** Copies of each source. */
  readonly copies: ReadonlyMap<string, readonly string[]>;
  /** Events that were refused, or that may not have been counted. */
  readonly failedEvents: ReadonlySet<string>;
}

interface Faults {
  readonly twice: string[];
  readonly lost: string[];
}

/** Holds what the platforms have against what was wished. `known`: ad sets that are no copies. */
export function tallyOf(
  lists: HeldLists,
  cuts: readonly { readonly wishes: readonly Wish[] }[],
  { copies, failedEvents }: Told,
  known: ReadonlySet<string>,
): Tally {
  const held = heldBy(lists);
  const wishes = cuts.flatMap((cut) => cut.wishes);
  const faults: Faults = { twice: [], lost: [] };
  const there = countOf(held.filter(({ name = '' }) => name.startsWith('Cut ')).map(nameOf));
  const events = new Map(
    (lists.conversion_events ?? []).map(({ event_id, counted }) => [event_id, Number(counted)]),
  );
  for (const wish of wishes)
    switch (wish.is) {
      case 'made':
        expectCount(faults, nameOf(wish), there.get(nameOf(wish)) ?? 0);
        there.delete(nameOf(wish));
        break;
      case 'set':
        for (const [field, value] of Object.entries(wish.fields)) {
          const is = lists[wish.kind]?.find(({ id }) => id === wish.id)?.[field];
          if (is !== value)
            faults.lost.push(`${wish.kind} ${wish.id} ${field}: ${is} instead of ${value}`);
        }
        break;
      case 'one':
        expectCount(
          faults,
          `${wish.kind} ${JSON.stringify(wish.fields)}`,
          alike(lists[wish.kind] ?? [], wish.fields),
        );
        break;
      case 'status': {
        const is = held.find(
          ({ platform, kind, id }) =>
            platform === wish.platform && kind === wish.kind && id === wish.id,
        )?.status;
        if (is !== wish.status) faults.lost.push(`${wish.kind} ${wish.id}: ${is}`);
        break;
      }
      case 'event':
        if ((events.get(wish.id) ?? 0) > 0 || !failedEvents.has(wish.id))
          expectCount(faults, `event ${wish.id}`, events.get(wish.id) ?? 0);
        break;
      case 'copied':
        faults.lost.push(...copyFaults(held, wish, copies.get(wish.sourceId) ?? []));
        break;
    }
  // Whatever else bears such a name was asked for by nobody.
  for (const [name, count] of there) faults.twice.push(`${name}: ${count}, wished by nobody`);
  const reported = new Set([...copies.values()].flat());
  for (const { id, kind, name, status } of held)
    if (kind === 'adSet' && status !== 'DELETED' && !known.has(id) && !reported.has(id))
      faults.twice.push(`ad set ${id} ${name}`);
  return { wishes: wishes.length, ...faults };
}

function expectCount({ twice, lost }: Faults, what: string, count: number): void {
  if (count > 1) twice.push(`${what}: ${count}`);
  if (count < 1) lost.push(what);
}

const alike = (objects: readonly JsonObject[], fields: JsonObject): number =>
  objects.filter((each) => Object.entries(fields).every(([name, value]) => each[name] === value))
    .length;

/** What is deleted is told apart, and does not count as there unless that is wished. */
const nameOf = ({
  platform,
  kind,
  name = '',
  parentId,
  status,
}: Pick<Held, 'platform' | 'kind' | 'name' | 'parentId' | 'status'>) =>
  `${platform} ${kind} ${name}${kind === 'ad' ? ` in ${parentId}` : ''}${status === 'DELETED' ? ', deleted' : ''}`;

function countOf(names: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

/** Each copy holds an ad for every ad of its source. */
function copyFaults(
  held: readonly Held[],
  { sourceId, count }: Extract<Wish, { is: 'copied' }>,
  made: readonly string[],
): string[] {
  const adsIn = (id: string): number =>
    held.filter(
      ({ kind, parentId, status }) => kind === 'ad' && parentId === id && status !== 'DELETED',
    ).length;
  const standing = made.filter((id) =>
    held.some((each) => each.kind === 'adSet' && each.id === id && each.status !== 'DELETED'),
  );
  return [
    ...(new Set(standing).size === count
      ? []
      : [`copies of ${sourceId}: ${standing.length} instead of ${count}`]),
    ...standing.flatMap((id) =>
      adsIn(id) === adsIn(sourceId)
        ? []
        : [`copy ${id} holds ${adsIn(id)} ads instead of ${adsIn(sourceId)}`],
    ),
  ];
}
