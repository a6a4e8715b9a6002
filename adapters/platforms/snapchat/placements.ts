import type { Placement } from '../../../core/ports/placement.ts';

/** What the platform's own signs cover is not known. */
export const placements: readonly Placement[] = [
  { id: 'snap', kind: 'fullScreen', label: 'Snap', source: 'Snapchat Marketing API, creatives', asOf: '2026-11-15' },
];
