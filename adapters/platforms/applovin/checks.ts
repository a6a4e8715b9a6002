import type { CheckRow } from '../../../core/ports/platform-checks.ts';

const specifications = { source: 'Axon by AppLovin, specifications of assets', asOf: '2026-11-16' };
const images = 'Images are end cards of 9:16, banners of 32:5 or rectangles of 6:5.';

export const checks: readonly CheckRow[] = [
  {
    ...{ about: 'ratio', id: 'video', placement: 'full screen', ratio: 9 / 16, media: 'video', says: 'Videos are 9:16.' },
    ...specifications,
  },
  { about: 'ratio', id: 'end-card', placement: 'end card', ratio: 9 / 16, media: 'image', says: images, ...specifications },
  { about: 'ratio', id: 'banner', placement: 'banner', ratio: 32 / 5, media: 'image', says: images, ...specifications },
  { about: 'ratio', id: 'rectangle', placement: 'rectangle', ratio: 6 / 5, media: 'image', says: images, ...specifications },
  { about: 'duration', id: 'length', most: 60, says: 'Videos take at most 60 seconds.', ...specifications },
];
