import type { Clock } from '../../../../core/ports/clock.ts';
import { type Budget, type CallLimit, createBudget } from '../../../http/budget.ts';
import { countedGate, type Gate } from '../../kit/gates.ts';
import type { Call, Caller } from '../../kit/requests.ts';
import { untilReset } from './errors.ts';

interface GateOptions {
  readonly clock: Clock;
  readonly limit: CallLimit;
  /** Shared where several adapters call with the same token. */
  readonly budget?: Budget | undefined;
}

const unlimited: CallLimit = { perSecond: Number.MAX_SAFE_INTEGER, perMinute: Number.MAX_SAFE_INTEGER };

/**
 * Counts calls by connection. Headers of writes and figures tell another budget: when it is used up, calls stop until it is
 * filled.
 */
export function createGate({ clock, limit, budget }: GateOptions): Gate {
  const counted = countedGate({
    whose: 'The token',
    budget: budget ?? createBudget({ clock, limitOf: () => limit }),
    keyOf,
  });
  const told = createBudget({ clock, limitOf: () => unlimited });
  const laneKey = (caller: Caller, call: Call): string => `${keyOf(caller)} ${laneOf(call)}`;
  return {
    ...counted,
    async turn(caller, call) {
      const waitMs = laneOf(call) === '' ? 0 : await told.turn(laneKey(caller, call), caller.companyId, caller.work);
      return waitMs === 0 ? counted.turn(caller, call) : waitMs;
    },
    taken(caller, call, response) {
      counted.taken(caller, call, response);
      const stopMs = response.headers['x-rate-limit-remaining'] === '0' ? untilReset(response) : undefined;
      if (stopMs !== undefined && laneOf(call) !== '') told.refused(laneKey(caller, call), stopMs);
    },
  };
}

const keyOf = ({ connectionId, companyId, credentials }: Caller): string =>
  connectionId ?? `${companyId} ${credentials.clientId ?? ''}`;

/** Empty where the platform tells of no budget. */
function laneOf({ method, path }: Call): string {
  if (method === 'GET') return /\/stats$/.test(path) ? 'stats' : '';
  return /\/media$/.test(path) ? 'media' : 'writes';
}
