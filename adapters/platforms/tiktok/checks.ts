import type { CheckRow } from '../../../core/ports/platform-checks.ts';

const upload = { source: 'TikTok Business API v1.3, file/video/ad/upload', asOf: '2026-11-15' };
const media = 'video' as const;

export const checks: readonly CheckRow[] = [
  {
    about: 'ratio',
    id: 'vertical',
    placement: 'vertical',
    ratio: 9 / 16,
    media,
    says: 'Videos are 9:16, 16:9 or 1:1.',
    ...upload,
  },
  {
    about: 'ratio',
    id: 'landscape',
    placement: 'landscape',
    ratio: 16 / 9,
    media,
    says: 'Videos are 9:16, 16:9 or 1:1.',
    ...upload,
  },
  { about: 'ratio', id: 'square', placement: 'square', ratio: 1, media, says: 'Videos are 9:16, 16:9 or 1:1.', ...upload },
  {
    ...{ about: 'length', id: 'text', field: 'description', most: 100, says: 'The text of an ad has at most 100 characters.' },
    ...{ source: 'TikTok Business API v1.3, ad/create', asOf: '2026-11-15' },
  },
];
