import type { Placement } from '../../../core/ports/placement.ts';

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
