import type { Clock } from '../../../../core/ports/clock.ts';
import { type CallLimit, createBudget } from '../../../http/budget.ts';
import type { Pacing } from '../../../http/pacing.ts';
import type { Gate } from '../../kit/gates.ts';
import type { Caller } from '../../kit/requests.ts';

const windowMs = 5 * 60 * 1000;

interface BreakerGate extends Gate {
  /** A file it could not use, although the call was answered. */
  countError(adAccountId: string): void;
}

interface BreakerOptions {
  readonly clock: Clock;
  readonly limit: CallLimit;
  readonly pacing: Pacing;
  /** In five minutes; then nothing is sent until they are five minutes old. */
  readonly mostErrors: number;
}

/**
 * An account may make 1,000 calls a minute, and is locked for a day after 100 refusals in five minutes. No answer tells what is
 * left: the gate counts both, slows down near the second and stops.
 */
export function breakerGate({ clock, limit, pacing, mostErrors }: BreakerOptions): BreakerGate {
  const budget = createBudget({ clock, limitOf: () => limit });
  const errors = new Map<string, readonly number[]>();
  const keyOf = ({ adAccountId = '' }: Pick<Caller, 'adAccountId'>): string => `axon ${adAccountId}`;

  const noteError = (key: string): void => {
    const now = clock.monotonic();
    const recent = [...(errors.get(key) ?? []).filter((at) => now - at < windowMs), now];
    errors.set(key, recent);
    const oldest = recent[recent.length - mostErrors] ?? now;
    const isFull = recent.length >= mostErrors;
    // Half of them may come at any speed; later requests are spaced out.
    const percent = isFull ? 100 : Math.min(99, 60 + (40 * recent.length) / mostErrors);
    pacing.observe(key, { percent, ...(isFull && { resetMs: Math.max(1_000, oldest + windowMs - now) }) }, 'errors');
  };

  return {
    whose: 'The account',
    async turn(caller) {
      const key = keyOf(caller);
      return (await pacing.turn(key, caller.companyId, caller.work)) || budget.turn(key, caller.companyId, caller.work);
    },
    isSlow: (caller) => pacing.isSlow(keyOf(caller)),
    taken: (caller) => budget.taken(keyOf(caller)),
    refused(caller, _call, { status }, refusal) {
      const key = keyOf(caller);
      const { failure } = refusal;
      if (failure.class !== 'throttled') {
        if (status >= 400) noteError(key);
        return refusal;
      }
      const retryAfterMs = budget.refused(key, failure.retryAfterMs);
      pacing.observe(key, { percent: 100, resetMs: retryAfterMs }, 'stop');
      return { ...refusal, failure: { ...failure, retryAfterMs } };
    },
    usage: (adAccountId) => budget.percent(keyOf({ adAccountId })),
    countError: (adAccountId) => noteError(keyOf({ adAccountId })),
  };
}
