import type { CheckRow, Placement } from '../types.ts';

const groups = {
  source: 'Google Ads API, asset requirements of Performance Max',
  asOf: '2026-11-16',
};
const search = { source: 'Google Ads API v25, responsive search ads', asOf: '2026-11-15' };
const media = 'image' as const;
const shapes = 'Images of an asset group are 1.91:1, 1:1 or 4:5, logos 1:1 or 4:1.';
const strategy = {
  source:
    'support.google.com/google-ads/answer/6263057; Google Ads API v25, BiddingStrategySystemStatus',
  asOf: '2026-11-19',
};
const review = { source: 'support.google.com/google-ads/answer/1722120', asOf: '2026-11-19' };

export const checks: readonly CheckRow[] = [
  {
    about: 'ratio',
    id: 'landscape',
    placement: 'landscape',
    ratio: 1.91,
    media,
    says: shapes,
    ...groups,
  },
  { about: 'ratio', id: 'square', placement: 'square', ratio: 1, media, says: shapes, ...groups },
  {
    about: 'ratio',
    id: 'portrait',
    placement: 'portrait',
    ratio: 4 / 5,
    media,
    says: shapes,
    ...groups,
  },
  {
    about: 'ratio',
    id: 'logo',
    placement: 'landscape logo',
    ratio: 4,
    media,
    says: shapes,
    ...groups,
  },
  {
    about: 'length',
    id: 'headline',
    field: 'headlines',
    most: 30,
    says: 'A headline has at most 30 characters.',
    ...search,
  },
  {
    about: 'length',
    id: 'description',
    field: 'descriptions',
    most: 90,
    says: 'A description has at most 90 characters.',
    ...search,
  },
  {
    about: 'length',
    id: 'path',
    field: 'path1',
    most: 15,
    says: 'Each part of the path has at most 15 characters.',
    ...groups,
  },
  {
    about: 'review',
    id: 'review',
    changes: ['headlines', 'primaryTexts', 'link'],
    says: 'Google reviews an ad again after each change.',
    ...review,
  },
  {
    about: 'learning',
    id: 'learning-bid',
    change: 'bidAmount',
    learning: 'depends',
    says: 'An automated bid strategy may learn again after a change of its settings.',
    ...strategy,
  },
  {
    about: 'learning',
    id: 'learning-budget',
    change: 'budget',
    learning: 'depends',
    says: 'An automated bid strategy may learn again after a change of its budget.',
    ...strategy,
  },
];

/** What the platform's own signs cover is not known. */
export const placements: readonly Placement[] = [
  {
    id: 'search',
    kind: 'search',
    label: 'Search result',
    source: 'Google Ads API v25, responsive search ads',
    asOf: '2026-11-15',
  },
];
