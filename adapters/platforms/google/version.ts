import type { PlatformVersions } from '../types.ts';

const reminder = { source: 'Google Ads API sunset reminders', asOf: '2026-11-16' };
/** The months are projections. */
const schedule = {
  source: 'Google Ads developer blog, 2025-09-04: release schedule for 2026',
  asOf: '2026-11-17',
};

/** Of the Data Manager API, which takes events. */
export const dataManagerVersion = 'v1';

export const version: PlatformVersions = {
  pinned: 'v26',
  form: /^v\d+$/,
  ends: [
    { version: 'v21', on: '2026-08-05', ...reminder },
    { version: 'v22', on: '2026-10-07', ...reminder },
    { version: 'v23', on: '2027-02', ...schedule },
    { version: 'v24', on: '2027-05', ...schedule },
    { version: 'v25', on: '2027-08', ...schedule },
    { version: 'v26', on: '2027-11', ...schedule },
  ],
};
