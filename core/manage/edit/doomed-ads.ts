import { PlatformError } from '../../base/errors.ts';
import type { AdListing } from '../../ports/platform-reads.ts';
import type { Opened } from '../open-account.ts';
import type { Read } from './entities.ts';
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
