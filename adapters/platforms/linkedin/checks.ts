import type { CheckRow } from '../../../core/ports/platform-checks.ts';

/** What is said of ratios differs from page to page, so there is no row of it. */
export const checks: readonly CheckRow[] = [
  {
    ...{ about: 'duration', id: 'video', least: 3, most: 1_800, says: 'Videos take three seconds to 30 minutes.' },
    ...{
      source: 'LinkedIn Videos API as the media guidelines of ayrshare.com quote it; the page itself was not read',
      asOf: '2026-11-16',
    },
  },
];
