import { breaks } from '../base/refusal.ts';
import { type PageWindow, windowOf } from '../base/schema/envelope.ts';
import type { Breakdown, FactDimension, FactOrder, FactQuery, Measure } from '../ports/facts.ts';
import type { AttributionWindow, ReportPart } from '../ports/platform-report.ts';
import type { ReportAccount } from './accounts.ts';
import { type CreativePlan, creativePlanOf } from './creative-dimensions.ts';
import { type DimensionKey, dimensionByName, dimensions, withinAccount } from './dimensions.ts';
import {
  type Metric,
  type MetricKey,
  measuresOf,
  metricByName,
  metricNames,
  metrics,
} from './metrics.ts';
import { type NameSearch, nameSearchOf } from './name-search-of.ts';
import { partByName } from './parts.ts';
import { type DayRange, rangeOf } from './request.ts';
import type { ReportQueryRequest } from './schema/report.ts';

/** A report query with every spelling resolved and every rule checked. */
export interface QueryPlan {
  readonly range: DayRange;
  readonly breakdown: Breakdown;
  readonly groupBy: readonly DimensionKey[];
  /** In the order asked for, each under the name it was asked by. */
  readonly columns: readonly { readonly name: string; readonly metric: MetricKey }[];
  readonly measures: readonly Measure[];
  readonly order: {
    readonly by: MetricKey | OrderField;
    /** Instead of `by`: one of `parts`. */
    readonly part?: ReportPart;
    readonly direction: 'asc' | 'desc';
  };
  readonly page: PageWindow;
  readonly filter: NonNullable<FactQuery['filter']>;
  readonly status?: 'ACTIVE' | 'PAUSED' | 'ARCHIVED';
  readonly search?: NameSearch;
  /** Divisions that only the platform knows (part-report.ts). */
  readonly parts: readonly ReportPart[];
  /** Another attribution window than the platform's own; the platform is asked too. */
  readonly window?: AttributionWindow;
  /** Groupings by names of ads or assets (creative-page.ts). */
  readonly creative?: CreativePlan;
  /** Whether days also go under `date`, as asked for. */
  readonly datesToo: boolean;
}

interface OrderField {
  readonly dimension: DimensionKey;
  readonly byName: boolean;
}

/** A report to be made. */
export interface PlannedReport {
  readonly companyId: string;
  readonly plan: QueryPlan;
  readonly accounts: readonly ReportAccount[];
}

const times: readonly DimensionKey[] = ['day', 'week', 'month'];

export function planQuery(request: ReportQueryRequest): QueryPlan {
  const range = rangeOf(request);
  const names = [
    ...(request.groupBy ?? (request.breakdowns === undefined ? ['adId'] : [])),
    ...(request.breakdowns ?? []),
  ];
  const groupBy = [...new Set(names.map((name) => dimensionByName(name)))].filter(
    (key): key is DimensionKey => key !== undefined,
  );
  const parts = [...new Set(names.flatMap((name) => partByName(name) ?? []))];
  const usual = parts.includes('conversionAction')
    ? ['conversions', 'conversionValue']
    : ['spend', 'impressions', 'clicks'];
  const columns = (request.metrics ?? usual).flatMap((name) => {
    const metric = metricByName(name);
    return metric === undefined ? [] : [{ name, metric }];
  });
  const creative = creativePlanOf(names, request);
  const live =
    parts[0] ?? (request.attributionWindow === undefined ? undefined : 'attributionWindow');
  if (live !== undefined && creative !== undefined)
    throw breaks(
      'groupBy',
      'grouping_not_offered',
      `A report is divided by ${live} or by ${creative.keys[0]}, not by both.`,
    );
  const order = orderOf(
    creative?.sortBy === undefined ? request : { ...request, sortBy: undefined },
    groupBy,
    parts,
    columns[0]?.metric ?? 'spend',
  );
  const keys = [
    ...columns.map(({ metric }) => metric),
    ...(typeof order.by === 'string' ? [order.by] : []),
  ];
  const status = request['filters[status]'];
  const countries = request['filters[country]'];
  const search = nameSearchOf(request.q, groupBy);
  return {
    range,
    groupBy,
    columns,
    measures: [...new Set(keys.flatMap(measuresOf))],
    order,
    page: windowOf(request, 100),
    breakdown: groupBy.includes('country') || countries !== undefined ? 'country' : 'none',
    filter: {
      ...(request['filters[campaignId]'] && { campaignIds: request['filters[campaignId]'] }),
      ...(request['filters[adsetId]'] && { adsetIds: request['filters[adsetId]'] }),
      ...(request['filters[adId]'] && { adIds: request['filters[adId]'] }),
      ...(countries && { countries }),
    },
    ...(status && { status }),
    ...(search !== undefined && { search }),
    parts,
    ...(request.attributionWindow !== undefined && { window: request.attributionWindow }),
    ...(creative !== undefined && { creative }),
    datesToo: names.includes('date'),
  };
}

/**
 * By the metric or field asked for. Without one: through time when grouped by time, else the first
 * metric, largest first.
 */
function orderOf(
  request: ReportQueryRequest,
  groupBy: readonly DimensionKey[],
  parts: readonly ReportPart[],
  first: MetricKey,
): QueryPlan['order'] {
  const { sortBy } = request;
  const time = groupBy.find((key) => times.includes(key));
  const inTime = sortBy === undefined && (time !== undefined || parts.includes('hour'));
  const direction =
    request.sortDirection === 'ASC' || (request.sortDirection === undefined && inTime)
      ? 'asc'
      : 'desc';
  if (sortBy === undefined) {
    if (time !== undefined) return { by: { dimension: time, byName: false }, direction };
    return { by: first, ...(inTime && { part: 'hour' as const }), direction };
  }
  const metric = metricByName(sortBy);
  if (metric !== undefined) return { by: metric, direction };
  const part = partByName(sortBy);
  if (part !== undefined && parts.includes(part)) return { by: first, part, direction };
  const dimension = dimensionByName(sortBy);
  if (dimension !== undefined && groupBy.includes(dimension))
    return { by: { dimension, byName: sortBy.endsWith('Name') }, direction };
  const fields = [...groupBy.flatMap((key) => [key, ...dimensions[key].aliases]), ...parts];
  throw breaks(
    'sortBy',
    dimension === undefined && part === undefined ? 'unknown_sort_field' : 'not_grouped_by',
    `This report cannot be sorted by that. Sort by a metric (${metricNames.join(', ')}) or by what it is grouped by (${fields.join(', ')}).`,
  );
}

/**
 * The order in the words of the facts; undefined when only core can sort: by reach, platform or
 * account name.
 */
export function factOrder({ by }: QueryPlan['order']): FactOrder | undefined {
  if (typeof by !== 'string') {
    const { dimension, byName } = by;
    if (dimension === 'platform' || (dimension === 'accountId' && byName)) return undefined;
    const entity = dimension === 'adId' || dimension === 'adsetId' || dimension === 'campaignId';
    return entity && byName ? { name: dimension } : { dimension };
  }
  const { made }: Metric = metrics[by];
  if (made.from === 'sum') return { measure: made.measure };
  return made.from === 'ratio' ? { of: made.of, per: made.per } : undefined;
}

export const factDimensions = (groupBy: readonly DimensionKey[]): readonly FactDimension[] =>
  groupBy.filter((key): key is FactDimension => key !== 'platform');

/**
 * Refuses to add up amounts of several currencies. Allowed: counts, groups within one account,
 * platforms whose accounts share a currency.
 */
export function refuseMixedCurrencies(plan: QueryPlan, accounts: readonly ReportAccount[]): void {
  const money: readonly Measure[] = ['spend', 'conversionValue'];
  if (
    !plan.measures.some((measure) => money.includes(measure)) ||
    plan.groupBy.some((key) => withinAccount.includes(key))
  )
    return;
  const sets = plan.groupBy.includes('platform')
    ? [...new Set(accounts.map(({ platform }) => platform))]
    : [undefined];
  for (const platform of sets) {
    const together = accounts.filter(
      (account) => platform === undefined || account.platform === platform,
    );
    const currencies = [...new Set(together.map(({ currency }) => currency))].sort();
    if (currencies.length > 1)
      throw breaks(
        'groupBy',
        'mixed_currencies',
        `These accounts use ${currencies.join(', ')}: their amounts cannot be added up. Group by accountId too, or ask for accounts of one currency.`,
      );
  }
}
