import { simulations } from '../../adapters/sandbox/registry.ts';
import { type HeldLists, type HeldObject, type HeldStatus, heldObjects } from '../../adapters/sandbox/stage.ts';

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
  | { readonly is: 'copied'; readonly platform: string; readonly sourceId: string; readonly count: number }
  /** What fields of an object say. */
  | {
      readonly is: 'set';
      readonly kind: string;
      readonly id: string;
      readonly fields: { readonly [field: string]: string | number };
    }
  /** One object with these fields. */
  | { readonly is: 'one'; readonly kind: string; readonly fields: { readonly [field: string]: string | number } };

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
      heldObjects(simulation, lists, kind).map((each): Held => ({ ...each, platform: simulation.name, kind })),
    ),
  );

/**
 * Holds what the platforms have against what was wished. `known`: ad sets that are no copies. `copies`: what the service says it
 * has copied each source to.
 */
export function tallyOf(
  lists: HeldLists,
  cuts: readonly { readonly wishes: readonly Wish[] }[],
  { known, copies }: { readonly known: ReadonlySet<string>; readonly copies: ReadonlyMap<string, readonly string[]> },
): Tally {
  const held = heldBy(lists);
  const wishes = cuts.flatMap((cut) => cut.wishes);
  const twice: string[] = [];
  const lost: string[] = [];
  const expect = (what: string, count: number, wanted: number): void => {
    if (count > wanted) twice.push(`${what}: ${count} instead of ${wanted}`);
    if (count < wanted) lost.push(`${what}: ${count} instead of ${wanted}`);
  };
  const there = countOf(held.filter(({ name = '' }) => name.startsWith('Cut ')).map(nameOf));
  for (const wish of wishes) {
    if (wish.is === 'made') {
      expect(nameOf(wish), there.get(nameOf(wish)) ?? 0, 1);
      there.delete(nameOf(wish));
    } else if (wish.is === 'set') {
      const found = lists[wish.kind]?.find(({ id }) => id === wish.id);
      for (const [field, value] of Object.entries(wish.fields))
        if (found?.[field] !== value) lost.push(`${wish.kind} ${wish.id} ${field} is ${found?.[field]} instead of ${value}`);
    } else if (wish.is === 'one') {
      const alike = (lists[wish.kind] ?? []).filter((each) =>
        Object.entries(wish.fields).every(([name, value]) => each[name] === value),
      );
      expect(`${wish.kind} ${JSON.stringify(wish.fields)}`, alike.length, 1);
    } else for (const fault of copyFaults(held, wish, copies.get(wish.sourceId) ?? [])) lost.push(fault);
  }
  // Whatever else bears such a name was asked for by nobody.
  for (const [name, count] of there) twice.push(`${name}: ${count}, wished by nobody`);
  const reported = new Set([...copies.values()].flat());
  for (const { id, kind, name, status } of held)
    if (kind === 'adSet' && status !== 'DELETED' && !known.has(id) && !reported.has(id)) twice.push(`ad set ${id} ${name}`);
  return { wishes: wishes.length, twice, lost };
}

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
    held.filter(({ kind, parentId, status }) => kind === 'ad' && parentId === id && status !== 'DELETED').length;
  const standing = made.filter((id) => held.some((each) => each.kind === 'adSet' && each.id === id && each.status !== 'DELETED'));
  return [
    ...(new Set(standing).size === count ? [] : [`copies of ${sourceId}: ${standing.length} instead of ${count}`]),
    ...standing.flatMap((id) =>
      adsIn(id) === adsIn(sourceId) ? [] : [`copy ${id} holds ${adsIn(id)} ads instead of ${adsIn(sourceId)}`],
    ),
  ];
}
