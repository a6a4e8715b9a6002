import type { Macro } from '../../../core/ports/evidence.ts';
import type { Placement } from '../../../core/ports/placement.ts';
import type { CheckRow } from '../../../core/ports/platform-checks.ts';

const upload = { source: 'TikTok Business API v1.3, file/video/ad/upload', asOf: '2026-11-15' };
const media = 'video' as const;

export const checks: readonly CheckRow[] = [
  {
    about: 'ratio',
    id: 'vertical',
    placement: 'vertical',
    ratio: 9 / 16,
    media,
    says: 'Videos are 9:16, 16:9 or 1:1.',
    ...upload,
  },
  {
    about: 'ratio',
    id: 'landscape',
    placement: 'landscape',
    ratio: 16 / 9,
    media,
    says: 'Videos are 9:16, 16:9 or 1:1.',
    ...upload,
  },
  { about: 'ratio', id: 'square', placement: 'square', ratio: 1, media, says: 'Videos are 9:16, 16:9 or 1:1.', ...upload },
  {
    about: 'length',
    id: 'text',
    field: 'description',
    most: 100,
    says: 'The text of an ad has at most 100 characters.',
    source: 'TikTok Business API v1.3, ad/create',
    asOf: '2026-11-15',
  },
];

export const placements: readonly Placement[] = [
  {
    id: 'feed',
    kind: 'reel',
    label: 'In-feed video',
    ratios: { least: 9 / 16, most: 16 / 9 },
    source: 'TikTok Business API v1.3, file/video/ad/upload',
    asOf: '2026-11-15',
  },
];

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
