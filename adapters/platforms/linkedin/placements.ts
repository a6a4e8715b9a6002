import type { Placement } from '../../../core/ports/placement.ts';

/** Where ads are shown, as cards are drawn of them. What the platform's own signs cover is not known here. */
export const placements: readonly Placement[] = [
  { id: 'feed', kind: 'feed', label: 'Feed', source: 'LinkedIn Marketing API, posts', asOf: '2026-11-15' },
];
