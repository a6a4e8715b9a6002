import type { AccountKey } from '../base/account-key.ts';
import { PlatformError } from '../base/errors.ts';
import type { Read } from '../manage/edit/entities.ts';
import type { Opened } from '../manage/open-account.ts';
import type { Clock } from '../ports/clock.ts';
import type { AdListing } from '../ports/platform-reads.ts';
import { kind, type Store, type Write } from '../ports/store.ts';

/**
 * An ad this service deleted, by itself or with its ad set or campaign. Where a platform lists no deleted
 * ads these are the only ones that can be listed. Kept under account and ad.
 */
export interface DeletedAd extends AdListing {
  readonly account: AccountKey;
  readonly deletedAt: number;
}

export const deletedAdKind = kind<DeletedAd>('deleted-ad', { account: 'string', adSetId: 'string', deletedAt: 'number' });

const deletedAdId = (account: AccountKey, adId: string): string => `${account}/${adId}`;

/** The latest first. */
export async function listDeletedAds(
  store: Store,
  companyId: string,
  query: { readonly account?: AccountKey; readonly adSetId?: string; readonly limit: number; readonly after?: string },
) {
  const { account, adSetId, limit, after } = query;
  return store.find(deletedAdKind, companyId, {
    where: { ...(account !== undefined && { account }), ...(adSetId !== undefined && { adSetId }) },
    order: { by: 'deletedAt', direction: 'desc' },
    limit,
    ...(after !== undefined && { after }),
  });
}

export async function deletedAdWrite(store: Store, companyId: string, doc: DeletedAd): Promise<Write> {
  const id = deletedAdId(doc.account, doc.id);
  const known = await store.get(deletedAdKind, companyId, id);
  return { kind: deletedAdKind, companyId, id, expect: known?.version ?? 'absent', doc };
}

const WRITES_AT_ONCE = 100;

/** Notes ads as deleted now, unless they are noted already. */
export async function rememberDeletedAds(
  { store, clock }: { readonly store: Store; readonly clock: Clock },
  companyId: string,
  account: AccountKey,
  ads: readonly AdListing[],
): Promise<void> {
  const gone = { status: 'DELETED', effectiveStatus: 'DELETED', account, deletedAt: clock.now() };
  for (let start = 0; start < ads.length; start += WRITES_AT_ONCE) {
    const writes: Write[] = [];
    for (const ad of ads.slice(start, start + WRITES_AT_ONCE)) {
      const id = deletedAdId(account, ad.id);
      if ((await store.get(deletedAdKind, companyId, id)) !== undefined) continue;
      writes.push({ kind: deletedAdKind, companyId, id, expect: 'absent', doc: { ...ad, ...gone } });
    }
    // Somebody who deletes the same ads at the same moment has written the same.
    if (writes.length > 0) await store.commit(writes);
  }
}

/** What was read of an ad, as lists show it. Nothing for what is no ad. */
export function listingOf(read: Read): readonly AdListing[] {
  if (!('status' in read) || read.type !== 'ad') return [];
  const { id, name, status, createdTime, thumbnailUrl, adSetId = '' } = read;
  return [{ id, name, status, effectiveStatus: status, createdTime, thumbnailUrl: thumbnailUrl ?? null, adSetId }];
}

/**
 * The ads in ad sets and campaigns that are about to be deleted, by the one they are in: nobody can list
 * them afterwards, where the platform does not. One call for 200. Those that cannot be read are left out.
 */
export async function adsBelow(
  { platform: { inspect }, access }: Opened<'edit'>,
  reads: readonly Read[],
): Promise<ReadonlyMap<string, readonly AdListing[]>> {
  const found = new Map<string, readonly AdListing[]>();
  if (inspect === undefined || inspect.listsDeleted) return found;
  for (const read of reads) {
    if (!('status' in read) || read.type === 'ad') continue;
    const parent = read.type === 'adset' ? { adSetId: read.id } : { campaignId: read.id };
    const ads: AdListing[] = [];
    try {
      for (let after: string | undefined, more = true; more; more = after !== undefined) {
        const page = await inspect.ads(access, { ...parent, limit: 200, ...(after !== undefined && { after }) });
        ads.push(...page.data);
        after = page.after;
      }
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
    }
    found.set(read.id, ads);
  }
  return found;
}
