/**
 * Time. Core never reads the machine's clock: tests turn this one by hand, Apps Script sleeps
 * through its own service.
 */
export interface Clock {
  /**
   * Milliseconds since 1970-01-01 UTC, for dates, time stamps and due times. It may step forwards
   * and backwards, and machines may disagree: it decides neither ownership nor durations.
   */
  now(): number;
  /**
   * Milliseconds since a moment of this process, for ownership, waits and ages within it. Never
   * goes back; may stand still while the machine sleeps.
   */
  monotonic(): number;
  /** Resolves after at least `ms` by the monotonic clock; at once when `ms` is 0 or less. */
  sleep(ms: number): Promise<void>;
}
