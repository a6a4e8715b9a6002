import type { LaunchAd } from '../../../core/ports/launch-ad.ts';

/** A link with an ad's tags behind its own parameters and in front of its fragment. */
export function tagged(link: string, utmTags: string | undefined): string {
  if (utmTags === undefined) return link;
  const [address = '', fragment] = link.split('#', 2);
  const joint = address.includes('?') ? (/[?&]$/.test(address) ? '' : '&') : '?';
  return `${address}${joint}${utmTags}${fragment === undefined ? '' : `#${fragment}`}`;
}

/** Where the ad leads; undefined without a link. */
export const destinationOf = ({ link, utmTags }: Pick<LaunchAd, 'link' | 'utmTags'>): string | undefined =>
  link === undefined ? undefined : tagged(link, utmTags);

/** Where each card of a carousel leads. */
export const cardLinks = ({ media, link }: Pick<LaunchAd, 'media' | 'link'>): readonly string[] =>
  media.map(({ carouselLink }) => carouselLink ?? link ?? '');
