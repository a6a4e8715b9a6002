import type { LaunchAd, Macro } from '../types.ts';

const evidence = {
  source: 'https://support.google.com/google-ads/answer/6305348',
  asOf: '2026-11-15',
};
const ours = { source: 'Written out when the ad is made (words.ts)', asOf: '2026-11-15' };

/** Names in double braces, and the platform's own signs. */
const valueTrack: readonly (Macro & { readonly sent: string })[] = [
  { name: 'campaign.id', sent: '{campaignid}', ...evidence },
  { name: 'adset.id', sent: '{adgroupid}', ...evidence },
  { name: 'ad.id', sent: '{creative}', ...evidence },
  { name: 'placement', sent: '{placement}', ...evidence },
  { name: 'keyword', sent: '{keyword}', ...evidence },
];

export const macros: readonly Macro[] = [
  ...valueTrack,
  { name: 'adset.name', ...ours },
  { name: 'ad.name', ...ours },
];

export const fields = {
  headlines: 'headlines',
  descriptions: 'descriptions',
  pins: 'pins',
  path1: 'path1',
  path2: 'path2',
  trackingTemplate: 'trackingTemplate',
  ignorablePolicyTopics: 'ignorablePolicyTopics',
  assetType: 'assetType',
} as const;

/** A line each, or between bars. */
const listed = (value: string | undefined) =>
  (value ?? '')
    .split(/[|\n]/)
    .map((each) => each.trim())
    .filter((each) => each !== '');

const own = (ad: LaunchAd, field: string) => ad.platformFields?.[field];

/** The ad's own, its variations, the platform's field; each once. */
export const headlinesOf = (ad: LaunchAd) => [
  ...new Set([
    ...(ad.title === undefined ? [] : [ad.title]),
    ...(ad.headlineVariations ?? []),
    ...listed(own(ad, fields.headlines)),
  ]),
];

export const descriptionsOf = (ad: LaunchAd) => [
  ...new Set([
    ...(ad.description === undefined ? [] : [ad.description]),
    ...(ad.bodyVariations ?? []),
    ...listed(own(ad, fields.descriptions)),
  ]),
];

export const topicsOf = (ad: LaunchAd) =>
  (own(ad, fields.ignorablePolicyTopics) ?? '').split(/[\s,|]+/).filter((topic) => topic !== '');

/**
 * `H1:2` shows the first headline in the second place alone, `D2:1` the second description in the
 * first.
 */
interface Pin {
  readonly kind: 'H' | 'D';
  readonly text: number;
  readonly place: number;
}

/** Or the first word that is no pin. */
export function pinsOf(ad: LaunchAd): readonly Pin[] | { readonly wrong: string } {
  const pins: Pin[] = [];
  for (const word of (own(ad, fields.pins) ?? '').split(/[\s,|]+/).filter((each) => each !== '')) {
    const [, kind = '', text, place] = /^([HD])(\d{1,2}):([123])$/i.exec(word) ?? [];
    const letter = kind.toUpperCase();
    if ((letter !== 'H' && letter !== 'D') || (letter === 'D' && place === '3'))
      return { wrong: word };
    pins.push({ kind: letter, text: Number(text), place: Number(place) });
  }
  return pins;
}

export const pathOf = (ad: LaunchAd, field: 'path1' | 'path2') => own(ad, field);
export const templateOf = (ad: LaunchAd) => own(ad, fields.trackingTemplate);

export const knownTokens: readonly string[] = macros.map(({ name }) => name);

const tokenPattern = /\{\{([^{}]{1,60})\}\}/g;

export function unknownTokens(words: string) {
  const unknown: string[] = [];
  // The sheet checks with this too, and Apps Script may lack `matchAll`.
  words.replace(tokenPattern, (whole, name: string) => {
    if (!knownTokens.includes(name.trim())) unknown.push(whole);
    return whole;
  });
  return unknown;
}

/** With the platform's own signs, and names written out. */
export const filledIn = (
  words: string,
  known: { readonly adSetName: string; readonly adName: string },
) =>
  words.replace(tokenPattern, (whole, inner: string) => {
    const name = inner.trim();
    if (name === 'adset.name') return encodeURIComponent(known.adSetName);
    if (name === 'ad.name') return encodeURIComponent(known.adName);
    return valueTrack.find((macro) => macro.name === name)?.sent ?? whole;
  });
