import type { CheckRow, Placement } from '../types.ts';

const pins = { source: 'Pinterest API v5, pins', asOf: '2026-11-15' };
const review = {
  source: 'help.pinterest.com/en/articles/about-ad-review-process',
  asOf: '2026-11-19',
};

export const checks: readonly CheckRow[] = [
  {
    about: 'length',
    id: 'title',
    field: 'title',
    most: 100,
    says: 'The title of a pin has at most 100 characters.',
    ...pins,
  },
  {
    about: 'length',
    id: 'text',
    field: 'description',
    most: 800,
    says: 'The text of a pin has at most 800 characters.',
    ...pins,
  },
  {
    about: 'length',
    id: 'link',
    field: 'link',
    most: 2048,
    says: 'A link with its tags, or with the mark of its pin (33 characters), has at most 2048 characters.',
    ...pins,
  },
  {
    about: 'length',
    id: 'name',
    field: 'adName',
    most: 255,
    says: 'A name has at most 255 characters.',
    source: 'Pinterest API v5, ads',
    asOf: '2026-11-15',
  },
  {
    about: 'review',
    id: 'review',
    changes: ['link'],
    says: 'Pinterest reviews an ad again after a change of its address.',
    ...review,
  },
];

export const placements: readonly Placement[] = [
  { id: 'pin', kind: 'tile', label: 'Pin', source: 'Pinterest API v5, pins', asOf: '2026-11-15' },
];
