import type { ReportFault } from '../../../core/base/schema/faults.ts';
import type { AdSetFacts, LaunchAd, LaunchMedia } from '../types.ts';
import { fields } from './words.ts';

/** Its campaigns have asset groups. */
export const assetChannel = 'PERFORMANCE_MAX';

/** By where the ad goes, else by what it has. */
export function isAssetAd(
  { media }: Pick<LaunchAd, 'media'>,
  adSets: readonly Pick<AdSetFacts, 'objective'>[] = [],
) {
  const known = adSets.filter(({ objective }) => objective !== '');
  return known.length === 0
    ? media.length > 0
    : known.some(({ objective }) => objective === assetChannel);
}

const wordsOnly = [
  fields.headlines,
  fields.descriptions,
  fields.pins,
  fields.path1,
  fields.path2,
  fields.trackingTemplate,
];

export function assetRules(ad: LaunchAd, adSets: readonly AdSetFacts[], report: ReportFault) {
  const others = adSets.filter(({ objective }) => objective !== '' && objective !== assetChannel);
  if (others.length > 0 && others.length < adSets.length)
    report(
      'adSets',
      'mixed_ad_groups',
      'An ad goes into ad groups or into asset groups, not into both. Make two ads.',
    );
  for (const field of wordsOnly)
    if (ad.platformFields?.[field] !== undefined)
      report(
        field,
        'unsupported_on_platform',
        `${field} belongs to search ads; an asset group takes images and videos here.`,
      );
  if (ad.cta !== undefined)
    report('cta', 'unsupported_on_platform', 'An asset has no button. Leave cta out.');
  if (ad.media.length === 0)
    report(
      'media',
      'missing_field',
      'Media is missing: an asset group takes an image, or the address of a video on YouTube.',
    );
  ad.media.forEach((media, position) => {
    const at = `media[${position}]`;
    if (media.type === 'video' && youtubeId(media.url ?? '') === undefined)
      report(
        `${at}.url`,
        'youtube_video',
        'A video of an asset group is one on YouTube: give its address, such as https://youtu.be/dQw4w9WgXcQ.',
      );
    const type = assetTypeOf(ad, media);
    if (!('wrong' in type)) return;
    if (type.wrong === 'unknown_type' || type.wrong === 'kind')
      report(
        fields.assetType,
        'asset_type',
        `assetType is one of ${assetTypes.join(', ')}, and fits what the ad shows.`,
      );
    else if (type.wrong === 'ratio_unknown')
      report(
        at,
        'placement_ratio_unknown',
        'The shape of this image is not known. Upload the file here, put a mark such as 1200x628 into its name, or give assetType.',
      );
    else
      report(
        at,
        'placement_ratio',
        'An asset group takes images of 1.91:1 (landscape), 1:1 (square) and 4:5 (portrait), and logos of 1:1 and 4:1 named in assetType.',
      );
  });
}

/** Field types of an asset group, with the shape of images: width by height. */
const shapes: { readonly [fieldType: string]: number | 'video' } = {
  MARKETING_IMAGE: 1.91,
  SQUARE_MARKETING_IMAGE: 1,
  PORTRAIT_MARKETING_IMAGE: 0.8,
  LOGO: 1,
  LANDSCAPE_LOGO: 4,
  YOUTUBE_VIDEO: 'video',
};
export const assetTypes: readonly string[] = Object.keys(shapes);

/** Pixels are rounded. */
const tolerance = 0.02;
const fits = (ratio: number, wanted: number) => Math.abs(ratio / wanted - 1) <= tolerance;

/** By shape where the ad does not say; a logo has to be named. */
const byShape = ['MARKETING_IMAGE', 'SQUARE_MARKETING_IMAGE', 'PORTRAIT_MARKETING_IMAGE'];

type AssetType =
  | { readonly fieldType: string }
  | { readonly wrong: 'unknown_type' | 'ratio_unknown' | 'ratio' | 'kind' };

export function assetTypeOf({ platformFields }: LaunchAd, { type, ratio }: LaunchMedia): AssetType {
  const said = platformFields?.[fields.assetType]?.trim().toUpperCase();
  if (said !== undefined) {
    const shape = Object.hasOwn(shapes, said) ? shapes[said] : undefined;
    if (shape === undefined) return { wrong: 'unknown_type' };
    if ((shape === 'video') !== (type === 'video')) return { wrong: 'kind' };
    return shape === 'video' || ratio === undefined || fits(ratio, shape)
      ? { fieldType: said }
      : { wrong: 'ratio' };
  }
  if (type === 'video') return { fieldType: 'YOUTUBE_VIDEO' };
  if (ratio === undefined) return { wrong: 'ratio_unknown' };
  const found = byShape.find((each) => fits(ratio, shapes[each] as number)); // images
  return found === undefined ? { wrong: 'ratio' } : { fieldType: found };
}

/** In any address of YouTube. */
export function youtubeId(url: string) {
  const [, host = '', rest = ''] = /^https?:\/\/([^/]+)\/(.*)$/.exec(url) ?? [];
  const name = host.toLowerCase().replace(/^(www|m)\./, '');
  const [path = '', query = ''] = rest.split('?');
  const id =
    name === 'youtu.be'
      ? path.split('/')[0]
      : name === 'youtube.com' || name === 'youtube-nocookie.com'
        ? path === 'watch'
          ? /(?:^|&)v=([\w-]+)/.exec(query)?.[1]
          : /^(?:shorts|embed|live)\/([\w-]+)/.exec(path)?.[1]
        : undefined;
  return id !== undefined && /^[\w-]{11}$/.test(id) ? id : undefined;
}
