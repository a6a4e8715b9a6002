import { dayText, numberOf } from '../../core/base/time/days.ts';
import { type Fact, type FactLimits, measures } from '../../core/ports/facts.ts';
import { toStored } from './columns.ts';
import { areTooMany, firstKeptDay, nextThinning } from './vintages.ts';

/** A row as it was known until a moment; undefined where there was none. */
export interface Vintage {
  readonly key: string;
  readonly fact: Fact | undefined;
  readonly until: number;
}

interface Kept {
  readonly byDay: ReadonlyMap<string, readonly Fact[]>;
  readonly fetchedAt: ReadonlyMap<string, number>;
  readonly firstAt: Map<string, number>;
  readonly past: Map<string, Vintage[]>;
}

const keyOf = ({ campaignId, adsetId, adId, country }: Fact): string =>
  JSON.stringify([campaignId, adsetId, adId, country]);

const isEqual = (a: Fact, b: Fact): boolean =>
  (a.resultType ?? '') === (b.resultType ?? '') &&
  measures.every((measure) => toStored(measure, a[measure]) === toStored(measure, b[measure]));

/**
 * Keeps what a put of a day that was fetched before replaces. To be called before it is replaced.
 */
export function keepVintages(
  { byDay, past }: Kept,
  day: string,
  facts: readonly Fact[],
  until: number,
): void {
  const before = new Map((byDay.get(day) ?? []).map((fact) => [keyOf(fact), fact]));
  const after = new Map(facts.map((fact) => [keyOf(fact), fact]));
  const vintages = [...new Set([...before.keys(), ...after.keys()])].flatMap((key): Vintage[] => {
    const [was, is] = [before.get(key), after.get(key)];
    return was !== undefined && is !== undefined && isEqual(was, is)
      ? []
      : [{ key, fact: was, until }];
  });
  const known = past.get(day) ?? [];
  const isKnown = ({ key }: Vintage): boolean =>
    known.some((each) => each.key === key && each.until === until);
  past.set(day, [...known, ...vintages.filter((each) => !isKnown(each))]);
}

/** The rows of a day as they were known at a moment, or as they are. */
export function knownAt(
  { byDay, firstAt, past }: Kept,
  day: string,
  asOf: number | undefined,
): readonly Fact[] {
  const now = byDay.get(day) ?? [];
  if (asOf === undefined) return now;
  if ((firstAt.get(day) ?? 0) > asOf) return [];
  const earliest = new Map<string, Vintage>();
  for (const vintage of past.get(day) ?? [])
    if (
      vintage.until > asOf &&
      vintage.until < (earliest.get(vintage.key)?.until ?? Number.POSITIVE_INFINITY)
    )
      earliest.set(vintage.key, vintage);
  const replaced = [...earliest.values()].flatMap(({ fact }) => fact ?? []);
  return [...replaced, ...now.filter((fact) => !earliest.has(keyOf(fact)))];
}

/** The latest fetch of a day by a moment that found something new, or the first. */
export function fetchedBy(
  { firstAt, past }: Kept,
  day: string,
  last: number,
  asOf: number | undefined,
): number {
  if (asOf === undefined || last <= asOf) return last;
  const untils = (past.get(day) ?? []).map(({ until }) => until).filter((until) => until <= asOf);
  return untils.length === 0 ? (firstAt.get(day) ?? 0) : Math.max(...untils);
}

/** Forgets days and vintages before the limits. Answers how many days it was about. */
export function forgetSource(
  {
    byDay,
    fetchedAt,
    firstAt,
    past,
  }: Kept & { readonly byDay: Map<string, unknown>; readonly fetchedAt: Map<string, number> },
  { factsBefore = '', vintagesBefore = 0 }: FactLimits,
): number {
  let days = 0;
  for (const day of [...fetchedAt.keys()].filter((each) => each < factsBefore)) {
    for (const kept of [byDay, fetchedAt, firstAt, past]) kept.delete(day);
    days += 1;
  }
  for (const [day, rows] of past) {
    const staying = rows.filter(({ until }) => until > vintagesBefore);
    if (staying.length === rows.length) continue;
    past.set(day, staying);
    firstAt.set(day, Math.min(vintagesBefore, fetchedAt.get(day) ?? 0));
    days += 1;
  }
  return days;
}

/** Forgets some fetches where there are too many vintages. Answers whether it did. */
export function thinSource({ byDay, firstAt, past }: Kept, now: number): boolean {
  const first = dayText(firstKeptDay(now));
  const facts = [...byDay]
    .filter(([day]) => day >= first)
    .reduce((sum, [, rows]) => sum + rows.length, 0);
  const vintages = [...past.values()].reduce((sum, rows) => sum + rows.length, 0);
  if (!areTooMany(vintages, facts)) return false;
  const moments = [...past].map(([day, rows]) => ({
    day: numberOf(day),
    firstAt: firstAt.get(day) ?? 0,
    untils: [...new Set(rows.map(({ until }) => until))].sort((a, b) => a - b),
  }));
  const next = nextThinning(
    moments.filter(({ untils }) => untils.length > 0),
    now,
  );
  for (const { day: number, firstAt: begun, forget } of next) {
    const day = dayText(number);
    for (const { at, next: later } of forget) {
      const rows = past.get(day) ?? [];
      if (at === begun) {
        firstAt.set(day, later);
        past.set(
          day,
          rows.filter(({ until }) => until !== later),
        );
        continue;
      }
      const moved = new Set(rows.filter(({ until }) => until === at).map(({ key }) => key));
      past.set(
        day,
        rows
          .filter(({ key, until }) => until !== later || !moved.has(key))
          .map((row) => (row.until === at ? { ...row, until: later } : row)),
      );
    }
  }
  return next.length > 0;
}
