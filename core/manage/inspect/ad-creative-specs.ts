import type { Actor } from '../../access/caller.ts';
import { countsOf } from '../../base/item-counts.ts';
import { itemError } from '../../base/refusal.ts';
import type { ManagePorts } from '../open-account.ts';
import type { AdCreativeSpecsRequest, AdCreativeSpecsResponse } from '../schema/inspect.ts';
import { readAdsById } from './ads-by-id.ts';

export async function adCreativeSpecs(
  ports: ManagePorts,
  caller: Actor,
  request: AdCreativeSpecsRequest,
): Promise<AdCreativeSpecsResponse> {
  const ads = await readAdsById(ports, caller.companyId, request, {
    member: 'creatives',
    read: (creatives, asker, adIds) => creatives(asker, adIds),
  });
  const data = ads.map((ad) => {
    if ('failure' in ad) return { adId: ad.adId, success: false, ...itemError(ad.failure) };
    return {
      adId: ad.adId,
      success: true,
      creativeId: ad.creativeId,
      titles: [...ad.titles],
      bodies: [...ad.bodies],
      descriptions: [...ad.descriptions],
      cta: ad.cta ?? null,
      link: ad.link ?? null,
      urlTags: ad.urlTags ?? null,
      images: ad.images.map(({ ref, url }) => ({ hash: ref, url: url ?? null })),
      videos: ad.videos.map(({ id, thumbnailUrl }) => ({ id, thumbnailUrl: thumbnailUrl ?? null })),
      page: ad.page ?? null,
      secondary: ad.secondary ?? null,
    };
  });
  return { data, count: data.length, ...countsOf(data) };
}
