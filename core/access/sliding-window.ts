import type { RateWindow, Taken } from '../ports/rate.ts';

/**
 * The times of one key's allowed requests, oldest first. Those before `first` have left the window;
 * they are cut off now and then, not one by one.
 */
export interface RequestLog {
  times: number[];
  first: number;
}

export const emptyLog = (): RequestLog => ({ times: [], first: 0 });

/** One request against several logs: it counts in all of them, or in none. */
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
    // A clock that went back would disorder the log.
    if (isOpen) log.times.push(Math.max(now, log.times[log.times.length - 1] ?? now));
    const remaining = Math.max(0, limit - inWindow(log));
    return { allowed, remaining, retryAfterMs: remaining > 0 ? 0 : freeAt(log, limit, now) + windowMs - now };
  });
}

const inWindow = ({ times, first }: RequestLog): number => times.length - first;

/** A request leaves the window when it is exactly `windowMs` old. */
function leave(log: RequestLog, windowMs: number, now: number): void {
  // The clock was set back by more than a window: what was counted by the former one would block for hours.
  if ((log.times[log.times.length - 1] ?? now) > now + windowMs) Object.assign(log, emptyLog());
  const { times } = log;
  while (log.first < times.length && (times[log.first] ?? now) <= now - windowMs) log.first += 1;
  if (log.first > 64 && log.first * 2 > times.length) {
    times.splice(0, log.first);
    log.first = 0;
  }
}

/** When the request came that must leave before another fits: the oldest one, unless the limit was lowered meanwhile. */
const freeAt = ({ times }: RequestLog, limit: number, now: number): number => times[times.length - Math.max(limit, 1)] ?? now;
