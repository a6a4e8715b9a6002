import { PlatformError } from '../../../../core/base/errors.ts';
import { addDays, dayAt, daysIn, monthEnd, splitRange } from '../../../../core/base/time/days.ts';
import { measures } from '../../../../core/ports/facts.ts';
import { harmlessTwice, orThrow } from '../../kit/calls.ts';
import { fromMicro } from '../../kit/currencies.ts';
import { asRow, chunks, numeric, rowsOf, said, text } from '../../kit/json.ts';
import { hasDelivered, type Window, windows } from '../../kit/report.ts';
import type {
  Access,
  Api,
  Clock,
  EntityType,
  Params,
  PartQuery,
  PartRow,
  ReachQuery,
  ReachRow,
  ReportCapability,
  ReportQuery,
  ReportRow,
  ReportRunState,
  ReportRuns,
  Row,
} from '../../types.ts';
import { allStatuses, nouns } from '../wire/values.ts';
import { listRows } from './entities.ts';
import { adOf, type Names, reportRow, rowColumns } from './report-row.ts';

/** Figures at once go back this far, and cover as many days at most. */
const daysAtOnce = 90;
const idsPerQuestion = 250;
const lookMs = 2_000;
const looks = 30;

const windowDays = [1, 7, 14, 30, 60];
const attributionWindows = { click: windowDays, view: windowDays };

/** Figures have days of UTC. */
const timezone = 'UTC';

export function createReport(api: Api & { readonly clock: Clock }): ReportCapability {
  const { calls, wire, clock } = api;
  const runs = createRuns(api, namesOf);
  return {
    // A click and an engagement count for up to 30 days.
    attributionDays: 30,
    timezone,
    async daily(access, query) {
      const oldest = oldestAtOnce();
      if (query.to < oldest) return ordered(access, query);
      const before =
        query.from < oldest ? await ordered(access, { ...query, to: addDays(oldest, -1) }) : [];
      return [
        ...before,
        ...(await atOnce(access, {
          from: query.from < oldest ? oldest : query.from,
          to: query.to,
        })),
      ];
    },
    reach,
    parts: {
      kinds: {},
      // A window of 0 days counts none of its kind. Results have no other window.
      windows: {
        ...attributionWindows,
        measures: measures.filter((each) => each !== 'results'),
        finest: 'ad',
        mostDays: daysAtOnce,
      },
      read: windowed,
    },
    runs,
  };

  function oldestAtOnce() {
    // A day less: the platform's clock may be on the next day.
    return addDays(dayAt(clock.now(), timezone), 1 - daysAtOnce);
  }

  async function atOnce(access: Access, range: Window, more: Params = {}) {
    const names = await namesOf(access);
    const rows: ReportRow[] = [];
    for (const window of windows(range.from, range.to, daysAtOnce))
      for (const row of await ask(access, 'ad', {
        ids: [...names.ads.keys()],
        ...window,
        granularity: 'DAY',
        columns: rowColumns,
        more,
      }))
        rows.push(reportRow(row, said(row.AD_ID), names));
    return rows.filter(hasDelivered);
  }

  async function windowed(
    access: Access,
    { window = {}, byDay, ...range }: PartQuery,
  ): Promise<readonly PartRow[]> {
    if (range.from < oldestAtOnce())
      throw tooLarge(
        `Attribution windows can be chosen for the last ${daysAtOnce - 1} days alone.`,
      );
    const { click = 0, view = 0 } = window;
    // An engagement (a save, a closer look) is an act as a click is.
    const params = {
      click_window_days: click,
      engagement_window_days: click,
      view_window_days: view,
    };
    const rows = await atOnce(access, range, params);
    return rows.map(({ country: _country, day, ...row }) => ({
      ...row,
      parts: {},
      day: byDay ? day : '',
    }));
  }

  async function ordered(access: Access, query: ReportQuery): Promise<readonly ReportRow[]> {
    const id = await runs.start(access, query);
    for (let look = 0; look < looks; look += 1) {
      const state = await runs.state(access, id);
      if (state.state === 'done') return runs.rows(access, id);
      if (state.state === 'failed') throw new PlatformError(state.failure);
      await clock.sleep(lookMs);
    }
    throw wire.error('transient', 'The platform has not finished the report yet.');
  }

  async function namesOf(access: Access): Promise<Names> {
    const read = async (type: EntityType) =>
      new Map(
        (await listRows(calls, access, type, { entity_statuses: allStatuses })).map((row) => [
          said(row.id),
          row,
        ]),
      );
    return {
      ads: await read('ad'),
      adSets: await read('adset'),
      campaigns: await read('campaign'),
    };
  }

  async function ask(
    access: Access,
    level: ReachQuery['level'],
    {
      ids,
      from,
      to,
      granularity,
      columns,
      more = {},
    }: Window & {
      readonly ids: readonly string[];
      readonly granularity: 'DAY' | 'TOTAL';
      readonly columns: readonly string[];
      readonly more?: Params | undefined;
    },
  ) {
    const account = `ad_accounts/${access.adAccountId}`;
    const path =
      level === 'account' ? `${account}/analytics` : `${account}/${nouns[level].path}/analytics`;
    const some: readonly Params[] =
      level === 'account'
        ? [{}]
        : chunks(ids, idsPerQuestion).map((part) => ({ [nouns[level].ids]: part }));
    const rows: Row[] = [];
    for (const filter of some) {
      const params = { start_date: from, end_date: to, granularity, columns, ...more, ...filter };
      rows.push(...rowsOf((await calls.answer(access, path, params)).data));
    }
    return rows;
  }

  /** Reach is never summed over time. */
  async function reach(access: Access, query: ReachQuery) {
    if (query.from < oldestAtOnce())
      throw tooLarge(`Reach can be asked for the last ${daysAtOnce - 1} days alone.`);
    const ids =
      query.level === 'account' ? [] : (query.entityIds ?? (await idsOf(access, query.level)));
    const columns = ['TOTAL_IMPRESSION_USER', 'TOTAL_IMPRESSION', 'SPEND_IN_MICRO_DOLLAR'];
    const granularity = query.by === 'day' ? 'DAY' : 'TOTAL';
    const rows: ReachRow[] = [];
    for (const window of rangesOf(query))
      for (const row of await ask(access, query.level, { ids, ...window, granularity, columns }))
        rows.push(reachRow(access, query, window, row));
    return rows.filter(hasDelivered);
  }

  async function idsOf(access: Access, type: EntityType) {
    return (await listRows(calls, access, type, { entity_statuses: allStatuses })).flatMap(
      (row) => text(row.id) ?? [],
    );
  }

  function rangesOf({ from, to, by }: ReachQuery) {
    if (by === 'month') return splitRange(from, to, monthEnd);
    if (daysIn(from, to) > daysAtOnce)
      throw tooLarge(`Reach can be asked for over ${daysAtOnce} days at most.`);
    return [{ from, to }];
  }

  function tooLarge(message: string) {
    return wire.error('too-large', message, 'Ask for fewer and later days.');
  }
}

const idColumns = {
  account: 'AD_ACCOUNT_ID',
  campaign: 'CAMPAIGN_ID',
  adset: 'AD_GROUP_ID',
  ad: 'AD_ID',
} as const;

function reachRow(
  { adAccountId }: Access,
  { level, by }: ReachQuery,
  window: Window,
  row: Row,
): ReachRow {
  const day = by === 'day' ? text(row.DATE)?.slice(0, 10) : undefined;
  const impressions = numeric(row.TOTAL_IMPRESSION) ?? 0;
  return {
    entityId: level === 'account' ? adAccountId : said(row[idColumns[level]]),
    from: day ?? window.from,
    to: day ?? window.to,
    // The platform withholds a reach that is missing beside impressions.
    reach: numeric(row.TOTAL_IMPRESSION_USER) ?? (impressions > 0 ? null : 0),
    impressions,
    spend: fromMicro(row.SPEND_IN_MICRO_DOLLAR) ?? 0,
  };
}

/** They go back 914 days and hold up to 186. */
function createRuns({ calls, wire }: Api, namesOf: (access: Access) => Promise<Names>): ReportRuns {
  return {
    async start(access, { from, to }) {
      const body = {
        start_date: from,
        end_date: to,
        granularity: 'DAY',
        level: 'PIN_PROMOTION',
        report_format: 'JSON',
        columns: ['AD_ID', 'AD_GROUP_ID', 'CAMPAIGN_ID', ...rowColumns],
      };
      // Ordering twice costs a call and nothing else.
      const token = text((await calls.write(access, pathOf(access), body, harmlessTwice)).token);
      if (token === undefined)
        throw wire.error('transient', 'The report was ordered without an id.');
      return token;
    },
    async state(access, runId) {
      return stateOf(await calls.read(access, pathOf(access), { token: runId }));
    },
    async rows(access, runId) {
      const report = await calls.read(access, pathOf(access), { token: runId });
      const url = text(report.url);
      if (url === undefined)
        throw new PlatformError(ended(text(report.report_status) ?? 'without an address'));
      const answer = orThrow(
        await wire.call(access, { method: 'GET', path: 'report file', url, anonymous: true }),
      );
      const names = await namesOf(access);
      return fileRows(answer.data, names);
    },
  };

  function stateOf(report: Row): ReportRunState {
    const status = said(report.report_status);
    if (status === 'FINISHED') return { state: 'done' };
    if (status === 'IN_PROGRESS') return { state: 'running', percent: 0 };
    return { state: 'failed', failure: ended(status) };
  }

  function ended(status: string) {
    const kind = status === 'DOES_NOT_EXIST' || status === 'EXPIRED' ? 'missing' : 'transient';
    return wire.fail(
      kind,
      `The report is not to be had: ${status}.`,
      'Nothing to do: it is ordered again.',
    );
  }
}

const pathOf = ({ adAccountId }: Access) => `ad_accounts/${adAccountId}/reports`;

/** A file holds rows, or lists of rows by id. */
function fileRows(file: unknown, names: Names): readonly ReportRow[] {
  const lists: readonly (readonly [string, readonly Row[]])[] = Array.isArray(file)
    ? [['', rowsOf(file)]]
    : Object.entries(asRow(file) ?? {}).map(([id, rows]) => [id, rowsOf(rows)] as const);
  return lists
    .flatMap(([id, rows]) => rows.map((row) => reportRow(row, adOf(row) ?? id, names)))
    .filter((row) => row.day !== '' && hasDelivered(row));
}
