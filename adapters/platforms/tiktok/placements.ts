import type { Placement } from '../../../core/ports/placement.ts';

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
