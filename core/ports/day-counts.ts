/** Counts what a platform allows so many of a day, for all processes that share a database. */
export interface DayCounts {
  /** Counts some more under a key, such as the fingerprint of an app. Never waits, never throws. */
  add(key: string, amount: number): void;
  /** What was counted under a key in the last 24 hours, to the hour. */
  lastDay(key: string): Promise<number>;
}
