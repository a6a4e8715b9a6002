import type { Usage } from '../../../http/pacing.ts';
import { asRow, numeric, parse, type Row, rowsOf } from '../../kit/json.ts';

/** The account's two budgets, and the app's. */
interface AccountUsage {
  readonly ads?: Usage;
  readonly insights?: Usage;
  readonly app?: Usage;
}

/**
 * Each header is a JSON text of percentages: `x-app-usage` is the app's, `x-business-use-case-usage` by kind of use with the
 * minutes until access is regained, `x-ad-account-usage` with seconds, `x-fb-ads-insights-throttle` for reports alone.
 */
export function usageOf(headers: { readonly [name: string]: string }): AccountUsage {
  const app = asRow(parse(headers['x-app-usage'] ?? ''));
  const account = asRow(parse(headers['x-ad-account-usage'] ?? ''));
  const throttle = asRow(parse(headers['x-fb-ads-insights-throttle'] ?? ''));
  const cases = Object.values(asRow(parse(headers['x-business-use-case-usage'] ?? '')) ?? {}).flatMap(rowsOf);

  return {
    ...one('app', [usage(app, ['call_count', 'total_time', 'total_cputime'])]),
    ...one('ads', [
      usage(account, ['acc_id_util_pct'], (numeric(account?.reset_time_duration) ?? 0) * 1_000),
      ...cases.filter((each) => each.type === 'ads_management').map(ofCase),
    ]),
    ...one('insights', [
      usage(throttle, ['app_id_util_pct', 'acc_id_util_pct']),
      ...cases.filter((each) => each.type === 'ads_insights').map(ofCase),
    ]),
  };
}

const ofCase = (each: Row): Usage | undefined =>
  usage(each, ['call_count', 'total_time', 'total_cputime'], (numeric(each.estimated_time_to_regain_access) ?? 0) * 60_000);

function usage(row: Row | undefined, fields: readonly string[], resetMs = 0): Usage | undefined {
  const figures = fields.map((field) => numeric(row?.[field])).filter((figure) => figure !== undefined);
  if (figures.length === 0) return undefined;
  // A stated wait means stopped, whatever the percentages say.
  const percent = Math.max(...figures, resetMs > 0 && row?.estimated_time_to_regain_access !== undefined ? 100 : 0);
  return { percent, ...(resetMs > 0 && { resetMs }) };
}

/** The tightest of several. */
function one(name: keyof AccountUsage, all: readonly (Usage | undefined)[]): AccountUsage {
  const worst = all.reduce((tightest, each) => {
    if (each === undefined || tightest === undefined) return tightest ?? each;
    return each.percent > tightest.percent ? each : tightest;
  }, undefined);
  return worst === undefined ? {} : { [name]: worst };
}
