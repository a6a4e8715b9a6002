import { type Cache, createCache } from '../../core/cache.ts';
import type { Clock } from '../../core/ports/clock.ts';
import { type Answer, answered } from './route.ts';

/** Characters in all. */
const MOST = 16_000_000;

/** The answer to a question of a company. */
export type Coalesce = (companyId: string, question: string, compute: () => Promise<unknown>) => Promise<Answer>;

interface Shared {
  readonly texts: Cache<{ readonly second: number; readonly text: string }>;
  readonly underWay: Map<string, Promise<string>>;
}

/**
 * Equal requests of one company within one second of the clock share one answer, computed once. Errors are not
 * cached, nor answers with `source: 'live'`, because a cached copy would no longer be live.
 */
export function createCoalesce(clock: Clock): Coalesce {
  const { texts, underWay } = createShared();
  return coalesce;

  async function coalesce(companyId: string, question: string, compute: () => Promise<unknown>): Promise<Answer> {
    const second = Math.floor(clock.monotonic() / 1000);
    const key = `${companyId} ${question}`;
    const known = texts.get(key);
    if (known?.second === second) return answered(undefined, { text: known.text });

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
  }
}

const createShared = (): Shared => ({
  texts: createCache({ max: MOST, sizeOf: ({ text }) => text.length }),
  underWay: new Map(),
});

const isLive = (body: unknown): boolean =>
  (body as { readonly metadata?: { readonly source?: unknown } } | undefined)?.metadata?.source === 'live';
