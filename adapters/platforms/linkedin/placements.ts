import type { Placement } from '../../../core/ports/placement.ts';

/** What the platform's own signs cover is not known. */
export const placements: readonly Placement[] = [
  { id: 'feed', kind: 'feed', label: 'Feed', source: 'LinkedIn Marketing API, posts', asOf: '2026-11-15' },
];
