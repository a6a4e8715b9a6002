import type { Clock } from '../ports/clock.ts';

/**
 * Since when documents have stood still, as far as this process has seen. No shared clock is needed for that:
 * whoever watched the same version for the time its owner had promised to renew it in knows that the owner
 * works no more.
 */
export interface Silence {
  /**
   * Whether the document has carried this stamp for `ms`. Starts to count when it is first asked, and anew with
   * every other stamp. A stamp names a version and its writer: versions begin again after a delete.
   */
  lasts(key: string, stamp: string, ms: number): boolean;
  forget(key: string): void;
}

/** What nobody has asked about for so long is forgotten. */
const KEPT_MS = 60 * 60 * 1000;
const MOST = 10_000;

export function createSilence(clock: Pick<Clock, 'monotonic'>): Silence {
  const seen = new Map<string, { readonly stamp: string; readonly since: number }>();

  const sweep = (now: number): void => {
    if (seen.size >= MOST) for (const [key, { since }] of seen) if (now - since > KEPT_MS) seen.delete(key);
  };

  return {
    lasts(key, stamp, ms) {
      const now = clock.monotonic();
      const known = seen.get(key);
      if (known?.stamp === stamp) return now - known.since >= ms;
      sweep(now);
      seen.set(key, { stamp, since: now });
      return false;
    },
    forget(key) {
      seen.delete(key);
    },
  };
}

/**
 * Starts to measure how long something has lasted; the function it answers says so. The longer of what both
 * clocks say counts: the monotonic clock stands still while a machine sleeps, and the wall clock may be set
 * back. Only for giving up what one owns oneself, where too early is harmless; never for taking over.
 */
export function startElapsed(clock: Pick<Clock, 'now' | 'monotonic'>): () => number {
  const wall = clock.now();
  const monotonic = clock.monotonic();
  return () => Math.max(clock.now() - wall, clock.monotonic() - monotonic);
}
