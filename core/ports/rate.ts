/**
 * Counts requests in a sliding window, exactly as a log of their times would: at no moment do more than
 * `limit` allowed requests lie within the last `windowMs`.
 */
export interface Rate {
  /**
   * Asks for one request now. Of any number of concurrent callers no more get through than the limit
   * allows. A refused request leaves no trace.
   */
  take(key: string, limit: number, windowMs: number, now: number): Promise<Taken>;
}

export interface Taken {
  readonly allowed: boolean;
  /** How many more would be allowed right now. */
  readonly remaining: number;
  /** After how many milliseconds the next one would be allowed; 0 when it would be at once. */
  readonly retryAfterMs: number;
}
