import { measures } from '../../../../core/ports/facts.ts';
import type { Access } from '../../../../core/ports/platform-accounts.ts';
import type {
  AttributionWindow,
  PartKind,
  PartQuery,
  PartRow,
  PartValue,
  ReportPart,
  ReportParts,
} from '../../../../core/ports/platform-report.ts';
import { type Params, partValue, type Row, text } from '../../kit/json.ts';
import { purchases, reportRow, rowFields, statusFilter } from './report-row.ts';

const whole: PartKind = { measures, finest: 'ad' };

/** The breakdowns of a part, and how values are shown. */
const sources: { readonly [P in ReportPart]?: { readonly breakdowns: readonly string[]; valueOf(row: Row): PartValue } } = {
  age: { breakdowns: ['age'], valueOf: (row) => partValue(text(row.age)) },
  gender: { breakdowns: ['gender'], valueOf: (row) => partValue(text(row.gender)) },
  // The platform refuses a position alone: several of its apps have it.
  placement: {
    breakdowns: ['publisher_platform', 'platform_position'],
    valueOf: (row) => partValue([text(row.publisher_platform), text(row.platform_position)].filter(Boolean).join(' ')),
  },
  device: { breakdowns: ['impression_device'], valueOf: (row) => partValue(text(row.impression_device)) },
  hour: {
    breakdowns: ['hourly_stats_aggregated_by_advertiser_time_zone'],
    valueOf: (row) => partValue(text(row.hourly_stats_aggregated_by_advertiser_time_zone)?.slice(0, 2)),
  },
};

/** `list` reads all rows of a report. */
export function createParts(list: (access: Access, params: Params) => Promise<readonly Row[]>): ReportParts {
  return {
    kinds: { age: whole, gender: whole, placement: whole, device: whole, hour: whole },
    together: [['age', 'gender']],
    // `results` under other windows is not documented.
    windows: { ...whole, measures: measures.filter((measure) => measure !== 'results'), click: [1, 7, 28], view: [1] },
    async read(access, query) {
      const rows = await list(access, paramsOf(query));
      return rows.map((row) => partRow(row, query));
    },
  };
}

function paramsOf(query: PartQuery): Params {
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

const windowNames = (window: AttributionWindow): readonly string[] =>
  (['click', 'view'] as const).flatMap((kind) => (window[kind] === undefined ? [] : [`${window[kind]}d_${kind}`]));

function partRow(row: Row, query: PartQuery): PartRow {
  const { country: _country, ...figures } = reportRow(row);
  return {
    ...figures,
    day: query.byDay ? figures.day : '',
    parts: Object.fromEntries(query.parts.map((part) => [part, sources[part]?.valueOf(row) ?? partValue(undefined)])),
    ...(query.window !== undefined && {
      conversions: purchases(row.actions, windowNames(query.window)),
      conversionValue: purchases(row.action_values, windowNames(query.window)),
    }),
  };
}
