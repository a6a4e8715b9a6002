import type { CheckRow, Macro, Placement } from '../types.ts';

const upload = { source: 'TikTok Business API v1.3, file/video/ad/upload', asOf: '2026-11-15' };
const ratios = { vertical: 9 / 16, landscape: 16 / 9, square: 1 };
const review = {
  source: 'ads.tiktok.com/help/article/changes-trigger-review-process',
  asOf: '2026-11-19',
};

export const checks: readonly CheckRow[] = [
  ...Object.entries(ratios).map(
    ([id, ratio]): CheckRow => ({
      about: 'ratio',
      id,
      placement: id,
      ratio,
      media: 'video',
      says: 'Videos are 9:16, 16:9 or 1:1.',
      ...upload,
    }),
  ),
  {
    about: 'length',
    id: 'text',
    field: 'description',
    most: 100,
    says: 'The text of an ad has at most 100 characters.',
    source: 'TikTok Business API v1.3, ad/create',
    asOf: '2026-11-15',
  },
  {
    about: 'review',
    id: 'review',
    changes: ['primaryTexts', 'link', 'targeting'],
    says: 'TikTok reviews this change again. The ad goes on meanwhile, and is paused if it fails.',
    ...review,
  },
];

export const placements: readonly Placement[] = [
  {
    id: 'feed',
    kind: 'reel',
    label: 'In-feed video',
    ratios: { least: 9 / 16, most: 16 / 9 },
    ...upload,
  },
];

const evidence = {
  source: 'https://ads.tiktok.com/help/article/track-offsite-web-events-with-utm-parameters',
  asOf: '2026-11-15',
};

export const macros: readonly Macro[] = Object.entries({
  'campaign.name': '__CAMPAIGN_NAME__',
  'campaign.id': '__CAMPAIGN_ID__',
  'adset.name': '__AID_NAME__',
  'adset.id': '__AID__',
  'ad.name': '__CID_NAME__',
  'ad.id': '__CID__',
  placement: '__PLACEMENT__',
}).map(([name, sent]) => ({ name, sent, ...evidence }));
