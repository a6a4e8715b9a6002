import { type Entity, FIGURES, type Figure, type Figures } from './data.ts';

export interface Summary {
  /** Sums of one currency, and ratios of them. */
  readonly totals: Figures;
  /** Results of each kind: those of different kinds have no sum. */
  readonly kinds: ReadonlyMap<string, number>;
  /** By currency. */
  readonly largest: ReadonlyMap<string, { readonly [F in Figure]: number }>;
}

const NONE = Object.fromEntries(FIGURES.map((name) => [name, 0])) as {
  readonly [F in Figure]: number;
};

/** What a table says of all its rows, in one pass. */
export function summaryOf(rows: readonly Pick<Entity, 'account' | 'figures'>[]): Summary {
  const sum = { ...NONE };
  const kinds = new Map<string, number>();
  const goals = new Set<string>();
  const byCurrency = new Map<string, { [F in Figure]: number }>();
  for (const { figures, account } of rows) {
    const largest = byCurrency.get(account.currency) ?? { ...NONE };
    byCurrency.set(account.currency, largest);
    for (const name of FIGURES) {
      const value = figures[name] ?? 0;
      sum[name] += value;
      if (value > largest[name]) largest[name] = value;
    }
    const { results, resultType = '' } = figures;
    if (resultType !== '') goals.add(resultType);
    if (results) kinds.set(resultType, (kinds.get(resultType) ?? 0) + results);
  }
  return {
    totals: totalsOf(sum, kinds, goals.size < 2 && !(rows.length > 1 && goals.has('reach'))),
    kinds,
    largest: byCurrency,
  };
}

/**
 * @param isOneGoal what was spent was spent on one kind of results, which can be added: people
 * reached cannot
 */
function totalsOf(
  sum: { readonly [F in Figure]: number },
  kinds: Summary['kinds'],
  isOneGoal: boolean,
): Figures {
  const { spend, impressions, clicks, conversions, conversionValue } = sum;
  const by = (of: number, per: number, times = 1): number | null =>
    per === 0 ? null : (times * of) / per;
  const [[resultType, results] = []] = kinds;
  // One kind: what was spent on it is what its rows and those without a result spent.
  const one =
    isOneGoal && kinds.size === 1 && resultType && results
      ? { results, resultType, costPerResult: by(spend, results) }
      : {};
  return {
    spend,
    impressions,
    clicks,
    conversions,
    conversionValue,
    ctr: by(clicks, impressions, 100),
    cpc: by(spend, clicks),
    cpm: by(spend, impressions, 1000),
    roas: by(conversionValue, spend),
    ...one,
  };
}
