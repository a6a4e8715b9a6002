import type { Clock } from '../../core/ports/clock.ts';
import type { Store } from '../../core/ports/store.ts';
import { type Answer, answered } from './route.ts';
import { createKeptTexts, type KeptTexts } from './text-cache.ts';

const MOST = 16_000_000;

interface Shared {
  readonly texts: KeptTexts;
  readonly underWay: Map<string, Promise<string>>;
}

const shared = new WeakMap<Store, Shared>();

/**
 * Within one second of the clock equal questions of one company get one answer, computed once. Not kept are
 * refusals, and answers that say they were fetched just now: the next one was not.
 */
export async function oncePerSecond(
  ports: { readonly store: Store; readonly clock: Clock },
  companyId: string,
  question: string,
  compute: () => Promise<unknown>,
): Promise<Answer> {
  const { texts, underWay } = shared.get(ports.store) ?? { texts: createKeptTexts(MOST), underWay: new Map() };
  shared.set(ports.store, { texts, underWay });
  const second = Math.floor(ports.clock.monotonic() / 1000);
  const key = `${companyId} ${question}`;
  const known = texts.get(key, second);
  if (known !== undefined) return answered(undefined, { text: known });

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
    if (!live) texts.set(key, second, text);
    return answered(undefined, { text });
  } finally {
    underWay.delete(key);
  }
}

const isLive = (body: unknown): boolean =>
  (body as { readonly metadata?: { readonly source?: unknown } } | undefined)?.metadata?.source === 'live';
