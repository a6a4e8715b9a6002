import type { Fault } from '../../base/errors.ts';
import { mapBounded } from '../../base/map-bounded.ts';
import { join } from '../../base/schema/faults.ts';
import type { PlannedMedia } from '../../media/kept-media.ts';
import type { LaunchAd, LaunchMedia } from '../../ports/launch-ad.ts';
import type { KeptMedia, MediaSource, Unkept } from '../../ports/media.ts';
import type { Plan } from '../plan/plan.ts';
import { typeOf } from './normalize-media.ts';

const AT_ONCE = 4;

interface KeptAds {
  readonly ads: readonly LaunchAd[];
  readonly media: readonly PlannedMedia[];
  readonly faults: readonly Fault[];
}

/**
 * Puts files of our own in the place of addresses elsewhere, where the source keeps them: in plans
 * that are approved.
 */
export async function withKeptMedia(
  source: MediaSource,
  companyId: string,
  ads: readonly LaunchAd[],
): Promise<KeptAds> {
  if (source.keep === undefined) return { ads, media: [], faults: [] };
  const addresses = [...new Set(ads.flatMap(addressesOf))];
  const kept = new Map<string, KeptMedia | Unkept>();
  await mapBounded(addresses, AT_ONCE, async (address) => {
    // Addresses of our own are never fetched, and report what is missing themselves.
    if ((await source.describe(companyId, address)) !== undefined) return;
    const found = await source.keep?.(address);
    if (found !== undefined) kept.set(address, found);
  });
  const media = addresses.flatMap((address) => {
    const file = fileOf(kept, address);
    return file === undefined ? [] : [{ address, url: file.url, sha256: file.sha256 }];
  });
  return {
    ads: ads.map((ad) => keptAd(ad, kept)),
    media,
    faults: ads.flatMap((ad) => [...mediaFaults(ad, kept), ...fieldFaults(ad)]),
  };
}

export function withPlannedMedia(plan: Plan, media: readonly PlannedMedia[]): Plan {
  if (media.length === 0) return plan;
  const kept = new Map(media.map((each) => [each.address, each]));
  return { ...plan, ads: plan.ads.map((ad) => keptAd(ad, kept)) };
}

const keptAd = (ad: LaunchAd, kept: Kept): LaunchAd =>
  isShown(ad) ? { ...ad, media: ad.media.map((item) => keptItem(item, kept)) } : ad;

/** The media of existing posts are a preview, and not fetched. */
const isShown = ({ type }: LaunchAd) => type !== 'postBoost' && type !== 'partnershipCode';

const addressesOf = (ad: LaunchAd): readonly string[] =>
  isShown(ad) ? ad.media.flatMap((media) => [...urlOf(media), ...thumbnailOf(media)]) : [];

const urlOf = ({ url, sha256 }: LaunchMedia): readonly string[] =>
  url === undefined || sha256 !== undefined ? [] : [url];
const thumbnailOf = ({ type, thumbnail }: LaunchMedia): readonly string[] =>
  type === 'video' && thumbnail !== undefined ? [thumbnail] : [];

type KeptFile = Pick<KeptMedia, 'url' | 'sha256' | 'width' | 'height'>;
type Kept = ReadonlyMap<string, KeptFile | Unkept>;

const fileOf = (kept: Kept, address: string | undefined): KeptFile | undefined => {
  const found = address === undefined ? undefined : kept.get(address);
  return found !== undefined && 'url' in found ? found : undefined;
};

function keptItem(media: LaunchMedia, kept: Kept): LaunchMedia {
  const file = media.sha256 === undefined ? fileOf(kept, media.url) : undefined;
  const thumbnail = media.type === 'video' ? fileOf(kept, media.thumbnail) : undefined;
  const ratio = file?.width && file.height ? { ratio: file.width / file.height } : {};
  return {
    ...media,
    ...(file && { url: file.url, sha256: file.sha256, ...ratio }),
    ...(thumbnail && { thumbnail: thumbnail.url }),
  };
}

function mediaFaults(
  ad: LaunchAd,
  kept: ReadonlyMap<string, KeptMedia | Unkept>,
): readonly Fault[] {
  return ad.media.flatMap((media, position) => {
    const path = join(ad.path, `media[${position}]`);
    const at = (
      field: string,
      address: string | undefined,
      type: LaunchMedia['type'],
    ): readonly Fault[] => {
      const found = address === undefined ? undefined : kept.get(address);
      if (found === undefined) return [];
      if (!('url' in found)) return [{ path: join(path, field), ...found }];
      const message = `This address leads to a file of the type ${found.contentType}; the ad wants ${type === 'image' ? 'an image' : `a ${type}`} here.`;
      return typeOf(found.contentType, '', undefined) === type
        ? []
        : [{ path: join(path, field), code: 'media_type', message }];
    };
    return [
      ...at('url', urlOf(media)[0], media.type),
      ...at('thumbnail', thumbnailOf(media)[0], 'image'),
    ];
  });
}

/** What a platform reads from an address itself cannot be kept and shown. */
const fieldFaults = ({ path, platformFields = {} }: LaunchAd): readonly Fault[] =>
  Object.entries(platformFields).flatMap(([field, value]) =>
    /^https?:/i.test(value) ? [notKept(join(path, field))] : [],
  );

const notKept = (path: string): Fault => ({
  path,
  code: 'address_not_kept',
  message:
    'What stands at this address could be another file once this is approved. Give the id that the platform has for it.',
});
