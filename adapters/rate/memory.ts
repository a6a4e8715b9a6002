import { emptyLog, type RequestLog, takeFrom } from '../../core/access/sliding-window.ts';
import type { Rate } from '../../core/ports/rate.ts';

/** Windows of one process. Where several processes serve one company, use the Postgres one. */
export function createMemoryRate(): Rate {
  const logs = new Map<string, RequestLog>();
  let sweepAt = 0;

  /**
   * Keys that have been silent for a whole window are forgotten, so that memory follows the
   * traffic.
   */
  const sweep = (windowMs: number, now: number): void => {
    if (now < sweepAt) return;
    sweepAt = now + windowMs;
    for (const [key, { times }] of logs)
      if ((times[times.length - 1] ?? 0) <= now - windowMs) logs.delete(key);
  };

  const logOf = (key: string): RequestLog => {
    const known = logs.get(key);
    if (known !== undefined) return known;
    const log = emptyLog();
    logs.set(key, log);
    return log;
  };

  return {
    async take(windows, windowMs, now) {
      sweep(windowMs, now);
      return takeFrom(windows, logOf, windowMs, now);
    },
  };
}
