import { type CsvCell, recordsCsv } from '../../../core/sheet/csv.ts';
import type { InputOf } from '../../client/client.ts';
import type { Report } from './shapes.ts';

/** What a report is asked for. */
export interface Choice {
  readonly accounts: readonly string[];
  readonly from: string;
  readonly to: string;
  readonly by: string;
  readonly metric: string;
  readonly sort: string;
  readonly descending: boolean;
}

export const METRICS = ['spend', 'impressions', 'clicks', 'ctr', 'cpc', 'cpm', 'results', 'costPerResult'] as const;

/** Short enough for a tile and for the head of a column. */
export const LABELS: { readonly [metric: string]: string } = {
  spend: 'Spend',
  impressions: 'Impressions',
  clicks: 'Clicks',
  ctr: 'CTR',
  cpc: 'CPC',
  cpm: 'CPM',
  results: 'Results',
  costPerResult: 'CPA',
};

export const GROUPS: readonly (readonly [key: string, label: string, field: string])[] = [
  ['campaignName', 'Campaign', 'campaignName'],
  ['adsetName', 'Ad set', 'adsetName'],
  ['adId', 'Ad', 'adName'],
  ['accountId', 'Account', 'accountName'],
  ['day', 'Day', 'day'],
  ['week', 'Week', 'week'],
  ['country', 'Country', 'country'],
];

/** What a choice of period and grouping is called in an address. */
export function questionOf({ accounts, from, to, by, metric, sort, descending }: Choice): URLSearchParams {
  return new URLSearchParams({ accounts: accounts.join(','), from, to, by, metric, sort: `${sort}${descending ? '' : ' up'}` });
}

/** As far as an address says; what it does not say, or says wrongly, is left as it is. */
export function choiceIn(question: URLSearchParams, otherwise: Choice): Choice {
  const day = (name: 'from' | 'to'): string =>
    /^\d{4}-\d{2}-\d{2}$/.test(question.get(name) ?? '') ? (question.get(name) ?? '') : otherwise[name];
  const [sort, up] = (question.get('sort') ?? '').split(' ');
  const by = GROUPS.find(([key]) => key === question.get('by'))?.[0] ?? otherwise.by;
  return {
    accounts: (question.get('accounts') ?? '').split(',').filter(Boolean),
    from: day('from'),
    to: day('to'),
    by,
    metric: METRICS.find((each) => each === question.get('metric')) ?? otherwise.metric,
    ...(sort ? { sort, descending: up !== 'up' } : firstOrder(by)),
  };
}

/** Days and weeks stand in their own order; everything else begins with what cost most. */
export const firstOrder = (by: string): Pick<Choice, 'sort' | 'descending'> =>
  by === 'day' || by === 'week' ? { sort: by, descending: false } : { sort: 'spend', descending: true };

type Query = InputOf<'reports.query'>;

const query = ({ accounts, from, to }: Choice, more: Query): Query | undefined =>
  accounts.length === 0 ? undefined : { accountIds: accounts, startDate: from, endDate: to, metrics: METRICS, ...more };

export const totalsOf = (choice: Choice): Query | undefined => query(choice, { groupBy: 'platform' });

export const daysOf = (choice: Choice): Query | undefined =>
  query(choice, { groupBy: 'day', sortBy: 'day', sortDirection: 'ASC', limit: 400 });

/** @param apart rows of each account by themselves, where their currencies differ */
export const rowsOf = (choice: Choice, limit: number, apart: boolean, offset = 0): Query | undefined =>
  query(choice, {
    groupBy: apart && choice.by !== 'accountId' ? `${choice.by},accountId` : choice.by,
    sortBy: choice.sort,
    sortDirection: choice.descending ? 'DESC' : 'ASC',
    limit,
    ...(offset > 0 && { offset }),
  });

/** The table as a file, with every field the rows have. */
export const downloadCsv = (rows: Report['data'], name: string): void =>
  downloadText(recordsCsv(rows as readonly { readonly [field: string]: CsvCell }[]), name);

export function downloadText(text: string, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/csv' }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
