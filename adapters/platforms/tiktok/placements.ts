import type { Placement } from '../../../core/ports/placement.ts';

/** Where ads are shown, as cards are drawn of them. What the platform's own signs cover is not known here. */
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
