import type { LaunchAd, LaunchMedia } from '../../../core/ports/launch-ad.ts';
import { fields } from './words.ts';

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
const fits = (ratio: number, wanted: number): boolean => Math.abs(ratio / wanted - 1) <= tolerance;

/** By shape where the ad does not say; a logo has to be named. */
const byShape = ['MARKETING_IMAGE', 'SQUARE_MARKETING_IMAGE', 'PORTRAIT_MARKETING_IMAGE'];

type AssetType = { readonly fieldType: string } | { readonly wrong: 'unknown_type' | 'ratio_unknown' | 'ratio' | 'kind' };

export function assetTypeOf({ platformFields }: LaunchAd, { type, ratio }: LaunchMedia): AssetType {
  const said = platformFields?.[fields.assetType]?.trim().toUpperCase();
  if (said !== undefined) {
    const shape = Object.hasOwn(shapes, said) ? shapes[said] : undefined;
    if (shape === undefined) return { wrong: 'unknown_type' };
    if ((shape === 'video') !== (type === 'video')) return { wrong: 'kind' };
    return shape === 'video' || ratio === undefined || fits(ratio, shape) ? { fieldType: said } : { wrong: 'ratio' };
  }
  if (type === 'video') return { fieldType: 'YOUTUBE_VIDEO' };
  if (ratio === undefined) return { wrong: 'ratio_unknown' };
  const found = byShape.find((each) => fits(ratio, shapes[each] as number)); // images
  return found === undefined ? { wrong: 'ratio' } : { fieldType: found };
}

/** In any address of YouTube. */
export function youtubeId(url: string): string | undefined {
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
