/**
 * Counts requests in sliding windows: at no moment do more than `limit` allowed requests lie within
 * the last `windowMs`.
 */
export interface Rate {
  /**
   * Asks for one request now. If every window allows it, it counts in all of them, else in none.
   * Concurrent callers together stay within the limits. Answers in the order of the windows.
   */
  take(windows: readonly RateWindow[], windowMs: number, now: number): Promise<readonly Taken[]>;
}

export interface RateWindow {
  readonly key: string;
  readonly limit: number;
}

export interface Taken {
  /** Whether this window allowed the request, whatever the others did. */
  readonly allowed: boolean;
  /** How many more are allowed right now. */
  readonly remaining: number;
  /** Milliseconds until the next one is allowed; 0: at once. */
  readonly retryAfterMs: number;
}
