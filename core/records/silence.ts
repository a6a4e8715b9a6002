import type { Clock } from '../ports/clock.ts';

/**
 * Since when documents have not changed, as far as this process has seen. Needs no shared clock: an
 * owner whose version stood still for the time it had promised to renew it in has stopped working.
 */
export interface Silence {
  /**
   * Whether the document has carried this stamp for `ms`, counted from the first question about the
   * stamp. A stamp names a version and its writer: versions begin again after a delete.
   */
  lasts(key: string, stamp: string, ms: number): boolean;
  forget(key: string): void;
}

/** Keys are forgotten this long after they were first seen. */
const KEPT_MS = 60 * 60 * 1000;
const MOST = 10_000;

export function createSilence(clock: Pick<Clock, 'monotonic'>): Silence {
  const seen = new Map<string, { readonly stamp: string; readonly since: number }>();

  const sweep = (now: number) => {
    if (seen.size >= MOST)
      for (const [key, { since }] of seen) if (now - since > KEPT_MS) seen.delete(key);
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
 * Starts to measure; the answer tells the time since. The longer of both clocks counts: the
 * monotonic one stands still while a machine sleeps, the wall clock may be set back. Only for
 * giving up what one owns, where too early is harmless; never for taking over.
 */
export function startElapsed(clock: Pick<Clock, 'now' | 'monotonic'>): () => number {
  const wall = clock.now();
  const monotonic = clock.monotonic();
  return () => Math.max(clock.now() - wall, clock.monotonic() - monotonic);
}
