import type { Clock } from '../../ports/clock.ts';
import { kind, type Store, type Stored, type Write } from '../../ports/store.ts';
import type { Printed } from './prints.ts';

/** The same ad in the same ad set is asked about when it was launched so lately. */
export const REPEAT_MS = 7 * 24 * 60 * 60 * 1000;
/** More than any platform takes into one ad set; of ad sets that take any number, the latest. */
const MOST_ADS = 500;

interface LaunchedAd {
  readonly batch: string;
  readonly operation: string;
  readonly at: number;
}

/** What was launched into one ad set lately, by print. Its id is `adSetKey`. */
interface LaunchedInto {
  readonly ads: { readonly [print: string]: LaunchedAd };
  /** When the latest of them was launched. */
  readonly at: number;
}

export const launchedIntoKind = kind<LaunchedInto>('launched-into', { at: 'number' });

/** What is known of the ad sets of a plan, by `adSetKey`. */
export type Known = ReadonlyMap<string, Stored<LaunchedInto> | undefined>;

export async function readLaunchedInto(store: Store, companyId: string, prints: readonly Printed[]): Promise<Known> {
  const keys = new Set(prints.map(({ into }) => into));
  return new Map(
    await Promise.all([...keys].map(async (key) => [key, await store.get(launchedIntoKind, companyId, key)] as const)),
  );
}

/** Notes the ads of a batch. Two launches into one ad set at the same moment get in each other's way: one looks again. */
export function launchedIntoWrites(
  companyId: string,
  batch: string,
  prints: readonly Printed[],
  known: Known,
  now: number,
): Write[] {
  const added = new Map<string, Map<string, LaunchedAd>>();
  for (const { operation, into, print } of prints) {
    const ads = added.get(into) ?? new Map<string, LaunchedAd>();
    if (ads.size === 0) added.set(into, ads);
    ads.set(print, { batch, operation: operation.id, at: now });
  }
  return [...added].map(([id, ads]) => {
    const before = known.get(id);
    const doc: LaunchedInto = { ads: Object.fromEntries(withEarlier(ads, before?.doc.ads ?? {}, now)), at: now };
    return { kind: launchedIntoKind, companyId, id, expect: before?.version ?? 'absent', doc };
  });
}

/** Those of now, and of the earlier ones the latest that there is room for. */
function withEarlier(ads: ReadonlyMap<string, LaunchedAd>, earlier: LaunchedInto['ads'], now: number): [string, LaunchedAd][] {
  const left = Object.entries(earlier).filter(([print, { at }]) => at > now - REPEAT_MS && !ads.has(print));
  const room = Math.max(0, MOST_ADS - ads.size);
  if (left.length > room) left.sort(([, a], [, b]) => b.at - a.at);
  return [...ads, ...left.slice(0, room)].slice(0, MOST_ADS);
}

const AT_ONCE = 100;

/** Lets go of what nobody is asked about any more. */
export async function forgetLaunchedInto(
  { store, clock }: { readonly store: Store; readonly clock: Clock },
  companyId: string,
): Promise<'more' | 'done'> {
  const where = { at: { from: 0, before: clock.now() - REPEAT_MS } };
  const { items } = await store.find(launchedIntoKind, companyId, { where, limit: AT_ONCE });
  if (items.length === 0) return 'done';
  await store.commit(
    items.map(({ id, version }) => ({ kind: launchedIntoKind, companyId, id, expect: version, doc: undefined })),
  );
  return items.length < AT_ONCE ? 'done' : 'more';
}
