import type { Pacing, Usage } from '../../../http/pacing.ts';
import { asRow, numeric, parse, rowsOf } from '../../kit/json.ts';
import type { Call, Caller, Gate, HttpResponse, Row } from '../../types.ts';
import type { Lane } from './error-table.ts';
import { stopsBudget } from './errors.ts';

/** By account; before one is known by company. */
const keyOf = (caller: Pick<Caller, 'adAccountId'> & { companyId?: string }, lane: Lane) =>
  `${lane} ${caller.adAccountId ?? caller.companyId ?? ''}`;

const laneOf = ({ lane }: Call): Lane => (lane === 'insights' ? 'insights' : 'ads');

/** By the budgets in the headers of answers. */
export function pacedGate(pacing: Pacing): Gate {
  const observe = (caller: Caller, { headers }: HttpResponse): void => {
    const usage = usageOf(headers);
    if (usage.ads) pacing.observe(keyOf(caller, 'ads'), usage.ads);
    if (usage.insights) pacing.observe(keyOf(caller, 'insights'), usage.insights);
    if (usage.app === undefined) return;
    for (const lane of ['ads', 'insights'] as const)
      pacing.observe(keyOf(caller, lane), usage.app, 'app');
  };
  return {
    whose: 'The account',
    turn: (caller, call) => pacing.turn(keyOf(caller, laneOf(call)), caller.companyId, caller.work),
    isSlow: (caller, call) => pacing.isSlow(keyOf(caller, laneOf(call))),
    taken: (caller, _call, response) => observe(caller, response),
    refused(caller, _call, response, refusal) {
      observe(caller, response);
      // A throttle of the account stops its lane; the headers state the better time.
      const lane = stopsBudget(refusal.failure);
      if (lane === undefined) return refusal;
      const retryAfterMs = usageOf(response.headers)[lane]?.resetMs ?? refusal.failure.retryAfterMs;
      const stated = retryAfterMs !== undefined && { retryAfterMs };
      pacing.observe(keyOf(caller, lane), {
        percent: 100,
        ...(retryAfterMs !== undefined && { resetMs: retryAfterMs }),
      });
      return { ...refusal, failure: { ...refusal.failure, ...stated } };
    },
    usage: (adAccountId) => pacing.percent(keyOf({ adAccountId }, 'ads')),
  };
}

/** The account's two budgets, and the app's. */
interface AccountUsage {
  readonly ads?: Usage;
  readonly insights?: Usage;
  readonly app?: Usage;
}

/**
 * Each header is a JSON text of percentages: `x-app-usage` is the app's,
 * `x-business-use-case-usage` by kind of use with the minutes until access is regained,
 * `x-ad-account-usage` with seconds, `x-fb-ads-insights-throttle` for reports alone.
 */
export function usageOf(headers: { readonly [name: string]: string }): AccountUsage {
  const app = asRow(parse(headers['x-app-usage'] ?? ''));
  const account = asRow(parse(headers['x-ad-account-usage'] ?? ''));
  const throttle = asRow(parse(headers['x-fb-ads-insights-throttle'] ?? ''));
  const cases = Object.values(
    asRow(parse(headers['x-business-use-case-usage'] ?? '')) ?? {},
  ).flatMap(rowsOf);

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
  usage(
    each,
    ['call_count', 'total_time', 'total_cputime'],
    (numeric(each.estimated_time_to_regain_access) ?? 0) * 60_000,
  );

function usage(row: Row | undefined, fields: readonly string[], resetMs = 0): Usage | undefined {
  const figures = fields
    .map((field) => numeric(row?.[field]))
    .filter((figure) => figure !== undefined);
  if (figures.length === 0) return undefined;
  // A stated wait means stopped, whatever the percentages say.
  const percent = Math.max(
    ...figures,
    resetMs > 0 && row?.estimated_time_to_regain_access !== undefined ? 100 : 0,
  );
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
