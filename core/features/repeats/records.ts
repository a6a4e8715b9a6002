import type { AccountKey } from '../../base/account-key.ts';
import { adSetKey, type Plan, type PlannedOperation } from '../../launch/plan/plan.ts';
import { isNewId, newId } from '../../launch/structure/parents.ts';
import type { ServicePorts } from '../../operations/ports.ts';
import type { LaunchAd } from '../../ports/launch-ad.ts';
import { kind, type Store, type Stored, type Write } from '../../ports/store.ts';
import type { Steps } from '../../records/steps.ts';

/** The same ad in the same ad set is a repeat for this long. */
export const REPEAT_MS = 7 * 24 * 60 * 60 * 1000;
/** More than any platform takes into one ad set; the latest count. */
const MOST_ADS = 500;

interface LaunchedAd {
  readonly batch: string;
  readonly operation: string;
  readonly at: number;
}

/** By print. Its id is `adSetKey`. */
interface LaunchedInto {
  readonly ads: { readonly [print: string]: LaunchedAd };
  readonly at: number;
}

export const launchedIntoKind = kind<LaunchedInto>('launched-into', { at: 'number' });

export type Known = ReadonlyMap<string, Stored<LaunchedInto> | undefined>;

export async function readLaunchedInto(
  store: Store,
  companyId: string,
  prints: readonly Printed[],
): Promise<Known> {
  const keys = new Set(prints.map(({ into }) => into));
  return new Map(
    await Promise.all(
      [...keys].map(
        async (key) => [key, await store.get(launchedIntoKind, companyId, key)] as const,
      ),
    ),
  );
}

/**
 * Notes the ads of a batch. Of two launches into one ad set at the same moment one conflicts and
 * looks again.
 */
export function launchedIntoWrites(
  {
    companyId,
    batch,
    now,
  }: { readonly companyId: string; readonly batch: string; readonly now: number },
  prints: readonly Printed[],
  known: Known,
): Write[] {
  const added = new Map<string, Map<string, LaunchedAd>>();
  for (const { operation, into, print } of prints) {
    const ads = added.get(into) ?? new Map<string, LaunchedAd>();
    if (ads.size === 0) added.set(into, ads);
    ads.set(print, { batch, operation: operation.id, at: now });
  }
  return [...added].map(([id, ads]) => {
    const before = known.get(id);
    const doc: LaunchedInto = {
      ads: Object.fromEntries(withEarlier(ads, before?.doc.ads ?? {}, now)),
      at: now,
    };
    return { kind: launchedIntoKind, companyId, id, expect: before?.version ?? 'absent', doc };
  });
}

function withEarlier(
  ads: ReadonlyMap<string, LaunchedAd>,
  earlier: LaunchedInto['ads'],
  now: number,
): [string, LaunchedAd][] {
  const left = Object.entries(earlier).filter(
    ([print, { at }]) => at > now - REPEAT_MS && !ads.has(print),
  );
  const room = Math.max(0, MOST_ADS - ads.size);
  if (left.length > room) left.sort(([, a], [, b]) => b.at - a.at);
  return [...ads, ...left.slice(0, room)].slice(0, MOST_ADS);
}

const AT_ONCE = 100;

export async function forgetLaunchedInto(
  { store, clock }: Pick<ServicePorts, 'store' | 'clock'>,
  companyId: string,
): Promise<'more' | 'done'> {
  const where = { at: { from: 0, before: clock.now() - REPEAT_MS } };
  const { items } = await store.find(launchedIntoKind, companyId, { where, limit: AT_ONCE });
  if (items.length === 0) return 'done';
  await store.commit(
    items.map(({ id, version }) => ({
      kind: launchedIntoKind,
      companyId,
      id,
      expect: version,
      doc: undefined,
    })),
  );
  return items.length < AT_ONCE ? 'done' : 'more';
}

export interface Printed {
  readonly operation: PlannedOperation;
  readonly into: string;
  readonly print: string;
}

/** A new ad set by its name and its campaign's: a ref means nothing beyond its request. */
function placeOf({ adSets, parents = [] }: Plan, account: AccountKey, adSetId: string): string {
  if (!isNewId(adSetId)) return adSetId;
  const { name = '', campaignId = '' } = adSets[adSetKey(account, adSetId)] ?? {};
  const campaign =
    parents.find((each) => each.level === 'campaign' && newId(each.ref) === campaignId)?.request
      .name ?? campaignId;
  return `new ${campaign} ${name}`;
}

/**
 * The name and content of an ad, without its place in the request and without whether it starts
 * paused. A file counts by its content.
 */
export function* printsOf(plan: Plan): Steps<readonly Printed[]> {
  const prints: Printed[] = [];
  const contents = new Map<number, string>();
  const ads = new Map(plan.ads.map((ad) => [ad.index, ad]));
  // An ad that becomes several in an ad set shows another file in each, one after the other.
  let item = 0;
  let last: Printed | undefined;
  for (const operation of plan.operations) {
    if (operation.kind !== 'ad') continue;
    const ad = ads.get(operation.adIndex);
    if (ad === undefined) continue;
    const { account, adSetId = '' } = operation;
    const same =
      last?.operation.account === account && last.operation.adSetId === adSetId ? last : undefined;
    const into = same?.into ?? adSetKey(account, placeOf(plan, account, adSetId));
    item = same?.operation.adIndex === ad.index ? item + 1 : 0;
    const content = contents.get(ad.index) ?? hash(contentOf(ad));
    contents.set(ad.index, content);
    last = { operation, into, print: hash(`${operation.name ?? ''}\n${item}\n${content}`) };
    prints.push(last);
    yield;
  }
  return prints;
}

const NOT_CONTENT = {
  index: undefined,
  path: undefined,
  adSets: undefined,
  adSetsPath: undefined,
  paused: undefined,
  adName: undefined,
  media: undefined,
};

function contentOf(ad: LaunchAd): string {
  // JSON leaves out what is undefined.
  const media = ad.media.map((item) =>
    item.sha256 === undefined ? item : { ...item, url: undefined, filename: undefined },
  );
  return JSON.stringify([{ ...ad, ...NOT_CONTENT }, media]);
}

/** 53 bits, fast. Two texts with one hash cause a needless question, nothing else. */
function hash(text: string): string {
  let [high, low] = [0xdeadbeef, 0x41c6ce57];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    high = Math.imul(high ^ code, 2654435761);
    low = Math.imul(low ^ code, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return (4294967296 * (2097151 & low) + (high >>> 0)).toString(36);
}
