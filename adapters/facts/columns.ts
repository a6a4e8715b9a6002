import { dayNumber } from '../../core/base/time/days.ts';
import type { Breakdown, Fact, FactEntity, FactMeasures, Measure } from '../../core/ports/facts.ts';
import { measures } from '../../core/ports/facts.ts';

/**
 * How facts are kept. Amounts are whole millionths, so that sums are exact and do not depend on the
 * order of the rows; impressions and clicks are whole by nature. Days are counted from 1970-01-01.
 */
export const columns: {
  readonly [M in Measure]: { readonly name: string; readonly scale: number };
} = {
  spend: { name: 'spend', scale: 1_000_000 },
  impressions: { name: 'impressions', scale: 1 },
  clicks: { name: 'clicks', scale: 1 },
  results: { name: 'results', scale: 1_000_000 },
  conversions: { name: 'conversions', scale: 1_000_000 },
  conversionValue: { name: 'conversion_value', scale: 1_000_000 },
  videoViews: { name: 'video_views', scale: 1 },
};

/** What rows of facts hold besides their keys, in the order of the tables. */
export const figureColumns: readonly string[] = [
  'spend',
  'impressions',
  'clicks',
  'results',
  'conversions',
  'conversion_value',
  'result_type',
  'video_views',
];

/** How many names of ads and the like one step of a removal takes away. */
export const NAMES_A_STEP = 2_000;

export const toStored = (measure: Measure, value = 0): number =>
  Math.round(value * columns[measure].scale);

/** The values of `figureColumns`. */
export const figuresOf = (fact: Fact, resultType: number): readonly number[] => [
  toStored('spend', fact.spend),
  toStored('impressions', fact.impressions),
  toStored('clicks', fact.clicks),
  toStored('results', fact.results),
  toStored('conversions', fact.conversions),
  toStored('conversionValue', fact.conversionValue),
  resultType,
  toStored('videoViews', fact.videoViews),
];

export const fromStored = (measure: Measure, stored: number): number =>
  stored / columns[measure].scale;

export function measuresFrom(stored: { readonly [column: string]: number }): FactMeasures {
  const sums: { [M in Measure]: number } = {
    spend: 0,
    impressions: 0,
    clicks: 0,
    results: 0,
    conversions: 0,
    conversionValue: 0,
    videoViews: 0,
  };
  for (const measure of measures)
    sums[measure] = fromStored(measure, stored[columns[measure].name] ?? 0);
  return sums;
}

/** One number for an account and a breakdown: rows of both kinds never meet. */
export const sourceOf = (account: number, breakdown: Breakdown): number =>
  account * 2 + (breakdown === 'country' ? 1 : 0);
export const accountOf = (source: number): number => Math.floor(source / 2);

/**
 * What `fact_entity` holds. The kind of a result is kept there too: it is a name that many rows
 * share.
 */
export const entityKinds = { campaignId: 1, adsetId: 2, adId: 3, result: 4 } as const;

export const entityColumns: { readonly [E in FactEntity]: string } = {
  campaignId: 'campaign',
  adsetId: 'adset',
  adId: 'ad',
};

/**
 * Each row once, the later one of equal keys, with the number of its day. Throws for what would
 * make reports wrong without anybody noticing: a programming error of whoever fetched the rows.
 */
export function checkedFacts(
  scope: { readonly from: string; readonly to: string; readonly breakdown: Breakdown },
  rows: readonly Fact[],
): { readonly facts: readonly Fact[]; readonly dayOf: ReadonlyMap<string, number> } {
  if (
    dayNumber(scope.from) === undefined ||
    dayNumber(scope.to) === undefined ||
    scope.from > scope.to
  )
    throw new TypeError(`${scope.from} to ${scope.to} is no range of days.`);
  const dayOf = new Map<string, number>();
  const byDay = new Map<string, Map<string, Fact>>();
  let count = 0;
  for (const row of rows) {
    let ofDay = byDay.get(row.day);
    if (ofDay === undefined) {
      const number = dayNumber(row.day);
      if (number === undefined || row.day < scope.from || row.day > scope.to)
        throw new TypeError(
          `The fact of ad ${row.adId} on ${row.day} lies outside ${scope.from} to ${scope.to}.`,
        );
      dayOf.set(row.day, number);
      ofDay = new Map();
      byDay.set(row.day, ofDay);
    }
    if ((row.country === '') !== (scope.breakdown === 'none'))
      throw new TypeError(
        `The fact of ad ${row.adId} on ${row.day} has the country "${row.country}" in breakdown ${scope.breakdown}.`,
      );
    for (const measure of measures)
      if (!Number.isFinite(row[measure] ?? 0))
        throw new TypeError(`${measure} of ad ${row.adId} on ${row.day} is no number.`);
    const before = ofDay.size;
    ofDay.set(row.country === '' ? row.adId : `${row.country}|${row.adId}`, row);
    count += ofDay.size - before;
  }
  const facts =
    count === rows.length ? rows : [...byDay.values()].flatMap((ofDay) => [...ofDay.values()]);
  return { facts, dayOf };
}
