import type { AccessPorts } from '../accounts/access.ts';
import { openPlatform } from '../accounts/find-account.ts';
import { breaks } from '../base/refusal.ts';
import type { ReportAccount } from './accounts.ts';
import { creativeFields } from './creative-dimensions.ts';
import { told } from './derive.ts';
import type { PlacedGroup } from './group-page.ts';
import type { ReportWarning } from './metadata.ts';
import { type Metric, metrics } from './metrics.ts';
import type { QueryPlan } from './plan-query.ts';
import type { ReportRowAnswer } from './schema/report.ts';

/** Of metrics made from results. */
export const SEVERAL_KINDS =
  'Null where a row joins results of several kinds: purchases and leads cannot be added. resultsByType has each kind.';

/** What it is grouped by, the names that belong to it, then the metrics. */
export function rowOf(group: PlacedGroup, plan: QueryPlan): ReportRowAnswer {
  const { account, entity } = group;
  const row: { [field: string]: string | number | null | undefined | ReportRowAnswer['name'] } = {
    ...creativeFields(group.creative),
  };
  if (plan.groupBy.includes('platform')) row.platform = group.platform;
  if (account !== undefined) {
    row.accountId = account.id;
    if (plan.groupBy.includes('accountId')) row.accountName = account.name;
    row.currency = account.currency;
  }
  for (const field of [
    'campaignId',
    'campaignName',
    'adsetId',
    'adsetName',
    'adId',
    'adName',
  ] as const)
    if (entity[field] !== undefined) row[field] = entity[field];
  for (const field of ['day', 'week', 'month', 'country'] as const)
    if (group.group[field] !== undefined) row[field] = group.group[field];
  if (plan.datesToo) row.date = group.group.day;
  for (const { name, metric } of plan.columns) row[name] = told(metric, group, group.decimals);
  if (plan.columns.some(({ metric }) => metrics[metric].needs === 'results')) {
    if (group.resultType === null) row.resultsNote = SEVERAL_KINDS;
    else if (group.resultType) row.resultType = group.resultType;
  }
  return row as ReportRowAnswer; // every field above is one of the row's
}

export function warningsOf(
  groups: readonly PlacedGroup[],
  plan: QueryPlan,
  accounts: readonly ReportAccount[],
  noReach: string | undefined,
): ReportWarning[] {
  const warnings: ReportWarning[] = [];
  if (noReach !== undefined) warnings.push({ code: 'reach_unavailable', message: noReach });
  if (groups.some(({ resultType }) => resultType === null))
    warnings.push({
      code: 'mixed_results',
      message:
        'Rows that join results of different kinds (purchases and leads, say) have no results: kinds cannot be added. Group by ad set: those rows have one kind.',
    });
  for (const { id, report } of accounts) {
    const message = report.untold?.(id);
    if (message !== undefined) warnings.push({ code: 'figures_untold', message });
  }
  const currencies = [...new Set(accounts.map(({ currency }) => currency))].sort();
  const by = plan.order.by;
  const sorted: Metric | undefined = typeof by === 'string' ? metrics[by] : undefined;
  if (currencies.length > 1 && sorted?.type === 'money')
    warnings.push({
      code: 'mixed_currencies',
      message: `The order compares amounts in ${currencies.join(', ')} as plain numbers.`,
    });
  return warnings;
}

/**
 * Of the figures that were asked for those that a platform does not tell: its rows have null there,
 * and the report says so. Throws `unsupported_on_platform` where no platform tells any of them.
 */
export function untoldFigures(
  { platforms }: Pick<AccessPorts, 'platforms'>,
  { columns }: Pick<QueryPlan, 'columns'>,
  accounts: readonly ReportAccount[],
): readonly ReportWarning[] {
  const untold = [...new Set(accounts.map(({ platform }) => platform))].map((platform) => {
    const { metrics: told } = openPlatform(platforms, platform).definition;
    return {
      platform,
      names: columns.flatMap(({ name, metric }) =>
        told[metrics[metric].needs] === undefined ? [name] : [],
      ),
    };
  });
  const sentences = untold.flatMap(({ platform, names }) =>
    names.length === 0 ? [] : [`The ${platform} platform does not tell ${names.join(', ')}.`],
  );
  if (
    untold.length > 0 &&
    untold.every(({ names }) => names.length === columns.length && names.length > 0)
  )
    throw breaks(
      'metrics',
      'unsupported_on_platform',
      `${sentences.join(' ')} Ask for other metrics.`,
    );
  return sentences.map((message) => ({ code: 'figures_untold', message }));
}
