import { measures } from '../../../../core/ports/facts.ts';
import { at, chunks, numeric, partValue, rowsOf, said, text } from '../../kit/json.ts';
import { hasDelivered, reachRanges, type Window, windows } from '../../kit/report.ts';
import type {
  Access,
  Api,
  Calls,
  Params,
  PartKind,
  PartQuery,
  PartRow,
  ReachQuery,
  ReachRow,
  ReportCapability,
  ReportPart,
  ReportParts,
  ReportRow,
  Row,
} from '../../types.ts';
import { reportRow, rowMetrics } from './report-row.ts';
import { idsPerFilter } from './shapes.ts';

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
          dimensions: [
            levels.ad.id,
            'stat_time_day',
            ...(breakdown === 'country' ? ['country_code'] : []),
          ],
          metrics: rowMetrics,
          filtering: [inList('ad_status', ['STATUS_ALL'])],
        };
        for (const row of await read(access, params, window)) rows.push(reportRow(row, goals));
      }
      return rows.filter(hasDelivered);
    },
    reach,
    parts: createParts(read),
  };

  /** Reach is never added up, over time or over countries. */
  async function reach(access: Access, query: ReachQuery) {
    const { level, id, filter, status } = levels[query.level];
    const byCountry = query.countries !== undefined || query.breakdown === 'country';
    const some =
      query.entityIds === undefined || filter === undefined
        ? [undefined]
        : chunks(query.entityIds, idsPerFilter);
    const rows: ReachRow[] = [];
    for (const window of reachRanges(wire, query, { byDay: daysByDay, atOnce: daysAtOnce }))
      for (const ids of some) {
        const params = {
          data_level: level,
          dimensions: [
            id,
            ...(query.by === 'day' ? ['stat_time_day'] : []),
            ...(byCountry ? ['country_code'] : []),
          ],
          metrics: ['reach', 'impressions', 'spend'],
          filtering: [
            ...(status === undefined ? [] : [inList(status, ['STATUS_ALL'])]),
            ...(ids === undefined || filter === undefined ? [] : [inList(filter, ids)]),
          ],
        };
        rows.push(
          ...(await read(access, params, window)).map((row) => reachRow(row, id, query, window)),
        );
      }
    const wanted = rows.filter(
      ({ country }) => query.countries === undefined || query.countries.includes(country ?? ''),
    );
    return query.breakdown === 'country'
      ? wanted
      : joined(wanted, (query.countries?.length ?? 1) > 1);
  }
}

/** What the results of each ad group count: kinds are never added up. */
async function goalsOf(calls: Calls, access: Access) {
  const params = {
    filtering: { primary_status: 'STATUS_ALL' },
    fields: ['adgroup_id', 'optimization_goal'],
  };
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
    sums.set(key, {
      ...row,
      reach,
      impressions: impressions + row.impressions,
      spend: spend + row.spend,
    });
  }
  return [...sums.values()].filter(hasDelivered);
}

/** The longest ranges: by day, and without a division by time. */
const daysByDay = 30;
const daysAtOnce = 365;
const pageSize = 1_000;

const levels = {
  account: {
    level: 'AUCTION_ADVERTISER',
    id: 'advertiser_id',
    filter: undefined,
    status: undefined,
  },
  campaign: {
    level: 'AUCTION_CAMPAIGN',
    id: 'campaign_id',
    filter: 'campaign_ids',
    status: 'campaign_status',
  },
  adset: {
    level: 'AUCTION_ADGROUP',
    id: 'adgroup_id',
    filter: 'adgroup_ids',
    status: 'adgroup_status',
  },
  // Ads of every family: under `ad_id` Smart+ ads come as their creatives.
  ad: { level: 'AUCTION_AD', id: 'ad_id_v2', filter: 'ad_ids_v2', status: 'ad_status' },
} as const;

/** A list inside a filter is JSON inside JSON. */
const inList = (field_name: string, values: readonly string[]) => ({
  field_name,
  filter_type: 'IN',
  filter_value: JSON.stringify(values),
});

type ReadReport = (access: Access, params: Params, window: Window) => Promise<readonly Row[]>;

/** The platform stops at 20,000 ads and says so in a header. */
function createReader({ calls, wire }: Api): ReadReport {
  return async (access, params, window) => {
    const rows: Row[] = [];
    for (let page = 1; ; page += 1) {
      const answer = await calls.answer(access, 'report/integrated/get/', {
        report_type: 'BASIC',
        service_type: 'AUCTION',
        ...params,
        start_date: window.from,
        end_date: window.to,
        page,
        page_size: pageSize,
      });
      if (answer.headers['x-tt-ads-throttle'] !== undefined)
        throw tooLarge(wire, 'The platform reports on 20,000 ads at most at a time.');
      rows.push(...rowsOf(at(answer.data, 'list')));
      if (page >= (numeric(at(answer.data, 'page_info', 'total_page')) ?? 0)) return rows;
    }
  };
}

const tooLarge = (wire: Api['wire'], message: string) =>
  wire.error('too-large', message, 'Ask for fewer days.');

/** Audience reports certainly hold these. */
const audience: PartKind = { measures: ['spend', 'impressions', 'clicks'], finest: 'ad' };

const dimensions: { readonly [P in ReportPart]?: string } = {
  age: 'age',
  gender: 'gender',
  hour: 'stat_time_hour',
};

function createParts(read: ReadReport): ReportParts {
  return {
    kinds: {
      age: audience,
      gender: audience,
      hour: {
        measures: measures.filter((measure) => measure !== 'results'),
        finest: 'ad',
        mostDays: 1,
      },
    },
    together: [['age', 'gender']],
    async read(access, query) {
      const rows: PartRow[] = [];
      const byHour = query.parts.includes('hour');
      for (const window of windows(
        query.from,
        query.to,
        byHour ? 1 : query.byDay ? daysByDay : daysAtOnce,
      ))
        for (const row of await read(access, paramsOf(query), window))
          rows.push(partRow(row, query));
      return rows.filter(
        ({ impressions, spend, clicks }) => impressions > 0 || spend > 0 || clicks > 0,
      );
    },
  };
}

function paramsOf({ parts, level, byDay, campaignIds, adsetIds, adIds }: PartQuery) {
  const { level: data_level, id, status } = levels[level];
  const isAudience = !parts.includes('hour');
  const ids = { campaign_ids: campaignIds, adgroup_ids: adsetIds, [levels.ad.filter]: adIds };
  // An hour carries its day.
  const time = isAudience && byDay ? ['stat_time_day'] : [];
  return {
    ...(isAudience && { report_type: 'AUDIENCE' }),
    data_level,
    dimensions: [id, ...time, ...parts.flatMap((part) => dimensions[part] ?? [])],
    metrics: metricsOf(level, isAudience),
    filtering: [
      inList(status, ['STATUS_ALL']),
      ...Object.entries(ids).flatMap(([name, values]) =>
        values === undefined ? [] : [inList(name, values)],
      ),
    ],
  };
}

const entityMetrics = {
  campaign: ['campaign_id', 'campaign_name'],
  adset: ['adgroup_id', 'adgroup_name', 'campaign_id', 'campaign_name'],
  ad: ['ad_name', 'adgroup_id', 'adgroup_name', 'campaign_id', 'campaign_name'],
};

const metricsOf = (level: PartQuery['level'], isAudience: boolean) => [
  ...entityMetrics[level],
  ...(isAudience
    ? audience.measures
    : rowMetrics.filter((name) => !/_(id|name)$/.test(name) && name !== 'result')),
];

function partRow(row: Row, { parts, byDay }: PartQuery): PartRow {
  const { country: _country, resultType: _type, ...figures } = reportRow(row, new Map());
  const dimension = (name: string): string => said(row, 'dimensions', name);
  const hour = dimension('stat_time_hour');
  const entity = (given: string, name: string): string => (given === '' ? dimension(name) : given);
  return {
    ...figures,
    campaignId: entity(figures.campaignId, 'campaign_id'),
    adsetId: entity(figures.adsetId, 'adgroup_id'),
    day: byDay ? (hour === '' ? figures.day : hour.slice(0, 10)) : '',
    parts: Object.fromEntries(
      parts.map((part) => [
        part,
        partValue(part === 'hour' ? hour.slice(11, 13) : dimension(part)),
      ]),
    ),
  };
}
