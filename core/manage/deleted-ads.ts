import type { AdListing } from '../ports/platform-reads.ts';
import { kind, type Store, type Write } from '../ports/store.ts';

/** An ad this service deleted. The platform lists no deleted ads, so these are the only ones that can be listed. Id: the ad's. */
export interface DeletedAd extends AdListing {
  readonly adAccountId: string;
  readonly adSetId: string;
  readonly deletedAt: number;
}

export const deletedAdKind = kind<DeletedAd>('deleted-ad', { adAccountId: 'string', adSetId: 'string', deletedAt: 'number' });

/** The latest first. */
export async function listDeletedAds(
  store: Store,
  companyId: string,
  query: { readonly adAccountId?: string; readonly adSetId?: string; readonly limit: number; readonly after?: string },
) {
  const { adAccountId, adSetId, limit, after } = query;
  return store.find(deletedAdKind, companyId, {
    where: { ...(adAccountId !== undefined && { adAccountId }), ...(adSetId !== undefined && { adSetId }) },
    order: { by: 'deletedAt', direction: 'desc' },
    limit,
    ...(after !== undefined && { after }),
  });
}

export async function deletedAdWrite(store: Store, companyId: string, doc: DeletedAd): Promise<Write> {
  const known = await store.get(deletedAdKind, companyId, doc.id);
  return { kind: deletedAdKind, companyId, id: doc.id, expect: known?.version ?? 'absent', doc };
}
