import { createCache } from '../../core/base/cache.ts';
import type { Clock } from '../../core/ports/clock.ts';
import { type Answer, answered } from './answer.ts';

const MOST = 16_000_000;

export type Coalesce = (
  viewer: string,
  question: string,
  compute: () => Promise<unknown>,
) => Promise<Answer>;

/**
 * Equal requests of those who see the same within one second of the clock share one answer,
 * computed once. Errors are not cached, nor answers with `source: 'live'`, because a cached copy
 * would no longer be live.
 */
export function createCoalesce(clock: Clock): Coalesce {
  const texts = createCache<{ readonly second: number; readonly text: string }>({
    max: MOST,
    sizeOf: ({ text }) => text.length,
  });
  const underWay = new Map<string, Promise<string>>();

  return async (viewer, question, compute) => {
    const key = `${viewer} ${question}`;
    const second = Math.floor(clock.monotonic() / 1000);
    const known = texts.get(key);
    if (known?.second === second) return answered(undefined, known);
    const begun = underWay.get(key);
    if (begun !== undefined) return answered(undefined, { text: await begun });
    let live = false;
    const work = compute().then((body) => {
      live = isLive(body);
      return JSON.stringify(body);
    });
    underWay.set(key, work);
    try {
      const text = await work;
      if (!live) texts.set(key, { second, text });
      return answered(undefined, { text });
    } finally {
      underWay.delete(key);
    }
  };
}

const isLive = (body: unknown): boolean =>
  (body as { readonly metadata?: { readonly source?: unknown } } | undefined)?.metadata?.source ===
  'live';
