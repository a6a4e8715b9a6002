import type { LaunchAd } from './ports.ts';

/** The tags stand behind the link's own parameters and before its fragment. */
export function tagged(link: string, utmTags: string | undefined): string {
  if (utmTags === undefined) return link;
  const [address = '', fragment] = link.split('#', 2);
  const joint = address.includes('?') ? (/[?&]$/.test(address) ? '' : '&') : '?';
  return `${address}${joint}${utmTags}${fragment === undefined ? '' : `#${fragment}`}`;
}

/** Undefined without a link. */
export const landingPage = ({
  link,
  utmTags,
}: Pick<LaunchAd, 'link' | 'utmTags'>): string | undefined =>
  link === undefined ? undefined : tagged(link, utmTags);
