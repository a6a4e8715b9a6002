import { type MetricKey, measuresOf } from '../../../../../core/report/metrics.ts';
import type { InputOf } from '../../base/api.ts';
import { dayBefore } from '../../base/words.ts';
import type { KeptReport } from '../../parts/plug.ts';

/** Empty text: not asked for. */
export interface Choice {
  readonly accounts: readonly string[];
  readonly from: string;
  readonly to: string;
  readonly by: string;
  readonly second: string;
  readonly part: string;
  readonly window: string;
  readonly compare: string;
  readonly search: string;
  readonly metrics: readonly string[];
  readonly metric: string;
  readonly sort: string;
  readonly descending: boolean;
}

/** Short enough for a tile and the head of a column. */
export const LABELS: { readonly [metric: string]: string } = {
  spend: 'Spend',
  impressions: 'Impressions',
  clicks: 'Clicks',
  ctr: 'CTR',
  cpc: 'CPC',
  cpm: 'CPM',
  results: 'Results',
  costPerResult: 'CPA',
  conversions: 'Conversions',
  conversionValue: 'Value',
  roas: 'ROAS',
  reach: 'Reach',
  frequency: 'Frequency',
};

export const METRICS = Object.keys(LABELS);
const FIRST_METRICS = METRICS.slice(0, 8);

export const GROUPS: readonly (readonly [key: string, label: string, field: string])[] = [
  ['campaignName', 'Campaign', 'campaignName'],
  ['adsetName', 'Ad set', 'adsetName'],
  ['adId', 'Ad', 'adName'],
  ['accountId', 'Account', 'accountName'],
  ['platform', 'Platform', 'platform'],
  ['day', 'Day', 'day'],
  ['week', 'Week', 'week'],
  ['month', 'Month', 'month'],
  ['country', 'Country', 'country'],
];

/** A part of names that conventions read: `name.hook`. */
export const nameGroup = (field: string) =>
  [`name.${field}`, `${field} in the name`, `name.${field}`] as const;
const isNameGroup = (key: string): boolean => /^name\.\w{1,60}$/.test(key);

export const groupOf = (by: string) =>
  GROUPS.find(([key]) => key === by) ??
  (isNameGroup(by) ? nameGroup(by.slice('name.'.length)) : (['', by, by] as const));

export const PARTS: readonly (readonly [key: string, label: string])[] = [
  ['age', 'Age'],
  ['gender', 'Gender'],
  ['age,gender', 'Age and gender'],
  ['placement', 'Placement'],
  ['device', 'Device'],
  ['hour', 'Hour of the day'],
];

export const WINDOWS = ['1d_click', '7d_click', '28d_click', '1d_view', '7d_click,1d_view'];

export const isOffered = (
  offered: { readonly click: readonly number[]; readonly view: readonly number[] } | undefined,
  window: string,
): boolean =>
  offered !== undefined &&
  window
    .split(',')
    .every((part) =>
      offered[part.endsWith('view') ? 'view' : 'click'].includes(Number.parseInt(part, 10)),
    );

export const COMPARISONS = [
  ['previousPeriod', 'The period before'],
  ['previousYear', 'The same last year'],
] as const;

const texts = ['second', 'part', 'window', 'compare', 'search'] as const;

export function questionOf(choice: Choice): URLSearchParams {
  const { accounts, from, to, by, metric, metrics, sort, descending } = choice;
  const question = new URLSearchParams({ accounts: accounts.join(','), from, to, by, metric });
  question.set('sort', `${sort}${descending ? '' : ' up'}`);
  for (const name of texts) if (choice[name] !== '') question.set(name, choice[name]);
  if (metrics.join() !== FIRST_METRICS.join()) question.set('columns', metrics.join(','));
  return question;
}

/** Keeps the default for what the address does not say. */
export function choiceIn(
  question: URLSearchParams,
  otherwise: Pick<Choice, 'from' | 'to' | 'by'>,
): Choice {
  const day = (name: 'from' | 'to'): string =>
    /^\d{4}-\d{2}-\d{2}$/.test(question.get(name) ?? '')
      ? (question.get(name) ?? '')
      : otherwise[name];
  const known = (name: string, values: readonly string[]): string =>
    values.includes(question.get(name) ?? '') ? (question.get(name) ?? '') : '';
  const group = (name: 'by' | 'second'): string => {
    const key = question.get(name) ?? '';
    return isNameGroup(key) || GROUPS.some(([each]) => each === key) ? key : '';
  };
  const by = group('by') || otherwise.by;
  const columns = (question.get('columns') ?? '')
    .split(',')
    .filter((name) => METRICS.includes(name));
  const metrics = columns.length > 0 ? columns : FIRST_METRICS;
  const [sort, up] = (question.get('sort') ?? '').split(' ');
  return {
    accounts: (question.get('accounts') ?? '').split(',').filter(Boolean),
    from: day('from'),
    to: day('to'),
    by,
    second: group('second'),
    part: known(
      'part',
      PARTS.map(([key]) => key),
    ),
    window: known('window', WINDOWS),
    compare: known(
      'compare',
      COMPARISONS.map(([key]) => key),
    ),
    search: (question.get('search') ?? '').slice(0, 200),
    metrics,
    metric: known('metric', metrics) || (metrics[0] ?? 'spend'),
    ...(sort ? { sort, descending: up !== 'up' } : firstOrder(by)),
  };
}

/** Time is in its own order; everything else begins with the highest spend. */
export const firstOrder = (by: string): Pick<Choice, 'sort' | 'descending'> =>
  by === 'day' || by === 'week' || by === 'month'
    ? { sort: by, descending: false }
    : { sort: 'spend', descending: true };

/** Reach cannot be divided, and results have no other window. */
export function shownMetrics({
  metrics,
  part,
  window,
}: Pick<Choice, 'metrics' | 'part' | 'window'>): readonly string[] {
  const unknown = [
    ...(part + window === '' ? [] : ['reach', 'frequency']),
    ...(window === '' ? [] : ['results', 'costPerResult']),
  ];
  const shown = metrics.filter((name) => !unknown.includes(name));
  return window === '' || shown.some((name) => /^conv|^roas/.test(name))
    ? shown
    : [...shown, 'conversions', 'roas'];
}

export function fitting(choice: Choice): Choice {
  const shown = shownMetrics(choice);
  const [first = 'spend'] = shown;
  const isMetric = METRICS.includes(choice.sort);
  return {
    ...choice,
    metric: shown.includes(choice.metric) ? choice.metric : first,
    ...(isMetric && !shown.includes(choice.sort) && { sort: first, descending: true }),
    ...(choice.second === choice.by && { second: '' }),
  };
}

/** As saved reports call them. */
export const PERIODS = {
  today: 'Today',
  yesterday: 'Yesterday',
  last_7_days: 'Last 7 days',
  last_14_days: 'Last 14 days',
  last_30_days: 'Last 30 days',
  last_90_days: 'Last 90 days',
  this_month: 'This month',
  last_month: 'Last month',
} as const;
type Period = keyof typeof PERIODS;

export function daysIn(period: Period, zone?: string): Pick<Choice, 'from' | 'to'> {
  const [today, yesterday] = [dayBefore(0, zone), dayBefore(1, zone)];
  const days = /\d+/.exec(period)?.[0];
  if (days !== undefined) return { from: dayBefore(Number(days), zone), to: yesterday };
  if (period === 'today' || period === 'yesterday') {
    const day = period === 'today' ? today : yesterday;
    return { from: day, to: day };
  }
  const first = `${today.slice(0, 8)}01`;
  if (period === 'this_month') return { from: first, to: today };
  const last = new Date(Date.parse(first) - 86_400_000).toISOString().slice(0, 10);
  return { from: `${last.slice(0, 8)}01`, to: last };
}

export const periodOf = (
  { from, to }: Pick<Choice, 'from' | 'to'>,
  zone?: string,
): Period | undefined =>
  (Object.keys(PERIODS) as Period[]).find((period) => {
    const days = daysIn(period, zone);
    return days.from === from && days.to === to;
  });

type Query = InputOf<'reports.query'>;

/** What a saved report asks for. Its days are those of its period. */
export function choiceOf(saved: KeptReport, days: Pick<Choice, 'from' | 'to'>): Choice {
  const asked = saved.query;
  const list = (value: unknown): readonly string[] =>
    (Array.isArray(value) ? value : String(value ?? '').split(','))
      .map(String)
      .filter((each) => each !== '');
  const keys = list(asked.groupBy).map((key) =>
    key === 'ad' ? 'adId' : key.replace(/^(campaign|adset)(Id)?$/, '$1Name'),
  );
  const [by = 'campaignName', second = ''] = keys.filter((key) => groupOf(key)[0] !== '');
  const question = new URLSearchParams({
    accounts: list(asked.accountIds).join(','),
    from: String(asked.startDate ?? days.from),
    to: String(asked.endDate ?? days.to),
    by,
    second,
    part: list(asked.breakdowns).join(','),
    window: list(asked.attributionWindow).join(','),
    compare: String(asked.compareTo ?? ''),
    search: String(asked.q ?? ''),
    columns: list(asked.metrics).join(','),
    ...(asked.sortBy !== undefined && {
      sort: `${asked.sortBy}${asked.sortDirection === 'ASC' ? ' up' : ''}`,
    }),
  });
  return fitting(choiceIn(question, { ...days, by }));
}

function query(choice: Choice, more: Query): Query | undefined {
  const { accounts, from, to, window, compare, search } = choice;
  if (accounts.length === 0) return undefined;
  return {
    accountIds: accounts,
    startDate: from,
    endDate: to,
    metrics: shownMetrics(choice),
    ...(window !== '' && { attributionWindow: window }),
    ...(compare !== '' && { compareTo: compare as 'previousPeriod' | 'previousYear' }),
    ...(search.trim() !== '' && { q: search.trim() }),
    ...more,
  } as Query;
}

/**
 * With the measures that rates are made of.
 *
 * @param apart a row for each account, where currencies differ
 */
export const totalsOf = (choice: Choice, apart: boolean): Query | undefined => {
  const shown = shownMetrics(choice) as readonly MetricKey[];
  const metrics = [...new Set([...shown, ...shown.flatMap(measuresOf)])];
  return query(choice, {
    groupBy: apart ? 'accountId' : 'platform',
    metrics,
    limit: 1000,
  } as Query);
};

export const daysOf = (choice: Choice): Query | undefined =>
  query(choice, { groupBy: 'day', sortBy: 'day', sortDirection: 'ASC', limit: 400 });

/** @param apart a row for each account, where currencies differ */
export function rowsOf(
  choice: Choice,
  limit: number,
  apart: boolean,
  offset = 0,
): Query | undefined {
  const groups = [choice.by, choice.second, apart ? 'accountId' : ''].filter(
    (key, i, all) => key !== '' && all.indexOf(key) === i,
  );
  return query(choice, {
    groupBy: groups,
    ...(choice.part !== '' && { breakdowns: choice.part }),
    sortBy: choice.sort,
    sortDirection: choice.descending ? 'DESC' : 'ASC',
    limit,
    ...(offset > 0 && { offset }),
  });
}
