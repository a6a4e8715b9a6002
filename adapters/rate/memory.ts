import { emptyLog, type RequestLog, takeFrom } from '../../core/access/sliding-window.ts';
import type { Rate } from '../../core/ports/rate.ts';

/** Windows of one process. Where several processes serve one company, use the Postgres one. */
export function createMemoryRate(): Rate {
  const logs = new Map<string, RequestLog>();
  let sweepAt = 0;

  /** Keys that have been silent for a whole window are forgotten, so that memory follows the traffic. */
  const sweep = (windowMs: number, now: number): void => {
    if (now < sweepAt) return;
    sweepAt = now + windowMs;
    for (const [key, { times }] of logs) if ((times[times.length - 1] ?? 0) <= now - windowMs) logs.delete(key);
  };

  return {
    async take(key, limit, windowMs, now) {
      sweep(windowMs, now);
      let log = logs.get(key);
      if (log === undefined) {
        log = emptyLog();
        logs.set(key, log);
      }
      return takeFrom(log, limit, windowMs, now);
    },
  };
}
