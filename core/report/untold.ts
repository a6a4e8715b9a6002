import type { AccessPorts } from '../accounts/access.ts';
import { openPlatform } from '../accounts/find-account.ts';
import { breaks } from '../base/refusal.ts';
import type { ReportAccount } from './accounts.ts';
import type { ReportWarning } from './metadata.ts';
import { metrics } from './metrics.ts';
import type { QueryPlan } from './plan-query.ts';

/**
 * Of the figures that were asked for those that a platform does not tell: its rows have null there, and the report says so. Throws
 * `unsupported_on_platform` where no platform tells any of them.
 */
export function untoldFigures(
  { platforms }: Pick<AccessPorts, 'platforms'>,
  { columns }: Pick<QueryPlan, 'columns'>,
  accounts: readonly ReportAccount[],
): readonly ReportWarning[] {
  const untold = [...new Set(accounts.map(({ platform }) => platform))].map((platform) => {
    const { metrics: told } = openPlatform(platforms, platform).definition;
    return { platform, names: columns.flatMap(({ name, metric }) => (told[metrics[metric].needs] === undefined ? [name] : [])) };
  });
  const sentences = untold.flatMap(({ platform, names }) =>
    names.length === 0 ? [] : [`The ${platform} platform does not tell ${names.join(', ')}.`],
  );
  if (untold.length > 0 && untold.every(({ names }) => names.length === columns.length && names.length > 0))
    throw breaks('metrics', 'unsupported_on_platform', `${sentences.join(' ')} Ask for other metrics.`);
  return sentences.map((message) => ({ code: 'figures_untold', message }));
}
