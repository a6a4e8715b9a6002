import type { HttpResponse } from '../../../../core/ports/http.ts';
import type { Pacing } from '../../../http/pacing.ts';
import type { Gate } from '../../kit/gates.ts';
import type { Call, Caller } from '../../kit/requests.ts';
import type { Lane } from './error-table.ts';
import { stopsBudget } from './errors.ts';
import { usageOf } from './usage.ts';

/** By account; before one is known by company. */
const keyOf = (caller: Pick<Caller, 'adAccountId'> & { companyId?: string }, lane: Lane): string =>
  `${lane} ${caller.adAccountId ?? caller.companyId ?? ''}`;

const laneOf = ({ lane }: Call): Lane => (lane === 'insights' ? 'insights' : 'ads');

/** By the budgets in the headers of answers. */
export function pacedGate(pacing: Pacing): Gate {
  const observe = (caller: Caller, { headers }: HttpResponse): void => {
    const usage = usageOf(headers);
    if (usage.ads) pacing.observe(keyOf(caller, 'ads'), usage.ads);
    if (usage.insights) pacing.observe(keyOf(caller, 'insights'), usage.insights);
    if (usage.app === undefined) return;
    for (const lane of ['ads', 'insights'] as const) pacing.observe(keyOf(caller, lane), usage.app, 'app');
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
      pacing.observe(keyOf(caller, lane), { percent: 100, ...(retryAfterMs !== undefined && { resetMs: retryAfterMs }) });
      return { ...refusal, failure: { ...refusal.failure, ...stated } };
    },
    usage: (adAccountId) => pacing.percent(keyOf({ adAccountId }, 'ads')),
  };
}
