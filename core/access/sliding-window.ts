import type { RateWindow, Taken } from '../ports/rate.ts';

/**
 * The times of one key's allowed requests, oldest first. Those before `first` have left the window
 * and are cut off in portions.
 */
export interface RequestLog {
  times: number[];
  first: number;
}

export const emptyLog = (): RequestLog => ({ times: [], first: 0 });

/** Counts one request in all logs, or in none. */
export function takeFrom(
  windows: readonly RateWindow[],
  logOf: (key: string) => RequestLog,
  windowMs: number,
  now: number,
): readonly Taken[] {
  let isOpen = true;
  const logs = windows.map(({ key, limit }) => {
    const log = logOf(key);
    leave(log, windowMs, now);
    if (inWindow(log) >= limit) isOpen = false;
    return log;
  });
  return windows.map(({ limit }, i) => {
    const log = logs[i] ?? emptyLog();
    const allowed = inWindow(log) < limit;
    // Keeps the log ordered when the clock goes back.
    if (isOpen) log.times.push(Math.max(now, log.times[log.times.length - 1] ?? now));
    const remaining = Math.max(0, limit - inWindow(log));
    return {
      allowed,
      remaining,
      retryAfterMs: remaining > 0 ? 0 : freeAt(log, limit, now) + windowMs - now,
    };
  });
}

const inWindow = ({ times, first }: RequestLog): number => times.length - first;

/** A request leaves the window when it is exactly `windowMs` old. */
function leave(log: RequestLog, windowMs: number, now: number): void {
  // After the clock was set back by more than a window, the former times would block for hours.
  if ((log.times[log.times.length - 1] ?? now) > now + windowMs) Object.assign(log, emptyLog());
  const { times } = log;
  while (log.first < times.length && (times[log.first] ?? now) <= now - windowMs) log.first += 1;
  if (log.first > 64 && log.first * 2 > times.length) {
    times.splice(0, log.first);
    log.first = 0;
  }
}

/**
 * The time of the request that must leave before another fits: the oldest, unless the limit was
 * lowered.
 */
const freeAt = ({ times }: RequestLog, limit: number, now: number): number =>
  times[times.length - Math.max(limit, 1)] ?? now;
