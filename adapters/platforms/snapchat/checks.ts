import type { CheckRow, Placement } from '../types.ts';

const creatives = { source: 'Snapchat Marketing API, creatives', asOf: '2026-11-15' };
const review = {
  source:
    'Snapchat Marketing API, creatives: review_status; help.snapchat.com/hc/articles/20959389834260',
  asOf: '2026-11-19',
};

export const checks: readonly CheckRow[] = [
  {
    about: 'length',
    id: 'name',
    field: 'adName',
    most: 375,
    says: 'A name has at most 375 characters.',
    ...creatives,
  },
  {
    about: 'length',
    id: 'headline',
    field: 'title',
    most: 34,
    says: 'A headline has at most 34 characters.',
    ...creatives,
  },
  {
    about: 'length',
    id: 'brand',
    field: 'brandName',
    most: 32,
    says: 'A brand name has at most 32 characters.',
    ...creatives,
  },
  {
    about: 'review',
    id: 'review',
    changes: ['headlines', 'link'],
    says: 'Snapchat reviews a new creative before the ad shows it.',
    ...review,
  },
];

/** What the platform's own signs cover is not known. */
export const placements: readonly Placement[] = [
  {
    id: 'snap',
    kind: 'fullScreen',
    label: 'Snap',
    source: 'Snapchat Marketing API, creatives',
    asOf: '2026-11-15',
  },
];
