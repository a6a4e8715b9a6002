import { type Metric, type MetricKey, metrics } from './metrics.ts';

type Row = { readonly [field: string]: unknown };

/**
 * The figures of rows together, which need the measures of their metrics: sums, and rates of sums.
 * Null where no honest number exists: amounts of several currencies, people reached, results of
 * several kinds; `mixedResults` then says so.
 */
export function totalOf(
  wanted: readonly MetricKey[],
  rows: readonly Row[],
  isOneCurrency: boolean,
): Row {
  const [only] = rows;
  const kinds = kindsOf(rows);
  const [kind = ''] = kinds;
  // People reached, also as results, are counted once, by the platform.
  const areAlike = kinds.size === 0 || (kinds.size === 1 && kind !== '' && kind !== 'reach');
  const sum = (key: MetricKey): number | null => {
    if (!isOneCurrency && metrics[key].type === 'money') return null;
    if (key === 'results' && !areAlike) return null;
    return rows.reduce<number | null>(
      (so, { [key]: value }) => (so === null || typeof value !== 'number' ? null : so + value),
      0,
    );
  };
  const figureOf = (key: MetricKey): number | null => {
    const { made }: Metric = metrics[key];
    if (made.from === 'sum') return sum(made.measure);
    if (made.from !== 'ratio') return null;
    const [of, per] = [sum(made.of), sum(made.per)];
    return of === null || per === null || per === 0 ? null : (of * made.times) / per;
  };
  const asksResults = wanted.some((key) => metrics[key].needs === 'results');
  return {
    ...Object.fromEntries(
      wanted.map((key) => [key, (rows.length === 1 ? only?.[key] : undefined) ?? figureOf(key)]),
    ),
    ...(asksResults && kinds.size === 1 && { resultType: kind }),
    ...(asksResults && rows.length > 1 && sum('results') === null && { mixedResults: true }),
  };
}

/** What the results of rows count; an empty text where that is not told. */
function kindsOf(rows: readonly Row[]): ReadonlySet<string> {
  const kinds = rows.map(({ resultType, results }) =>
    resultType ? String(resultType) : results ? '' : undefined,
  );
  return new Set(kinds.filter((kind) => kind !== undefined));
}
