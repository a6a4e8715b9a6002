/**
 * Counts requests in sliding windows, exactly as a log of their times would: at no moment do more than
 * `limit` allowed requests lie within the last `windowMs`.
 */
export interface Rate {
  /**
   * Asks for one request now. It is allowed when every window allows it; then it counts in all of them, else
   * in none. Of any number of concurrent callers no more get through than the limits allow. Answers in the
   * order of the windows.
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
  /** How many more would be allowed right now. */
  readonly remaining: number;
  /** After how many milliseconds the next one would be allowed; 0 when it would be at once. */
  readonly retryAfterMs: number;
}
