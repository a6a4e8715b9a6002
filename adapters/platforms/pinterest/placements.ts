import type { Placement } from '../../../core/ports/placement.ts';

export const placements: readonly Placement[] = [
  { id: 'pin', kind: 'tile', label: 'Pin', source: 'Pinterest API v5, pins', asOf: '2026-11-15' },
];
