import type { Entity, Json, JsonObject } from '../../entity.ts';
import { names } from '../../kit/names.ts';
import {
  accountOf,
  checkKnown,
  type Endpoints,
  invalid,
  isList,
  kinds,
  missing,
  newId,
  objectBody,
  oneOf,
  Refusal,
  required,
  requiredOneOf,
  type Turn,
} from '../wire.ts';
import { columnsIn, rangeOf } from './analytics.ts';
import { columnsOf, deliveredBy, grouped } from './delivery.ts';

/** Simulated time: work, and life of report and address. */
const takesMs = 5_000;
const lastsMs = 3_600_000;
const addressMs = 300_000;

const levels = ['ADVERTISER', 'CAMPAIGN', 'AD_GROUP', 'PIN_PROMOTION'] as const;
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
      if (requiredOneOf(params, 'level', levels) !== 'PIN_PROMOTION') throw invalid('only the level PIN_PROMOTION is simulated');
      if (required(params, 'granularity') !== 'DAY') throw invalid('only the granularity DAY is simulated');
      if (oneOf(params, 'report_format', ['JSON', 'CSV'] as const) !== 'JSON') throw invalid('only the format JSON is simulated');
      const atOnce = turn.fired.has('report-at-once');
      const report = turn.world.add({
        id: newId(turn.world),
        kind: kinds.report,
        company: turn.company,
        parents: [account.id],
        data: {
          ...range,
          columns: columnsIn(columns.map(String)),
          due: turn.fired.has('report-stuck') ? Number.MAX_SAFE_INTEGER : turn.world.now() + (atOnce ? 0 : takesMs),
          ...(turn.fired.has('report-failed') && { fails: true }),
        },
      });
      return { report_status: atOnce ? 'FINISHED' : 'IN_PROGRESS', token: tokenOf(report), message: '' };
    },
  },
  'GET ad_accounts/{account}/reports': {
    scopes: ['ads:read'],
    known: ['token'],
    run(turn) {
      const account = accountOf(turn);
      const token = required(turn.query, 'token');
      const report = turn.world.entities(kinds.report, account.id).find((each) => tokenOf(each) === token);
      if (report === undefined) return { report_status: 'DOES_NOT_EXIST', url: null, size: null };
      const report_status = statusOf(turn, report);
      if (report_status !== 'FINISHED') return { report_status, url: null, size: null };
      const url = `${turn.base}/files/reports/${report.id}?until=${turn.world.now() + addressMs}`;
      return { report_status, url, size: 1_000 };
    },
  },
};

const tokenOf = ({ id, company }: Entity): string => `report-${company.replace(/\W/g, '')}-${id}`;

function statusOf({ world, fired }: Turn, { data, created }: Entity): string {
  if (fired.has('report-expired') || world.now() - created > lastsMs) return 'EXPIRED';
  if (Number(data.due) > world.now()) return 'IN_PROGRESS';
  return data.fails === true ? 'FAILED' : 'FINISHED';
}

/** Rows by ad id. The address alone opens it, for five minutes. */
export function reportFile(turn: Turn, path: string): Json {
  const report = turn.world.get(/^reports\/(\d+)$/.exec(path)?.[1] ?? '');
  const account = turn.world.get(report?.parents[0] ?? '');
  if (report?.kind !== kinds.report || account === undefined) throw new Refusal(404, 'NoSuchKey');
  if (turn.world.now() > Number(turn.query.until ?? 0)) throw new Refusal(403, 'AccessDenied: Request has expired');
  const { from, to, columns } = report.data;
  const file: { [adId: string]: JsonObject[] } = {};
  const wanted = isList(columns) ? columns.map(String) : [];
  const groups = grouped(deliveredBy(turn, account, String(from), String(to)), ({ ad, day }) => `${ad.id} ${day}`);
  for (const [key, parts] of groups) {
    const [adId = '', DATE = ''] = key.split(' ');
    const rows = file[adId] ?? [];
    rows.push({ DATE, ...columnsOf(turn, parts, wanted) });
    file[adId] = rows;
  }
  return file;
}
