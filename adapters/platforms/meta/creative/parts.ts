import type { LaunchAd } from '../../../../core/ports/launch-ad.ts';
import type { Asset } from '../../../../core/ports/platform-launch.ts';
import type { Row } from '../../kit/json.ts';

/** What a builder makes of an ad: parameters of the creative, and what the user should know. */
export interface Built {
  readonly params: Row;
  readonly warnings?: readonly string[];
}

/** An ad that cannot be turned into a creative although every check passed. */
export class UnbuildableAd extends Error {
  readonly fix: string;

  constructor(message: string, fix: string) {
    super(message);
    this.name = 'UnbuildableAd';
    this.fix = fix;
  }
}

/** Who the ad speaks for. Every spec of a story starts with this. */
export function identity(ad: LaunchAd): Row {
  return { page_id: ad.page, ...(ad.secondary !== undefined && { instagram_user_id: ad.secondary }) };
}

/** The asset that stands for one of the ad's media. */
export function assetAt(assets: readonly Asset[], position: number): Asset {
  const asset = assets[position];
  if (asset === undefined) {
    throw new UnbuildableAd('The ad has fewer uploaded media than it needs.', 'Launch it again with all of its media.');
  }
  return asset;
}

/** A video's thumbnail: the platform's own, made while it processed the video, else the one the user gave. */
export function thumbnailOf(ad: LaunchAd, asset: Asset, position: number): string {
  const url = (asset.type === 'video' ? asset.thumbnailUrl : undefined) ?? ad.media[position]?.thumbnail;
  if (url === undefined) {
    throw new UnbuildableAd(
      'The video has no thumbnail yet.',
      'Launch it again in a few minutes, or give the media a thumbnail.',
    );
  }
  return url;
}

/** Text options of an asset feed; empty ones are left out because the platform refuses them. */
export function textOptions(texts: readonly (string | undefined)[]): readonly Row[] {
  return texts.filter((text): text is string => text !== undefined && text !== '').map((text) => ({ text }));
}

/** The variations where there are any, else the ad's one text. */
export const headlinesOf = (ad: LaunchAd): readonly (string | undefined)[] =>
  ad.headlineVariations?.length ? ad.headlineVariations : [ad.title];

export const bodiesOf = (ad: LaunchAd): readonly (string | undefined)[] =>
  ad.bodyVariations?.length ? ad.bodyVariations : [ad.description];

/** The same with the texts that single media bring along; the platform refuses one that is given twice. */
export const allBodiesOf = (ad: LaunchAd): readonly (string | undefined)[] => [
  ...new Set([...bodiesOf(ad), ...ad.media.map(({ adCopyDescription }) => adCopyDescription)]),
];
