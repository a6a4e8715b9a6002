import type { LaunchAd } from '../../../core/ports/launch-ad.ts';

/**
 * The primary platform's macros, which users write into their tags, and what this one calls the same
 * (ads.tiktok.com/help/article/track-offsite-web-events-with-utm-parameters).
 */
const macros: { readonly [macro: string]: string } = {
  '{{campaign.name}}': '__CAMPAIGN_NAME__',
  '{{campaign.id}}': '__CAMPAIGN_ID__',
  '{{adset.name}}': '__AID_NAME__',
  '{{adset.id}}': '__AID__',
  '{{ad.name}}': '__CID_NAME__',
  '{{ad.id}}': '__CID__',
  '{{placement}}': '__PLACEMENT__',
};

const macroForm = /\{\{[^{}]*\}\}/g;

/** Macros nobody here will fill in. */
export const unknownMacros = (text: string): readonly string[] =>
  (text.match(macroForm) ?? []).filter((macro) => macros[macro.toLowerCase()] === undefined);

/** The ad's link with its tags, in the platform's own macros; undefined without a link. */
export function landingPage(ad: Pick<LaunchAd, 'link' | 'utmTags'>): string | undefined {
  if (ad.link === undefined) return undefined;
  const [address = '', fragment] = ad.link.split('#', 2);
  const joint = address.includes('?') ? (/[?&]$/.test(address) ? '' : '&') : '?';
  const tagged = ad.utmTags === undefined ? address : `${address}${joint}${ad.utmTags}`;
  const whole = fragment === undefined ? tagged : `${tagged}#${fragment}`;
  return whole.replace(macroForm, (macro) => macros[macro.toLowerCase()] ?? macro);
}
