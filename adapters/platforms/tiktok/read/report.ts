import { PlatformError } from '../../../../core/errors.ts';
import type { Access } from '../../../../core/ports/platform-accounts.ts';
import type { ReachQuery, ReachRow, ReportCapability, ReportRow } from '../../../../core/ports/platform-report.ts';
import { addDays, daysIn, monthEnd, splitRange } from '../../../../core/time/days.ts';
import type { Calls } from '../../kit/calls.ts';
import { at, numeric, type Row, rowsOf, text } from '../../kit/json.ts';
import { chunks, type Params } from '../../kit/params.ts';
import type { Api } from '../wire/client.ts';
import { idsPerFilter } from './accounts.ts';
import { reportRow, rowMetrics } from './report-row.ts';

/** The longest ranges the platform takes: by day, and without a division by time. */
const daysByDay = 30;
const daysAtOnce = 365;
const pageSize = 1_000;

const levels = {
  account: { level: 'AUCTION_ADVERTISER', id: 'advertiser_id', filter: undefined, status: undefined },
  campaign: { level: 'AUCTION_CAMPAIGN', id: 'campaign_id', filter: 'campaign_ids', status: 'campaign_status' },
  adset: { level: 'AUCTION_ADGROUP', id: 'adgroup_id', filter: 'adgroup_ids', status: 'adgroup_status' },
  ad: { level: 'AUCTION_AD', id: 'ad_id', filter: 'ad_ids', status: 'ad_status' },
} as const;

export function createReport({ calls, wire }: Api): ReportCapability {
  return {
    // A click counts for up to 28 days where the advertiser has chosen so.
    attributionDays: 28,
    async daily(access, { from, to, breakdown }) {
      const goals = await goalsOf(calls, access);
      const rows: ReportRow[] = [];
      for (const window of windows(from, to, daysByDay)) {
        const params = {
          data_level: levels.ad.level,
          dimensions: ['ad_id', 'stat_time_day', ...(breakdown === 'country' ? ['country_code'] : [])],
          metrics: rowMetrics,
          filtering: [inList('ad_status', ['STATUS_ALL'])],
        };
        for (const row of await read(access, params, window)) rows.push(reportRow(row, goals));
      }
      return rows.filter(({ impressions, spend }) => impressions > 0 || spend > 0);
    },
    reach: (access, query) => reach(access, query),
  };

  /** Every row of one question. The platform stops at 20,000 ads and says so in a header: then less must be asked for. */
  async function read(access: Access, params: Params, window: Window): Promise<readonly Row[]> {
    const rows: Row[] = [];
    for (let page = 1; ; page += 1) {
      const answer = await calls.answer(access, 'report/integrated/get/', {
        ...{ report_type: 'BASIC', service_type: 'AUCTION', ...params },
        ...{ start_date: window.from, end_date: window.to, page, page_size: pageSize },
      });
      if (answer.headers['x-tt-ads-throttle'] !== undefined)
        throw tooLarge('The platform reports on 20,000 ads at most at a time.');
      rows.push(...rowsOf(at(answer.data, 'list')));
      if (page >= (numeric(at(answer.data, 'page_info', 'total_page')) ?? 0)) return rows;
    }
  }

  /** People are never added up, neither over time nor over countries: of several countries together there is no reach. */
  async function reach(access: Access, query: ReachQuery): Promise<readonly ReachRow[]> {
    const { level, id, filter, status } = levels[query.level];
    const byCountry = query.countries !== undefined || query.breakdown === 'country';
    const some = query.entityIds === undefined || filter === undefined ? [undefined] : chunks(query.entityIds, idsPerFilter);
    const rows: ReachRow[] = [];
    for (const window of rangesOf(query))
      for (const ids of some) {
        const params = {
          data_level: level,
          dimensions: [id, ...(query.by === 'day' ? ['stat_time_day'] : []), ...(byCountry ? ['country_code'] : [])],
          metrics: ['reach', 'impressions', 'spend'],
          filtering: [
            ...(status === undefined ? [] : [inList(status, ['STATUS_ALL'])]),
            ...(ids === undefined || filter === undefined ? [] : [inList(filter, ids)]),
          ],
        };
        rows.push(...(await read(access, params, window)).map((row) => reachRow(row, id, query, window)));
      }
    const wanted = rows.filter(({ country }) => query.countries === undefined || query.countries.includes(country ?? ''));
    return query.breakdown === 'country' ? wanted : joined(wanted, (query.countries?.length ?? 1) > 1);
  }

  function rangesOf({ from, to, by }: ReachQuery): readonly Window[] {
    if (by === 'month') return splitRange(from, to, monthEnd);
    if (by === 'day') return windows(from, to, daysByDay);
    if (daysIn(from, to) > daysAtOnce) throw tooLarge(`Reach can be asked for over ${daysAtOnce} days at most.`);
    return [{ from, to }];
  }

  function tooLarge(message: string): PlatformError {
    return new PlatformError(wire.fail('too-large', message, 'Ask for fewer days.'));
  }
}

interface Window {
  readonly from: string;
  readonly to: string;
}

const windows = (from: string, to: string, days: number): readonly Window[] =>
  splitRange(from, to, (start) => addDays(start, days - 1));

/** A list inside a filter is JSON inside JSON. */
const inList = (field_name: string, values: readonly string[]): Params => ({
  field_name,
  filter_type: 'IN',
  filter_value: JSON.stringify(values),
});

/** What each ad group is after: its results are of that kind, and kinds are never added up. */
async function goalsOf(calls: Calls, access: Access): Promise<ReadonlyMap<string, string>> {
  const params = { filtering: { primary_status: 'STATUS_ALL' }, fields: ['adgroup_id', 'optimization_goal'] };
  const rows = await calls.list(access, 'adgroup/get/', params);
  return new Map(rows.map((row) => [text(row.adgroup_id) ?? '', text(row.optimization_goal) ?? '']));
}

function reachRow(row: Row, idField: string, query: ReachQuery, window: Window): ReachRow {
  const day = text(at(row, 'dimensions', 'stat_time_day'))?.slice(0, 10);
  const country = text(at(row, 'dimensions', 'country_code'));
  const figure = (name: string): number => numeric(at(row, 'metrics', name)) ?? 0;
  return {
    entityId: text(at(row, 'dimensions', idField)) ?? '',
    from: query.by === 'day' ? (day ?? window.from) : window.from,
    to: query.by === 'day' ? (day ?? window.to) : window.to,
    // A dash beside impressions is a figure withheld, not nobody.
    reach: numeric(at(row, 'metrics', 'reach')) ?? (figure('impressions') > 0 ? null : 0),
    impressions: figure('impressions'),
    spend: figure('spend'),
    ...(country !== undefined && { country }),
  };
}

function joined(rows: readonly ReachRow[], severalCountries: boolean): readonly ReachRow[] {
  const sums = new Map<string, ReachRow>();
  for (const { country: _country, ...row } of rows) {
    const key = `${row.entityId} ${row.from} ${row.to}`;
    const sum = sums.get(key);
    const reach = severalCountries || sum !== undefined ? null : row.reach;
    const [impressions, spend] = [sum?.impressions ?? 0, sum?.spend ?? 0];
    sums.set(key, { ...row, reach, impressions: impressions + row.impressions, spend: spend + row.spend });
  }
  return [...sums.values()].filter(({ impressions, spend }) => impressions > 0 || spend > 0);
}
