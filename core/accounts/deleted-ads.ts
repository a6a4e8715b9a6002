import type { AccountKey } from '../base/account-key.ts';
import type { Clock } from '../ports/clock.ts';
import type { AdListing } from '../ports/platform-reads.ts';
import { kind, type Store, type Write } from '../ports/store.ts';

/**
 * An ad this service deleted, alone or with its ad set or campaign: the only list of them where a
 * platform lists no deleted ads. Kept under account and ad.
 */
interface DeletedAd extends AdListing {
  readonly account: AccountKey;
  readonly deletedAt: number;
}

export const deletedAdKind = kind<DeletedAd>('deleted-ad', {
  account: 'string',
  adSetId: 'string',
  deletedAt: 'number',
});

const deletedAdId = (account: AccountKey, adId: string): string => `${account}/${adId}`;

/** Latest first. */
export async function listDeletedAds(
  store: Store,
  companyId: string,
  query: {
    readonly account?: AccountKey;
    readonly adSetId?: string;
    readonly limit: number;
    readonly after?: string;
  },
) {
  const { account, adSetId, limit, after } = query;
  return store.find(deletedAdKind, companyId, {
    where: { ...(account !== undefined && { account }), ...(adSetId !== undefined && { adSetId }) },
    order: { by: 'deletedAt', direction: 'desc' },
    limit,
    ...(after !== undefined && { after }),
  });
}

export async function deletedAdWrite(
  store: Store,
  companyId: string,
  doc: DeletedAd,
): Promise<Write> {
  const id = deletedAdId(doc.account, doc.id);
  const known = await store.get(deletedAdKind, companyId, id);
  return { kind: deletedAdKind, companyId, id, expect: known?.version ?? 'absent', doc };
}

const WRITES_AT_ONCE = 100;

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
      writes.push({
        kind: deletedAdKind,
        companyId,
        id,
        expect: 'absent',
        doc: { ...ad, ...gone },
      });
    }
    // A conflict means that the same ads were noted at the same moment.
    if (writes.length > 0) await store.commit(writes);
  }
}
