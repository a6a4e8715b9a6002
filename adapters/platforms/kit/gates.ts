import type { Budget } from '../../http/budget.ts';
import type { Refusal } from './failures.ts';
import type { HttpResponse } from './ports.ts';
import type { Call, Caller } from './requests.ts';

export interface Gate {
  /** Begins a sentence: `The account`. */
  readonly whose: string;
  /**
   * Resolves with 0 when the call may go out, or at once with the milliseconds to wait when these
   * are many.
   */
  turn(caller: Caller, call: Call): Promise<number>;
  /** Whether requests go out one by one. */
  isSlow?(caller: Caller, call: Call): boolean;
  taken(caller: Caller, call: Call, response: HttpResponse): void;
  /** For any reason. Answers the refusal, with a better time to wait where the gate knows one. */
  refused(caller: Caller, call: Call, response: HttpResponse, refusal: Refusal): Refusal;
  /** Per cent of the account's budget in use; undefined before the first call. */
  usage(adAccountId: string): number | undefined;
}

export interface CountedGateOptions {
  readonly whose: string;
  readonly budget: Budget;
  /** The budget that counts a call: by app, token, account or path. */
  keyOf(caller: Caller, path: string): string;
}

/**
 * Counts calls for platforms that document their limits; a refusal stops calls for a while.
 *
 * @example
 * import { countedGate, createBudget } from 'slipway/adapters/platform-kit';
 * import { createManualClock } from 'slipway/testing';
 *
 * const budget = createBudget({ clock: createManualClock(), limitOf: () => ({ perSecond: 10, perMinute: 300 }) });
 * export const gate = countedGate({ whose: 'The app', budget, keyOf: ({ companyId }) => companyId });
 */
export function countedGate({ whose, budget, keyOf }: CountedGateOptions): Gate {
  /** The common budget of each account, for `usage`. */
  const common = new Map<string, string>();
  return {
    whose,
    turn(caller, { path }) {
      if (caller.adAccountId !== undefined) common.set(caller.adAccountId, keyOf(caller, ''));
      return budget.turn(keyOf(caller, path), caller.companyId, caller.work);
    },
    taken: (caller, { path }) => budget.taken(keyOf(caller, path)),
    refused(caller, { path }, _response, refusal) {
      const { failure } = refusal;
      if (failure.class !== 'throttled') return refusal;
      const retryAfterMs = budget.refused(keyOf(caller, path), failure.retryAfterMs);
      return { ...refusal, failure: { ...failure, retryAfterMs } };
    },
    usage(adAccountId) {
      const key = common.get(adAccountId);
      return key === undefined ? undefined : budget.percent(key);
    },
  };
}
