import type { PlatformVersions } from '../types.ts';

const migrations = {
  source: 'LinkedIn Marketing API, migrations: sunset dates',
  asOf: '2026-08-13',
};

/** There was no 202512. */
const ends: readonly (readonly [version: string, on: string])[] = [
  ['202510', '2026-10-15'],
  ['202511', '2026-11-16'],
  ['202601', '2027-01-15'],
  ['202602', '2027-02-15'],
  ['202603', '2027-03-16'],
  ['202604', '2027-04-15'],
  ['202605', '2027-05-15'],
  ['202606', '2027-06-15'],
  ['202607', '2027-07-15'],
];

export const version: PlatformVersions = {
  pinned: '202607',
  form: /^20\d{2}(?:0[1-9]|1[0-2])$/,
  next: '202608',
  ends: [
    ...ends.map(([name, on]) => ({ version: name, on, ...migrations })),
    {
      version: '202608',
      since: '2026-08',
      on: null,
      source: 'LinkedIn Marketing API, recent changes: August 2026, Version 202608 (Latest)',
      asOf: '2026-11-18',
    },
    {
      version: '202609',
      since: '2026-09',
      on: null,
      source: 'Public programs that pin it',
      asOf: '2026-11-18',
    },
  ],
};

/** Each version lives for twelve months at least. */
export const atLeastUntil = (name: string): string =>
  `${Number(name.slice(0, 4)) + 1}-${name.slice(4)}-01`;
