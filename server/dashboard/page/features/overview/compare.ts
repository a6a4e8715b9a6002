import type { RowOf } from '../../base/api.ts';

export type AdDay = RowOf<'reports.query'>;

/** One day of an ad against what its results usually cost. */
export interface Judged {
  readonly ad: AdDay;
  readonly cost: number | undefined;
  readonly usual: number;
  /** Money above what as many results usually cost; below 0 it was cheaper. */
  readonly over: number;
}

/** Results of one kind in one currency, on the day and on an average day before. */
export interface Kind {
  readonly type: string;
  readonly currency: string;
  readonly spend: number;
  readonly results: number;
  readonly usualSpend: number;
  readonly usualResults: number;
}

type Told = Pick<Kind, 'spend' | 'results'>;

/** People reached are counted once, by the platform: those of ads and of days have no sum. */
const REACH = 'reach';

const keyOf = ({ accountId, adId }: AdDay): string => `${accountId} ${adId}`;

/**
 * Results of unlike kinds are never added, and each ad is held against itself: what it usually pays
 * for the same.
 */
export function compared(day: readonly AdDay[], before: readonly AdDay[], days: number) {
  const earlier = new Map(before.map((row) => [keyOf(row), row]));
  const kinds = new Map<string, Kind>();
  const add = (
    { currency, resultType: type, spend, results }: AdDay,
    sums: (kind: Kind, told: Told) => Partial<Kind>,
  ) => {
    if (currency == null || type == null || type === REACH || spend == null || results == null)
      return;
    const key = `${currency} ${type}`;
    const kind = kinds.get(key) ?? {
      type,
      currency,
      spend: 0,
      results: 0,
      usualSpend: 0,
      usualResults: 0,
    };
    kinds.set(key, { ...kind, ...sums(kind, { spend, results }) });
  };
  for (const row of day)
    add(row, (kind, told) => ({
      spend: kind.spend + told.spend,
      results: kind.results + told.results,
    }));
  for (const row of before)
    add(row, ({ usualSpend, usualResults }, { spend, results }) => ({
      usualSpend: usualSpend + spend / days,
      usualResults: usualResults + results / days,
    }));
  const judged = day.flatMap((ad): Judged[] => {
    const was = earlier.get(keyOf(ad));
    const usual = was?.costPerResult;
    // Results that are counted differently are not compared.
    if (usual == null || ad.spend == null || ad.results == null) return [];
    if (ad.resultType === REACH || was?.resultType === REACH) return [];
    if (ad.resultType != null && was?.resultType !== ad.resultType) return [];
    const cost = ad.results === 0 ? undefined : ad.spend / ad.results;
    return [{ ad, cost, usual, over: ad.spend - ad.results * usual }];
  });
  // Amounts of two currencies are not compared: the one that most ads are paid in comes first.
  const rank = (currency: string): number => -day.filter((row) => row.currency === currency).length;
  const found = [...kinds.values()]
    .filter(({ spend, usualSpend }) => spend + usualSpend > 0)
    .sort((a, b) => rank(a.currency) - rank(b.currency) || b.usualSpend - a.usualSpend);
  return { kinds: found, judged };
}

/**
 * The most money above what is usual, or below it; of currencies that cannot be compared, the one
 * with the most ads.
 */
export function outliers(
  judged: readonly Judged[],
  way: 'worst' | 'best',
  most: number,
): readonly Judged[] {
  const currencies = judged.map(({ ad }) => ad.currency);
  const times = (currency: unknown): number =>
    currencies.filter((each) => each === currency).length;
  const [main] = [...new Set(currencies)].sort((a, b) => times(b) - times(a));
  const sign = way === 'worst' ? 1 : -1;
  return judged
    .filter(({ ad, over }) => ad.currency === main && sign * over > 0)
    .sort((a, b) => sign * (b.over - a.over))
    .slice(0, most);
}
