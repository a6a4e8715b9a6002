import type { Clock } from '../../core/ports/clock.ts';
import type { Log, LogFields } from '../../core/ports/log.ts';

const EVERY_MS = 60_000;

export type FailureLog = (
  failure: {
    readonly requestId: string;
    readonly status: number;
    readonly error: string;
  } & LogFields,
) => void;

/**
 * Tells of requests that failed. An outage refuses every request for the same reason: the first is
 * told, and once a minute how many were refused since. What else fails is told each time: it may be
 * another fault behind the same words.
 */
export function createFailureLog({
  log,
  clock,
}: {
  readonly log: Pick<Log, 'error'>;
  readonly clock: Pick<Clock, 'monotonic'>;
}): FailureLog {
  let outage: { readonly error: string; readonly since: number; untold: number } | undefined;
  return (failure) => {
    const { status, error } = failure;
    if (status !== 503) {
      log.error('request_failed', failure);
      return;
    }
    const now = clock.monotonic();
    if (outage?.error === error && now - outage.since < EVERY_MS) {
      outage.untold += 1;
      return;
    }
    const untold = outage?.untold ?? 0;
    outage = { error, since: now, untold: 0 };
    log.error('request_failed', { ...failure, ...(untold > 0 && { untold }) });
  };
}
