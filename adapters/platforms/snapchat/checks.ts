import type { CheckRow, Placement } from '../types.ts';

const creatives = { source: 'Snapchat Marketing API, creatives', asOf: '2026-11-15' };

export const checks: readonly CheckRow[] = [
  { about: 'length', id: 'name', field: 'adName', most: 375, says: 'A name has at most 375 characters.', ...creatives },
  { about: 'length', id: 'headline', field: 'title', most: 34, says: 'A headline has at most 34 characters.', ...creatives },
  { about: 'length', id: 'brand', field: 'brandName', most: 32, says: 'A brand name has at most 32 characters.', ...creatives },
];

/** What the platform's own signs cover is not known. */
export const placements: readonly Placement[] = [
  { id: 'snap', kind: 'fullScreen', label: 'Snap', source: 'Snapchat Marketing API, creatives', asOf: '2026-11-15' },
];
