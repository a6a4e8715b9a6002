import type { Entity } from '../../entity.ts';
import { addDays, dayOf, daysBetween, isDay } from '../../kit/calendar.ts';
import { choices } from '../../kit/names.ts';
import { accountOf, type Endpoint, type Endpoints, invalid, many, missing, oneOf, required, type Turn, words } from '../wire.ts';
import { columnNames, columnsOf, deliveredBy, grouped, usual } from './delivery.ts';

const windows = choices('0 1 7 14 30 60');
const options = {
  click_window_days: windows,
  engagement_window_days: windows,
  view_window_days: windows,
  conversion_report_time: ['TIME_OF_AD_ACTION', 'TIME_OF_CONVERSION'],
  reporting_timezone: ['PINTEREST_TIME_ZONE', 'AD_ACCOUNT_TIME_ZONE'],
} as const;

/** Days back, and days at a time. */
const most = 90;

interface AnalyticsLevel {
  /** Its id. */
  readonly column: string;
  /** Absent for the account. */
  readonly ids?: string;
  idOf(ad: Entity): string;
}

const analytics = ({ column, ids, idOf }: AnalyticsLevel): Endpoint => ({
  scopes: ['ads:read'],
  known: ['start_date', 'end_date', 'columns', 'granularity', ...Object.keys(options), ...(ids === undefined ? [] : [ids])],
  run(turn) {
    const account = accountOf(turn);
    const wanted = ids === undefined ? undefined : many(turn, ids, 250);
    if (ids !== undefined && wanted === undefined) throw missing(ids);
    for (const [name, values] of Object.entries(options)) oneOf<string>(turn.query, name, values);
    const columns = columnsIn(required(turn.query, 'columns').split(','));
    const granularity = required(turn.query, 'granularity');
    oneOf(turn.query, 'granularity', ['TOTAL', 'DAY', 'HOUR', 'WEEK', 'MONTH'] as const);
    if (granularity !== 'TOTAL' && granularity !== 'DAY') throw invalid(`granularity ${granularity} is not simulated`);
    const { from, to } = rangeOf(turn, most, most);
    const { click_window_days: click = usual.click, view_window_days: view = usual.view } = turn.query;
    const attribution = { click: Number(click), view: Number(view) };
    const parts = deliveredBy(turn, account, from, to).filter(({ ad }) => wanted === undefined || wanted.includes(idOf(ad)));
    const groups = grouped(parts, ({ ad, day }) => `${idOf(ad)} ${granularity === 'DAY' ? day : ''}`);
    return [...groups].map(([key, some]) => {
      const [id = '', day = ''] = key.split(' ');
      return { [column]: id, ...(day !== '' && { DATE: day }), ...columnsOf(turn, some, columns, attribution) };
    });
  },
});

export const analyticsEndpoints: Endpoints = {
  'GET ad_accounts/{account}/analytics': analytics({ column: 'AD_ACCOUNT_ID', idOf: ({ parents }) => parents[0] ?? '' }),
  'GET ad_accounts/{account}/campaigns/analytics': analytics({
    column: 'CAMPAIGN_ID',
    ids: 'campaign_ids',
    idOf: ({ data }) => words(data.campaign_id),
  }),
  'GET ad_accounts/{account}/ad_groups/analytics': analytics({
    column: 'AD_GROUP_ID',
    ids: 'ad_group_ids',
    idOf: ({ data }) => words(data.ad_group_id),
  }),
  'GET ad_accounts/{account}/ads/analytics': analytics({ column: 'AD_ID', ids: 'ad_ids', idOf: ({ id }) => id }),
};

export function columnsIn(names: readonly string[]): readonly string[] {
  const unknown = names.find((name) => !columnNames.includes(name));
  if (unknown !== undefined) throw invalid(`'columns': '${unknown}' is not a column`);
  return names;
}

/** UTC, within the platform's bounds. */
export function rangeOf(
  turn: Pick<Turn, 'world'> & { readonly query: Parameters<typeof required>[0] },
  back: number,
  long: number,
): { readonly from: string; readonly to: string } {
  const from = required(turn.query, 'start_date');
  const to = required(turn.query, 'end_date');
  if (!isDay(from) || !isDay(to)) throw invalid("'start_date' and 'end_date' must be in the format YYYY-MM-DD");
  if (to < from) throw invalid("'end_date' is before 'start_date'");
  if (from < addDays(dayOf(turn.world.now(), 'UTC'), -back)) throw invalid(`'start_date' is more than ${back} days ago`);
  if (daysBetween(from, to) + 1 > long) throw invalid(`the range is longer than ${long} days`);
  return { from, to };
}
