/** Time. Core never reads the machine's clock: tests turn this one by hand, Apps Script sleeps through its own service. */
export interface Clock {
  /** Milliseconds since 1970-01-01 UTC. Never goes backwards within a process. */
  now(): number;
  /** Resolves after at least `ms` milliseconds; at once when `ms` is 0 or less. */
  sleep(ms: number): Promise<void>;
}
