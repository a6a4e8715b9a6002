/** Time. Core never reads the machine's clock: tests turn this one by hand, Apps Script sleeps through its own service. */
export interface Clock {
  /**
   * Milliseconds since 1970-01-01 UTC, as the machine believes. For dates, time stamps and due times. It may
   * step at any moment, forwards and backwards, by seconds or hours, and two machines may disagree: it decides
   * neither who owns something nor how long something has lasted.
   */
  now(): number;
  /**
   * Milliseconds since a moment that only this process knows. Never steps and never goes back; it may stand
   * still while the machine sleeps. For ownership, waits and ages within one process.
   */
  monotonic(): number;
  /** Resolves after at least `ms` milliseconds by the monotonic clock; at once when `ms` is 0 or less. */
  sleep(ms: number): Promise<void>;
}
