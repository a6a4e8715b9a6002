import type { LaunchAd } from '../../../core/ports/launch-ad.ts';

/** Undefined without a link. */
export function landingPage({ link, utmTags }: Pick<LaunchAd, 'link' | 'utmTags'>): string | undefined {
  if (link === undefined) return undefined;
  if (utmTags === undefined) return link;
  const [address = '', fragment] = link.split('#', 2);
  const joint = address.includes('?') ? (/[?&]$/.test(address) ? '' : '&') : '?';
  return `${address}${joint}${utmTags}${fragment === undefined ? '' : `#${fragment}`}`;
}
