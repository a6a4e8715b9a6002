import type { MetricKey } from '../../../../../core/report/metrics.ts';
import { resultsInWords } from '../../../../../core/report/result-word.ts';
import { totalOf } from '../../../../../core/report/total.ts';
import { useResource } from '../../base/api.ts';
import { count, dayBefore, type FigureType, figure, share } from '../../base/words.ts';
import { DayChart } from '../../parts/chart.tsx';
import { type Choice, daysOf, shownMetrics, totalsOf } from './query.ts';

export type Row = { readonly [field: string]: string | number | null | undefined } & {
  readonly resultsByType?: { readonly [type: string]: number };
  readonly name?: { readonly [field: string]: string | null };
  readonly previous?: { readonly [metric: string]: number | null | undefined };
  readonly change?: { readonly [metric: string]: number | null | undefined };
};

export interface PartProps {
  choice: Choice;
  change: (some: Partial<Choice>) => void;
  about: (metric: string) => { readonly label: string; readonly type: FigureType };
}

/** Why a figure has no sum. */
const noSum = (metric: string): string =>
  metric === 'results' || metric === 'costPerResult'
    ? 'There is no sum: campaigns with different goals count different things as results. See the rows below.'
    : metric === 'reach' || metric === 'frequency'
      ? 'There is no sum: each platform counts people once, and some people are on several. See the rows below.'
      : 'There is no sum: what it is divided by is 0, or not told.';

/**
 * The totals of one platform, or sums of several where they can be added.
 *
 * @param apart currencies differ: amounts have none
 */
export function useTotals(choice: Choice, apart = false) {
  const asked = totalsOf(choice, apart);
  const { data } = useResource('reports.query', asked);
  const rows = (data?.data ?? []) as readonly Row[];
  const keys = (asked?.metrics ?? []) as readonly MetricKey[];
  const now = totalOf(keys, rows, !apart);
  // A platform that delivered nothing before counts as nothing; what was of several kinds stays
  // unknown.
  const earlier = rows.map(({ previous = {}, resultType }) => ({
    ...Object.fromEntries(
      keys.map((key) => [
        key,
        previous[key] ?? (key === 'results' || rows.length === 1 ? null : 0),
      ]),
    ),
    resultType,
  }));
  const before = totalOf(keys, earlier, !apart);
  const kinds = new Map<string, number>();
  for (const { resultType, results, resultsByType } of rows)
    for (const [type, number] of Object.entries(
      resultsByType ?? (resultType ? { [resultType]: Number(results ?? 0) } : {}),
    ))
      kinds.set(type, (kinds.get(type) ?? 0) + number);
  return {
    known: rows.length > 0,
    /** What results are, `27 purchases, 4 leads`. */
    kinds: Array.from(kinds, ([type, number]) => resultsInWords(type, number, count(number))),
    now: (metric: string) => numberOf(now[metric]),
    before: (metric: string) => numberOf(before[metric]),
  };
}

const numberOf = (value: unknown): number | null => (typeof value === 'number' ? value : null);

export const changeWords = (now: number | null, before: number | null): string | undefined =>
  now === null || before === null || before === 0 ? undefined : share((now - before) / before);

export function Figures({ choice, change, about, zone }: PartProps & { zone: string | undefined }) {
  const totals = useTotals(choice);
  const days = useResource('reports.query', daysOf(choice));
  const currency = days.data?.metadata.currency;
  const { label, type } = about(choice.metric);
  const rows = (days.data?.data ?? []) as readonly Row[];
  const points = rows.map((row) => ({
    day: String(row.day),
    value: numberOf(row[choice.metric]),
    ...(row.previous && { before: numberOf(row.previous[choice.metric]) }),
  }));
  const drawable = points.some(({ value }) => value !== null);
  return (
    <section class="card figures" aria-label="Figures">
      <fieldset class="tiles">
        <legend class="sr">Figure in the chart</legend>
        {shownMetrics(choice).map((metric) => {
          const changed =
            choice.compare === ''
              ? undefined
              : changeWords(totals.now(metric), totals.before(metric));
          return (
            <label
              key={metric}
              class={metric === choice.metric ? 'on' : ''}
              {...(totals.known && totals.now(metric) === null && { title: noSum(metric) })}
            >
              <input
                type="radio"
                name="metric"
                checked={metric === choice.metric}
                onChange={() => change({ metric })}
              />
              <span class="tile-name">{about(metric).label}</span>
              <span class="tile-value">
                {totals.known ? figure(totals.now(metric), about(metric).type, currency) : '–'}
              </span>
              {metric === 'results' && totals.kinds.length > 0 && (
                <span class="hint" title={totals.kinds.join(', ')}>
                  {totals.kinds.length === 1 ? totals.kinds[0] : `${totals.kinds.length} kinds`}
                </span>
              )}
              {changed !== undefined && (
                <span
                  class="hint"
                  title={`Before: ${figure(totals.before(metric), about(metric).type, currency)}`}
                >
                  {changed}
                </span>
              )}
            </label>
          );
        })}
      </fieldset>
      {days.problem ? (
        <p class="chart-place">–</p>
      ) : drawable ? (
        <DayChart
          points={points}
          label={`${label} by day`}
          unit={type === 'money' ? (currency ?? '') : type === 'percent' ? '%' : ''}
          today={dayBefore(0, zone)}
          whole={type === 'count'}
          format={(value) => figure(value, type, currency)}
        />
      ) : (
        <p class="chart-place">
          {days.loading
            ? 'Fetching…'
            : points.length > 0
              ? noSum(choice.metric)
              : 'Nothing was delivered in these days.'}
        </p>
      )}
    </section>
  );
}
