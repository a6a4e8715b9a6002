/** How often, and after which pauses, a job that fails is tried again. */
export interface Retries {
  /** After so many retries in a row that failed as well it is dead. */
  readonly limit: number;
  /** The first pause, whole seconds; each is twice as long as the one before. */
  readonly delaySeconds: number;
  /** No pause is longer. */
  readonly longestSeconds: number;
}

/**
 * 1 s, 2 s, 4 s … 15 min, for 25 hours at least: a platform or a database that is away for a night kills nothing, and
 * once it is back nothing waits for longer than a quarter of an hour.
 */
export const defaultRetries: Retries = { limit: 110, delaySeconds: 1, longestSeconds: 900 };

/** How long to wait after the given failure in a row, counted from 1. */
export const pauseAfter = ({ delaySeconds, longestSeconds }: Retries, failures: number): number =>
  1000 * Math.min(longestSeconds, delaySeconds * 2 ** Math.min(failures - 1, 16));
