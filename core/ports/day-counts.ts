/** Counts uses of a platform's daily limit, for all processes that share a database. */
export interface DayCounts {
  /** Counts under a key, such as the fingerprint of an app. Never waits, never throws. */
  add(key: string, amount: number): void;
  /** The count of the last 24 hours, to the hour. */
  lastDay(key: string): Promise<number>;
}
