import type { Rank } from '../schema/rule.ts';
import { figureOf, type Judged } from './numbers.ts';

export interface Ranked {
  readonly position: number;
  readonly of: number;
  readonly value: number | null;
  readonly isTaken: boolean;
}

/** Equals rank by id. */
export function ranked(rank: Rank, matched: readonly Judged[]): ReadonlyMap<Judged, Ranked> {
  const groups = new Map<string, { readonly judged: Judged; readonly value: number | null }[]>();
  for (const judged of matched) {
    const { entity } = judged;
    const group =
      rank.within === 'scope'
        ? ''
        : rank.within === 'account'
          ? entity.account
          : `${entity.account} ${entity.parentId ?? ''}`;
    const members = groups.get(group) ?? [];
    members.push({ judged, value: figureOf(judged, rank.by).value });
    groups.set(group, members);
  }
  const result = new Map<Judged, Ranked>();
  for (const members of groups.values()) {
    const known = members.filter(({ value }) => value !== null || rank.missing === 'last');
    known.sort(
      (a, b) =>
        byValue(a.value, b.value, rank.order) ||
        compareText(a.judged.entity.id, b.judged.entity.id),
    );
    const places =
      known.length < rank.minMembers
        ? 0
        : 'count' in rank.take
          ? rank.take.count
          : Math.floor((known.length * rank.take.percent) / 100);
    known.forEach(({ judged, value }, i) => {
      result.set(judged, { position: i + 1, of: known.length, value, isTaken: i < places });
    });
    for (const { judged } of members)
      if (!result.has(judged))
        result.set(judged, {
          position: known.length + 1,
          of: known.length,
          value: null,
          isTaken: false,
        });
  }
  return result;
}

/** What has no value comes last, whatever the order. */
function byValue(a: number | null, b: number | null, order: Rank['order']): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
  return order === 'highest' ? b - a : a - b;
}

/** By code unit: the same everywhere. */
export const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
