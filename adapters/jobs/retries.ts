export interface Retries {
  /** After so many retries in a row that failed as well it is dead. */
  readonly limit: number;
  /** Whole seconds; each pause is twice the one before. */
  readonly delaySeconds: number;
  /** No pause is longer. */
  readonly longestSeconds: number;
}

/**
 * 1 s, 2 s, 4 s … 15 min, for at least 25 hours: a platform or database that is away for a night
 * kills nothing, and afterwards nothing waits longer than a quarter of an hour.
 */
export const defaultRetries: Retries = { limit: 110, delaySeconds: 1, longestSeconds: 900 };

/** After the given failure in a row, counted from 1. */
export const pauseAfter = ({ delaySeconds, longestSeconds }: Retries, failures: number): number =>
  1000 * Math.min(longestSeconds, delaySeconds * 2 ** Math.min(failures - 1, 16));
