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
  ctr: 'Click rate',
  cpc: 'Per click',
  cpm: 'Per 1,000',
  results: 'Results',
  costPerResult: 'Per result',
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

type Query = InputOf<'reports.query'>;

const query = ({ accounts, from, to }: Choice, more: Query): Query | undefined =>
  accounts.length === 0 ? undefined : { accountIds: accounts, startDate: from, endDate: to, metrics: METRICS, ...more };

export const totalsOf = (choice: Choice): Query | undefined => query(choice, { groupBy: 'platform' });

export const daysOf = (choice: Choice): Query | undefined =>
  query(choice, { groupBy: 'day', sortBy: 'day', sortDirection: 'ASC', limit: 400 });

/** @param apart rows of each account by themselves, where their currencies differ */
export const rowsOf = (choice: Choice, limit: number, apart: boolean): Query | undefined =>
  query(choice, {
    groupBy: apart && choice.by !== 'accountId' ? `${choice.by},accountId` : choice.by,
    sortBy: choice.sort,
    sortDirection: choice.descending ? 'DESC' : 'ASC',
    limit,
  });

/** The table as a file, with every field the rows have. */
export const downloadCsv = (report: Report, name: string): void =>
  downloadText(recordsCsv(report.data as readonly { readonly [field: string]: CsvCell }[]), name);

export function downloadText(text: string, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/csv' }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
