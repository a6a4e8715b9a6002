import type { Macro } from '../../../core/ports/evidence.ts';

const evidence = {
  source: 'https://ads.tiktok.com/help/article/track-offsite-web-events-with-utm-parameters',
  asOf: '2026-11-15',
};

export const macros: readonly Macro[] = [
  { name: 'campaign.name', sent: '__CAMPAIGN_NAME__', ...evidence },
  { name: 'campaign.id', sent: '__CAMPAIGN_ID__', ...evidence },
  { name: 'adset.name', sent: '__AID_NAME__', ...evidence },
  { name: 'adset.id', sent: '__AID__', ...evidence },
  { name: 'ad.name', sent: '__CID_NAME__', ...evidence },
  { name: 'ad.id', sent: '__CID__', ...evidence },
  { name: 'placement', sent: '__PLACEMENT__', ...evidence },
];
