import type { Actor } from '../../access/caller.ts';
import type { AdDebugRequest, AdDebugResponse } from '../../schema/manage-inspect.ts';
import type { ManagePorts } from '../open-account.ts';
import { itemError } from '../refusal.ts';
import { readAdsById } from './ads-by-id.ts';

/**
 * Everything the platform holds about some ads. One call for each ad, and one for each image account,
 * video, page and profile behind them, in two batch requests; an ad that fails does not fail the others.
 */
export async function adDebugData(ports: ManagePorts, caller: Actor, request: AdDebugRequest): Promise<AdDebugResponse> {
  const captions = request.includeVideoCaptions === true;
  const ads = await readAdsById(ports, caller.companyId, request.adIds, 'debug', (debug, asker, adIds) =>
    debug(asker, adIds, { captions }),
  );
  const data = ads.map((ad) =>
    'failure' in ad
      ? { adId: ad.adId, success: false, ...itemError(ad.failure) }
      : { ...ad.record, adId: ad.adId, success: true },
  );
  return { success: true, data, count: data.length };
}
