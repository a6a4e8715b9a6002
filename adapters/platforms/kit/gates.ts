import type { HttpResponse } from '../../../core/ports/http.ts';
import type { Budget } from '../../http/budget.ts';
import type { Caller } from './caller.ts';
import type { Refusal } from './failures.ts';
import type { Call } from './requests.ts';

/** Keeps calls within what a platform allows. */
export interface Gate {
  /** Whose calls are counted, at the beginning of a sentence: `The account`. */
  readonly whose: string;
  /** Resolves with 0 when the call may go out now, or at once with the milliseconds to wait when these are many. */
  turn(caller: Caller, call: Call): Promise<number>;
  /** Whether each request is to go out in its own turn, never several at once. */
  isSlow?(caller: Caller, call: Call): boolean;
  /** The call was taken. */
  taken(caller: Caller, call: Call, response: HttpResponse): void;
  /** The call was refused, for whatever reason. Answers the refusal, with the time to wait where it knows that better. */
  refused(caller: Caller, call: Call, response: HttpResponse, refusal: Refusal): Refusal;
  /** The share of the account's budget in use, per cent; undefined before the first call. */
  usage(adAccountId: string): number | undefined;
}

export interface CountedGateOptions {
  readonly whose: string;
  readonly budget: Budget;
  /** Under which budget a call is counted: by app, by token, by account, and where it has one of its own by path. */
  keyOf(caller: Caller, path: string): string;
}

/**
 * For platforms that state their limits in their documents: calls are counted here, and a refusal stops for a while.
 *
 * @example
 * import { countedGate, createBudget } from 'slipway/adapters/platform-kit';
 * import { createManualClock } from 'slipway/testing';
 *
 * const budget = createBudget({ clock: createManualClock(), limitOf: () => ({ perSecond: 10, perMinute: 300 }) });
 * export const gate = countedGate({ whose: 'The app', budget, keyOf: ({ companyId }) => companyId });
 */
export function countedGate({ whose, budget, keyOf }: CountedGateOptions): Gate {
  /** The common budget of each account, for telling how much of it is used. */
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
