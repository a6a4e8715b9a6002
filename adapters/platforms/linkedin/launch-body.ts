import { definition } from './definition.ts';
import { numberOf, typeOf } from './urns.ts';

type Fields = { readonly [name: string]: unknown };

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Translates a body for `launch`: names the platform, campaigns by number, and makes a post alone a post boost. Anything that is
 * no body stays: `launch` refuses it.
 */
export function withNames(body: unknown): unknown {
  if (!isFields(body)) return body;
  const adSets = listOf(body.adSets);
  const shared = adSets === undefined ? {} : { adSets };
  if (isFields(body.creativeState)) return { ...body, ...shared, creativeState: withNames(body.creativeState) };
  if (!Array.isArray(body.ads)) return adWithNames(body);
  return { ...body, ...shared, ads: body.ads.map((ad: unknown) => (isFields(ad) ? adWithNames(ad) : ad)) };
}

function adWithNames(ad: Fields): Fields {
  const adSets = listOf(ad.adSets);
  return {
    adAccountType: definition.id,
    ...ad,
    ...(adSets !== undefined && { adSets }),
    ...(typeof ad.postUrn === 'string' && ad.media === undefined && sponsored(ad.postUrn)),
  };
}

const sponsored = (effectiveStoryId: string): Fields => ({
  scalePostId: true,
  media: [{ effectiveStoryId, existingAd: true, existingPrimaryAd: true, isExistingPost: true }],
});

/** Campaigns by number. */
function listOf(adSets: unknown): readonly unknown[] | undefined {
  if (!Array.isArray(adSets)) return undefined;
  return adSets.map((each: unknown) => (isFields(each) ? { ...each, value: plain(each.value) } : plain(each)));
}

const plain = (id: unknown): unknown => (typeof id === 'string' && typeOf(id) === 'adset' ? numberOf(id) : id);
