import type { CheckRow, Placement } from '../types.ts';

const text = {
  source: 'linkedin.com/help/lms/answer/a426534, specifications of single image ads',
  asOf: '2026-11-16',
};
const review = {
  source: 'business.linkedin.com/advertise/ads/best-practices/how-ads-are-reviewed',
  asOf: '2026-11-19',
};

/** Pages disagree about ratios, so there is no row. */
export const checks: readonly CheckRow[] = [
  {
    about: 'length',
    id: 'title',
    field: 'title',
    most: 200,
    advice: true,
    ...text,
    says: 'A headline has at most 200 characters, and is cut off after about 70.',
  },
  {
    about: 'length',
    id: 'text',
    field: 'description',
    most: 3_000,
    advice: true,
    ...text,
    says: 'The text of an ad has at most 3,000 characters, and is cut off after about 150.',
  },
  {
    about: 'length',
    id: 'name',
    field: 'adName',
    most: 255,
    advice: true,
    ...text,
    says: 'A name has at most 255 characters.',
  },
  {
    about: 'duration',
    id: 'video',
    least: 3,
    most: 1_800,
    says: 'Videos take three seconds to 30 minutes.',
    source:
      'LinkedIn Videos API as the media guidelines of ayrshare.com quote it; the page itself was not read',
    asOf: '2026-11-16',
  },
  {
    about: 'review',
    id: 'review',
    changes: ['primaryTexts', 'link'],
    says: 'LinkedIn reviews changes of ads before they are shown.',
    ...review,
  },
];

/** What the platform's own signs cover is not known. */
export const placements: readonly Placement[] = [
  {
    id: 'feed',
    kind: 'feed',
    label: 'Feed',
    source: 'LinkedIn Marketing API, posts',
    asOf: '2026-11-15',
  },
];
