import { daysIn, monthEnd, splitRange } from '../../../../core/base/time/days.ts';
import type { Access } from '../../../../core/ports/platform-accounts.ts';
import type { ReachQuery, ReachRow, ReportCapability, ReportRow } from '../../../../core/ports/platform-report.ts';
import type { Api, Calls } from '../../kit/calls.ts';
import { at, chunks, numeric, type Row, said, text } from '../../kit/json.ts';
import { idsPerFilter } from './accounts.ts';
import { createParts } from './parts.ts';
import { createReader, daysAtOnce, daysByDay, inList, levels, tooLarge, type Window, windows } from './report-reader.ts';
import { reportRow, rowMetrics } from './report-row.ts';

export function createReport({ calls, wire }: Api): ReportCapability {
  const read = createReader({ calls, wire });
  return {
    // A click counts for up to 28 days where the advertiser has chosen so.
    attributionDays: 28,
    byCountry: true,
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
    parts: createParts(read),
  };

  /** Reach is never added up, over time or over countries. */
  async function reach(access: Access, query: ReachQuery) {
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

  function rangesOf({ from, to, by }: ReachQuery) {
    if (by === 'month') return splitRange(from, to, monthEnd);
    if (by === 'day') return windows(from, to, daysByDay);
    if (daysIn(from, to) > daysAtOnce) throw tooLarge(wire, `Reach can be asked for over ${daysAtOnce} days at most.`);
    return [{ from, to }];
  }
}

/** What the results of each ad group count: kinds are never added up. */
async function goalsOf(calls: Calls, access: Access) {
  const params = { filtering: { primary_status: 'STATUS_ALL' }, fields: ['adgroup_id', 'optimization_goal'] };
  const rows = await calls.list(access, 'adgroup/get/', params);
  return new Map(rows.map((row) => [said(row.adgroup_id), said(row.optimization_goal)]));
}

function reachRow(row: Row, idField: string, query: ReachQuery, window: Window): ReachRow {
  const day = text(at(row, 'dimensions', 'stat_time_day'))?.slice(0, 10);
  const country = text(at(row, 'dimensions', 'country_code'));
  const figure = (name: string): number => numeric(at(row, 'metrics', name)) ?? 0;
  return {
    entityId: said(row, 'dimensions', idField),
    from: query.by === 'day' ? (day ?? window.from) : window.from,
    to: query.by === 'day' ? (day ?? window.to) : window.to,
    // The platform withholds a reach that is a dash beside impressions.
    reach: numeric(at(row, 'metrics', 'reach')) ?? (figure('impressions') > 0 ? null : 0),
    impressions: figure('impressions'),
    spend: figure('spend'),
    ...(country !== undefined && { country }),
  };
}

function joined(rows: readonly ReachRow[], severalCountries: boolean) {
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
