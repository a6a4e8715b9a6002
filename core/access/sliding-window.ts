import type { Taken } from '../ports/rate.ts';

/**
 * The times of one key's allowed requests, oldest first. Those before `first` have left the window;
 * they are cut off now and then, not one by one.
 */
export interface RequestLog {
  times: number[];
  first: number;
}

export const emptyLog = (): RequestLog => ({ times: [], first: 0 });

/** One request against a log. A request leaves the window when it is exactly `windowMs` old. */
export function takeFrom(log: RequestLog, limit: number, windowMs: number, now: number): Taken {
  const { times } = log;
  while (log.first < times.length && (times[log.first] ?? now) <= now - windowMs) log.first += 1;
  if (log.first > 64 && log.first * 2 > times.length) {
    times.splice(0, log.first);
    log.first = 0;
  }
  const inWindow = times.length - log.first;
  if (inWindow >= limit) {
    // The request that must leave before another fits: the oldest one, unless the limit was lowered meanwhile.
    const blocking = times[times.length - Math.max(limit, 1)] ?? now;
    return { allowed: false, remaining: 0, retryAfterMs: blocking + windowMs - now };
  }
  // A clock that went back would disorder the log.
  times.push(Math.max(now, times[times.length - 1] ?? now));
  const remaining = limit - inWindow - 1;
  return { allowed: true, remaining, retryAfterMs: remaining > 0 ? 0 : (times[log.first] ?? now) + windowMs - now };
}
