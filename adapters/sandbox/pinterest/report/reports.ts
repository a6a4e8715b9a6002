import { addDays, dayOf, daysBetween, isDay } from '../../kit/calendar.ts';
import { grouped } from '../../kit/delivery.ts';
import { within } from '../../kit/json.ts';
import { choices, names } from '../../kit/names.ts';
import type { Entity, Json, JsonObject, Table } from '../../types.ts';
import {
  accountOf,
  checkKnown,
  type Endpoint,
  type Endpoints,
  invalid,
  isList,
  isObject,
  kinds,
  many,
  missing,
  newId,
  objectBody,
  oneOf,
  Refusal,
  required,
  requiredOneOf,
  type Turn,
  words,
} from '../wire.ts';
import { columnNames, columnsOf, deliveredBy, usual } from './delivery.ts';

/** Simulated time: work, and life of report and address. */
const takesMs = 5_000;
const lastsMs = 3_600_000;
const addressMs = 300_000;

/** Whose figures a row adds up. */
const idsOf: Table<(ad: Entity) => string> = {
  ADVERTISER: ({ parents }) => parents[0] ?? '',
  CAMPAIGN: ({ data }) => words(data.campaign_id),
  AD_GROUP: ({ data }) => words(data.ad_group_id),
  PIN_PROMOTION: ({ id }) => id,
};
const filters: Table<string> = {
  campaign_ids: 'CAMPAIGN',
  ad_group_ids: 'AD_GROUP',
  ad_ids: 'PIN_PROMOTION',
};
const fields = names(`
  start_date end_date granularity level columns report_format campaign_ids ad_group_ids ad_ids click_window_days
  engagement_window_days view_window_days conversion_report_time
`);

export const reportEndpoints: Endpoints = {
  'POST ad_accounts/{account}/reports': {
    scopes: ['ads:read'],
    known: [],
    run(turn) {
      const account = accountOf(turn);
      const params = objectBody(turn);
      checkKnown(params, fields);
      const { columns } = params;
      if (!isList(columns) || columns.length === 0) throw missing('columns');
      const range = rangeOf({ world: turn.world, query: params }, 914, 186);
      const level = requiredOneOf(params, 'level', Object.keys(idsOf));
      const wanted = Object.keys(filters).flatMap((name) =>
        isList(params[name]) ? [[name, params[name]] as const] : [],
      );
      if (required(params, 'granularity') !== 'DAY')
        throw invalid('only the granularity DAY is simulated');
      if (oneOf(params, 'report_format', ['JSON', 'CSV']) !== 'JSON')
        throw invalid('only the format JSON is simulated');
      const atOnce = turn.fired.has('report-at-once');
      const report = turn.world.add({
        id: newId(turn.world),
        kind: kinds.report,
        ...within(account),
        data: {
          ...range,
          level,
          filters: Object.fromEntries(wanted),
          columns: columnsIn(columns.map(String)),
          due: turn.fired.has('report-stuck')
            ? Number.MAX_SAFE_INTEGER
            : turn.world.now() + (atOnce ? 0 : takesMs),
          ...(turn.fired.has('report-failed') && { fails: true }),
        },
      });
      return {
        report_status: atOnce ? 'FINISHED' : 'IN_PROGRESS',
        token: tokenOf(report),
        message: '',
      };
    },
  },
  'GET ad_accounts/{account}/reports': {
    scopes: ['ads:read'],
    known: ['token'],
    run(turn) {
      const account = accountOf(turn);
      const token = required(turn.query, 'token');
      const report = turn.world
        .entities(kinds.report, account.id)
        .find((each) => tokenOf(each) === token);
      if (report === undefined) return { report_status: 'DOES_NOT_EXIST', url: null, size: null };
      const report_status = statusOf(turn, report);
      if (report_status !== 'FINISHED') return { report_status, url: null, size: null };
      const url = `${turn.base}/files/reports/${report.id}?until=${turn.world.now() + addressMs}`;
      return { report_status, url, size: 1_000 };
    },
  },
};

const tokenOf = ({ id, company }: Entity) => `report-${company.replace(/\W/g, '')}-${id}`;

function statusOf({ world, fired }: Turn, { data, created }: Entity) {
  if (fired.has('report-expired') || world.now() - created > lastsMs) return 'EXPIRED';
  if (Number(data.due) > world.now()) return 'IN_PROGRESS';
  return data.fails === true ? 'FAILED' : 'FINISHED';
}

/** By id of the level. The address alone opens it, for five minutes. */
export function reportFile(turn: Turn, path: string): Json {
  const report = turn.world.get(/^reports\/(\d+)$/.exec(path)?.[1] ?? '');
  const account = turn.world.get(report?.parents[0] ?? '');
  if (report?.kind !== kinds.report || account === undefined) throw new Refusal(404, 'NoSuchKey');
  if (turn.world.now() > Number(turn.query.until ?? 0))
    throw new Refusal(403, 'AccessDenied: Request has expired');
  const { from, to, columns, level, filters: given } = report.data;
  const file: { [id: string]: JsonObject[] } = {};
  const wanted = isList(columns) ? columns.map(String) : [];
  const idOf = (ad: Entity, of = words(level)) => idsOf[of]?.(ad) ?? '';
  const isAsked = (ad: Entity) =>
    !isObject(given) ||
    Object.entries(given).every(
      ([name, ids]) => isList(ids) && ids.includes(idOf(ad, filters[name])),
    );
  const parts = deliveredBy(turn, account, String(from), String(to)).filter(({ ad }) =>
    isAsked(ad),
  );
  for (const [key, some] of grouped(parts, ({ ad, day }) => `${idOf(ad)} ${day}`)) {
    const [id = '', DATE = ''] = key.split(' ');
    const rows = file[id] ?? [];
    rows.push({ DATE, ...columnsOf(turn, some, wanted) });
    file[id] = rows;
  }
  return file;
}

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
  readonly idOf: ((ad: Entity) => string) | undefined;
}

const analytics = ({ column, ids, idOf = () => '' }: AnalyticsLevel): Endpoint => ({
  scopes: ['ads:read'],
  known: [
    'start_date',
    'end_date',
    'columns',
    'granularity',
    ...Object.keys(options),
    ...(ids === undefined ? [] : [ids]),
  ],
  run(turn) {
    const account = accountOf(turn);
    const wanted = ids === undefined ? undefined : many(turn, ids, 250);
    if (ids !== undefined && wanted === undefined) throw missing(ids);
    for (const [name, values] of Object.entries(options)) oneOf<string>(turn.query, name, values);
    const columns = columnsIn(required(turn.query, 'columns').split(','));
    const granularity = required(turn.query, 'granularity');
    oneOf(turn.query, 'granularity', ['TOTAL', 'DAY', 'HOUR', 'WEEK', 'MONTH']);
    if (granularity !== 'TOTAL' && granularity !== 'DAY')
      throw invalid(`granularity ${granularity} is not simulated`);
    const { from, to } = rangeOf(turn, most, most);
    const { click_window_days: click = usual.click, view_window_days: view = usual.view } =
      turn.query;
    const attribution = { click: Number(click), view: Number(view) };
    const parts = deliveredBy(turn, account, from, to).filter(
      ({ ad }) => wanted === undefined || wanted.includes(idOf(ad)),
    );
    const groups = grouped(
      parts,
      ({ ad, day }) => `${idOf(ad)} ${granularity === 'DAY' ? day : ''}`,
    );
    return [...groups].map(([key, some]) => {
      const [id = '', day = ''] = key.split(' ');
      return {
        [column]: id,
        ...(day !== '' && { DATE: day }),
        ...columnsOf(turn, some, columns, attribution),
      };
    });
  },
});

export const analyticsEndpoints: Endpoints = {
  'GET ad_accounts/{account}/analytics': analytics({
    column: 'AD_ACCOUNT_ID',
    idOf: idsOf.ADVERTISER,
  }),
  'GET ad_accounts/{account}/campaigns/analytics': analytics({
    column: 'CAMPAIGN_ID',
    ids: 'campaign_ids',
    idOf: idsOf.CAMPAIGN,
  }),
  'GET ad_accounts/{account}/ad_groups/analytics': analytics({
    column: 'AD_GROUP_ID',
    ids: 'ad_group_ids',
    idOf: idsOf.AD_GROUP,
  }),
  'GET ad_accounts/{account}/ads/analytics': analytics({
    column: 'AD_ID',
    ids: 'ad_ids',
    idOf: idsOf.PIN_PROMOTION,
  }),
};

function columnsIn(names: readonly string[]): readonly string[] {
  const unknown = names.find((name) => !columnNames.includes(name));
  if (unknown !== undefined) throw invalid(`'columns': '${unknown}' is not a column`);
  return names;
}

/** UTC, within the platform's bounds. */
function rangeOf(
  turn: Pick<Turn, 'world'> & { readonly query: Parameters<typeof required>[0] },
  back: number,
  long: number,
): { readonly from: string; readonly to: string } {
  const from = required(turn.query, 'start_date');
  const to = required(turn.query, 'end_date');
  if (!isDay(from) || !isDay(to))
    throw invalid("'start_date' and 'end_date' must be in the format YYYY-MM-DD");
  if (to < from) throw invalid("'end_date' is before 'start_date'");
  if (from < addDays(dayOf(turn.world.now(), 'UTC'), -back))
    throw invalid(`'start_date' is more than ${back} days ago`);
  if (daysBetween(from, to) + 1 > long) throw invalid(`the range is longer than ${long} days`);
  return { from, to };
}
