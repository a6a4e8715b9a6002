import type { ReportFault } from '../../../core/base/schema/faults.ts';
import type { LaunchAd } from '../../../core/ports/launch-ad.ts';
import type { AdSetFacts } from '../../../core/ports/platform-launch.ts';
import { assetTypeOf, assetTypes, youtubeId } from './asset-types.ts';
import { fields } from './words.ts';

/** Its campaigns have asset groups. */
export const assetChannel = 'PERFORMANCE_MAX';

/** By where the ad goes, else by what it has. */
export function isAssetAd({ media }: Pick<LaunchAd, 'media'>, adSets: readonly Pick<AdSetFacts, 'objective'>[] = []): boolean {
  const known = adSets.filter(({ objective }) => objective !== '');
  return known.length === 0 ? media.length > 0 : known.some(({ objective }) => objective === assetChannel);
}

const wordsOnly = [fields.headlines, fields.descriptions, fields.pins, fields.path1, fields.path2, fields.trackingTemplate];

export function assetRules(ad: LaunchAd, adSets: readonly AdSetFacts[], report: ReportFault): void {
  const others = adSets.filter(({ objective }) => objective !== '' && objective !== assetChannel);
  if (others.length > 0 && others.length < adSets.length)
    report('adSets', 'mixed_ad_groups', 'An ad goes into ad groups or into asset groups, not into both. Make two of it.');
  for (const field of wordsOnly)
    if (ad.platformFields?.[field] !== undefined)
      report(field, 'unsupported_on_platform', `${field} belongs to search ads; an asset group takes images and videos here.`);
  if (ad.cta !== undefined) report('cta', 'unsupported_on_platform', 'An asset has no button. Leave cta out.');
  if (ad.media.length === 0)
    report('media', 'missing_field', 'media is missing: an asset group takes an image, or the address of a video on YouTube.');
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
      report(fields.assetType, 'asset_type', `assetType is one of ${assetTypes.join(', ')}, and fits what the ad shows.`);
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
