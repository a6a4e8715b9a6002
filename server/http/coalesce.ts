import { type Cache, createCache } from '../../core/base/cache.ts';
import type { Clock } from '../../core/ports/clock.ts';
import { type Answer, answered } from './answer.ts';

/** Characters in all. */
const MOST = 16_000_000;

export interface Coalesce {
  /** What a viewer was answered within this second. */
  kept(viewer: string, question: string): Answer | undefined;
  /** The answer to a question of a viewer. */
  ask(viewer: string, question: string, compute: () => Promise<unknown>): Promise<Answer>;
}

interface Shared {
  readonly texts: Cache<{ readonly second: number; readonly text: string }>;
  readonly underWay: Map<string, Promise<string>>;
}

/**
 * Equal requests of those who see the same within one second of the clock share one answer, computed once. Errors are not
 * cached, nor answers with `source: 'live'`, because a cached copy would no longer be live.
 */
export function createCoalesce(clock: Clock): Coalesce {
  const { texts, underWay } = createShared();
  const secondNow = (): number => Math.floor(clock.monotonic() / 1000);
  return { kept, ask };

  function kept(viewer: string, question: string): Answer | undefined {
    const known = texts.get(keyOf(viewer, question));
    return known?.second === secondNow() ? answered(undefined, known) : undefined;
  }

  async function ask(viewer: string, question: string, compute: () => Promise<unknown>): Promise<Answer> {
    const known = kept(viewer, question);
    if (known !== undefined) return known;

    const [key, second] = [keyOf(viewer, question), secondNow()];
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

const keyOf = (viewer: string, question: string): string => `${viewer} ${question}`;

const createShared = (): Shared => ({
  texts: createCache({ max: MOST, sizeOf: ({ text }) => text.length }),
  underWay: new Map(),
});

const isLive = (body: unknown): boolean =>
  (body as { readonly metadata?: { readonly source?: unknown } } | undefined)?.metadata?.source === 'live';
