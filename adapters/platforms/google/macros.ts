import type { Macro } from '../../../core/ports/evidence.ts';

const evidence = { source: 'https://support.google.com/google-ads/answer/6305348', asOf: '2026-11-15' };
const ours = { source: 'Written out when the ad is made (words.ts)', asOf: '2026-11-15' };

/** Names in double braces, and the platform's own signs. */
export const valueTrack: readonly (Macro & { readonly sent: string })[] = [
  { name: 'campaign.id', sent: '{campaignid}', ...evidence },
  { name: 'adset.id', sent: '{adgroupid}', ...evidence },
  { name: 'ad.id', sent: '{creative}', ...evidence },
  { name: 'placement', sent: '{placement}', ...evidence },
  { name: 'keyword', sent: '{keyword}', ...evidence },
];

export const macros: readonly Macro[] = [...valueTrack, { name: 'adset.name', ...ours }, { name: 'ad.name', ...ours }];
