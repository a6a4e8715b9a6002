import { PlatformError } from '../../../../core/base/errors.ts';
import { measures } from '../../../../core/ports/facts.ts';
import { harmlessTwice } from '../../kit/calls.ts';
import { numeric, partValue, said, text } from '../../kit/json.ts';
import type {
  Access,
  AttributionWindow,
  Params,
  PartKind,
  PartQuery,
  PartRow,
  PartValue,
  ReachQuery,
  ReachRow,
  ReportCapability,
  ReportPart,
  ReportParts,
  ReportQuery,
  ReportRunState,
  Row,
} from '../../types.ts';
import type { Calls } from '../wire/calls.ts';
import type { Graph } from '../wire/client.ts';
import { explain } from '../wire/errors.ts';
import { edgeOf } from '../wire/params.ts';
import { purchases, reportRow, rowFields, statusFilter } from './report-row.ts';

/** Reports have their own budget of calls. */
const reports = { lane: 'insights' } as const;

export function createReport({ calls, graph }: { calls: Calls; graph: Graph }): ReportCapability {
  return {
    byCountry: true,
    reachByMonth: true,
    attributionDays: 28,
    async daily(access, query) {
      const rows = await calls.list(
        access,
        insightsOf(access),
        { ...dailyParams(query), limit: 500 },
        reports,
      );
      return rows.map(reportRow);
    },
    reach: (access, query) => reach(calls, access, query),
    parts: createParts((access, params) => calls.list(access, insightsOf(access), params, reports)),
    runs: {
      async start(access, query) {
        const body = await calls.write(
          access,
          insightsOf(access),
          dailyParams(query),
          harmlessTwice,
        );
        return text(body.report_run_id) ?? text(body.id) ?? '';
      },
      async state(access, runId) {
        return runState(await calls.read(access, runId, { fields: runFields }, reports), graph);
      },
      async rows(access, runId) {
        const rows = await calls.list(access, `${runId}/insights`, { limit: 500 }, reports);
        return rows.map(reportRow);
      },
    },
  };
}

const insightsOf = (access: Access) => edgeOf(access, 'insights');

function dailyParams(query: ReportQuery) {
  return {
    level: 'ad',
    time_increment: 1,
    time_range: { since: query.from, until: query.to },
    fields: rowFields('ad'),
    breakdowns: query.breakdown === 'country' ? ['country'] : undefined,
    filtering: [statusFilter('ad')],
  };
}

const runFields =
  'id,async_status,async_percent_completion,error_code,error_message,error_subcode,error_user_title,error_user_msg';

/** Done means completed and 100 per cent: for a moment the first comes without the second. */
function runState(run: Row, graph: Graph): ReportRunState {
  const status = said(run.async_status);
  const percent = numeric(run.async_percent_completion) ?? 0;
  if (status === 'Job Completed' && percent >= 100) return { state: 'done' };
  if (status !== 'Job Failed' && status !== 'Job Skipped') return { state: 'running', percent };
  if (run.error_code === undefined) {
    const message =
      status === 'Job Skipped'
        ? 'The platform let the report expire.'
        : 'The platform could not compute the report.';
    return { state: 'failed', failure: graph.fail('transient', message) };
  }
  const { error_code, error_message, error_subcode, error_user_title, error_user_msg } = run;
  const error = {
    code: error_code,
    message: error_message,
    error_subcode,
    error_user_title,
    error_user_msg,
  };
  return { state: 'failed', failure: explain(error, graph.newTraceId()) };
}

const levelFields = {
  account: 'account_id',
  campaign: 'campaign_id',
  adset: 'adset_id',
  ad: 'ad_id',
} as const;

/**
 * People are never added up: several countries are asked for as one, by a filter that no public
 * page of Meta describes for reports (looked for on 2026-11-17). Where Meta refuses it, or answers
 * the impressions of more than these countries, there are impressions and spend, and no reach.
 */
async function reach(
  calls: Calls,
  access: Access,
  query: ReachQuery,
): Promise<readonly ReachRow[]> {
  const apart = await reachRows(calls, access, query);
  if (query.breakdown === 'country' || (query.countries ?? []).length < 2) return apart;
  try {
    const together = new Map(
      (await reachRows(calls, access, query, true)).map((row) => [keyOf(row), row]),
    );
    return apart.map((row) => {
      const one = together.get(keyOf(row));
      // Figures of a breakdown are estimates.
      return one !== undefined && one.impressions <= row.impressions * 1.01 ? one : row;
    });
  } catch (error) {
    if (!(error instanceof PlatformError) || error.failure.class !== 'invalid') throw error;
    return apart;
  }
}

const keyOf = ({ entityId, from, to }: ReachRow) => `${entityId} ${from} ${to}`;

/**
 * @param together the countries are one group: a row each would count people of several countries
 * in each
 */
async function reachRows(
  calls: Calls,
  access: Access,
  query: ReachQuery,
  together = false,
): Promise<readonly ReachRow[]> {
  const idField = levelFields[query.level];
  const byCountry = !together && (query.countries !== undefined || query.breakdown === 'country');
  const filtering = [
    ...(together ? [{ field: 'country', operator: 'IN', value: query.countries }] : []),
    ...(query.entityIds === undefined
      ? []
      : [{ field: `${query.level}.id`, operator: 'IN', value: query.entityIds }]),
    ...(query.level === 'account' ? [] : [statusFilter(query.level)]),
  ];
  const params = {
    level: query.level,
    fields: `${idField},reach,impressions,spend`,
    time_range: { since: query.from, until: query.to },
    time_increment: { all: 'all_days', day: 1, month: 'monthly' }[query.by],
    breakdowns: byCountry ? ['country'] : undefined,
    filtering: filtering.length > 0 ? filtering : undefined,
    limit: 500,
  };
  const rows = await calls.list(access, insightsOf(access), params, reports);
  if (together) return rows.map((row) => reachRow(row, idField));
  const wanted = rows.filter(
    (row) => query.countries === undefined || query.countries.includes(said(row.country)),
  );
  const all = wanted.map((row) => reachRow(row, idField));
  return query.breakdown === 'country' ? all : joined(all, (query.countries?.length ?? 1) > 1);
}

function reachRow(row: Row, idField: string): ReachRow {
  const country = text(row.country);
  return {
    entityId: said(row[idField]),
    from: said(row.date_start),
    to: said(row.date_stop),
    reach: numeric(row.reach) ?? null,
    impressions: numeric(row.impressions) ?? 0,
    spend: numeric(row.spend) ?? 0,
    ...(country !== undefined && { country }),
  };
}

function joined(rows: readonly ReachRow[], severalCountries: boolean) {
  const sums = new Map<string, ReachRow>();
  for (const { country: _country, ...row } of rows) {
    const key = keyOf(row);
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
  return [...sums.values()];
}

const whole: PartKind = { measures, finest: 'ad' };

const sources: {
  readonly [P in ReportPart]?: {
    readonly breakdowns: readonly string[];
    valueOf(row: Row): PartValue;
  };
} = {
  age: { breakdowns: ['age'], valueOf: (row) => partValue(text(row.age)) },
  gender: { breakdowns: ['gender'], valueOf: (row) => partValue(text(row.gender)) },
  // The platform refuses a position alone: several of its apps have it.
  placement: {
    breakdowns: ['publisher_platform', 'platform_position'],
    valueOf: (row) =>
      partValue(
        [text(row.publisher_platform), text(row.platform_position)].filter(Boolean).join(' '),
      ),
  },
  device: {
    breakdowns: ['impression_device'],
    valueOf: (row) => partValue(text(row.impression_device)),
  },
  hour: {
    breakdowns: ['hourly_stats_aggregated_by_advertiser_time_zone'],
    valueOf: (row) =>
      partValue(text(row.hourly_stats_aggregated_by_advertiser_time_zone)?.slice(0, 2)),
  },
};

function createParts(
  list: (access: Access, params: Params) => Promise<readonly Row[]>,
): ReportParts {
  return {
    kinds: { age: whole, gender: whole, placement: whole, device: whole, hour: whole },
    together: [['age', 'gender']],
    // `results` under other windows is not documented.
    windows: {
      ...whole,
      measures: measures.filter((measure) => measure !== 'results'),
      click: [1, 7, 28],
      view: [1],
    },
    async read(access, query) {
      const rows = await list(access, paramsOf(query));
      return rows.map((row) => partRow(row, query));
    },
  };
}

function paramsOf(query: PartQuery) {
  const ids = { campaign: query.campaignIds, adset: query.adsetIds, ad: query.adIds };
  // Results of several kinds have no sum: only single ads tell them.
  const level = query.measures.includes('results') ? 'ad' : query.level;
  const breakdowns = query.parts.flatMap((part) => sources[part]?.breakdowns ?? []);
  return {
    level,
    fields: rowFields(level),
    time_range: { since: query.from, until: query.to },
    time_increment: query.byDay ? 1 : 'all_days',
    breakdowns: breakdowns.length > 0 ? breakdowns : undefined,
    action_attribution_windows: query.window && windowNames(query.window),
    filtering: [
      statusFilter(level),
      ...Object.entries(ids).flatMap(([of, value]) =>
        value === undefined ? [] : [{ field: `${of}.id`, operator: 'IN', value }],
      ),
    ],
    limit: 500,
  };
}

const windowNames = (window: AttributionWindow) =>
  (['click', 'view'] as const).flatMap((kind) =>
    window[kind] === undefined ? [] : [`${window[kind]}d_${kind}`],
  );

function partRow(row: Row, query: PartQuery): PartRow {
  const { country: _country, ...figures } = reportRow(row);
  return {
    ...figures,
    day: query.byDay ? figures.day : '',
    parts: Object.fromEntries(
      query.parts.map((part) => [part, sources[part]?.valueOf(row) ?? partValue(undefined)]),
    ),
    ...(query.window !== undefined && {
      conversions: purchases(row.actions, windowNames(query.window)),
      conversionValue: purchases(row.action_values, windowNames(query.window)),
    }),
  };
}
