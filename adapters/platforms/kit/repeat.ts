import type { Refusal } from './failures.ts';
import type { Clock, PlatformFailure, Secrets } from './ports.ts';

/** The lease was lost before the request was sent (`Access.isLeaseHeld`). */
export const FENCED =
  'This worker stood still for too long, and another may have taken its work over; nothing was sent.';

type Refused = { readonly ok: false } & Refusal;
type AnyAnswer = { readonly ok: true } | Refused;

export const attempts = 4;
/** A throttle that lasts longer is the caller's to schedule. */
const patienceMs = 10_000;

interface Repeat {
  /** Repeats while the failure allows it, up to `attempts` times. */
  repeated<T extends AnyAnswer>(
    once: () => Promise<T>,
    mayRepeat: (answer: Refused) => boolean,
  ): Promise<T>;
  /** Longer each time, and at least as long as a refusal asks for. */
  pause(attempt: number, failed: readonly AnyAnswer[]): Promise<void>;
}

export function createRepeat({
  clock,
  secrets,
}: {
  readonly clock: Clock;
  readonly secrets: Secrets;
}): Repeat {
  const repeat: Repeat = {
    async repeated(once, mayRepeat) {
      for (let attempt = 1; ; attempt += 1) {
        const answer = await once();
        if (answer.ok || attempt === attempts || !mayRepeat(answer)) return answer;
        await repeat.pause(attempt, [answer]);
      }
    },
    async pause(attempt, failed) {
      // The random part keeps callers out of step.
      const base = 500 * 2 ** (attempt - 1);
      const jitter = (base * (secrets.random(1)[0] ?? 0)) / 255;
      const stated = failed.map((answer) => (answer.ok ? 0 : statedWait(answer.failure)));
      await clock.sleep(Math.max(base + jitter, ...stated));
    },
  };
  return repeat;
}

/** What passes by itself soon is waited for as long as the table says. */
function statedWait({ class: kind, retryAfterMs = 0 }: PlatformFailure): number {
  if (kind === 'flaky') return retryAfterMs <= patienceMs ? retryAfterMs : 0;
  return kind === 'throttled' ? retryAfterMs : 0;
}

/** For reads, and writes that set a state: after a stumble or a short throttle. */
export const harmless = ({ failure }: Refused): boolean =>
  failure.retryable && statedWait(failure) <= patienceMs;

/** For writes that make something: only where the first attempt had no effect. */
export const noEffect = (answer: Refused): boolean =>
  !answer.maybeDone && answer.failure.class !== 'flaky' && harmless(answer);
