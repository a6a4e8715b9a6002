/** Six digits, as the platform's are. */
export const applovinAccountId = (company: number, number: number): string => String(300_000 + company * 10 + number);

/** In the order of their numbers: what each promotes. */
export const applovinAccounts = ['app', 'web'] as const;

/** Ids of what is seeded: the account's digits, a digit for the kind, a number. */
const idOf = (account: string, kind: 1 | 2 | 3, number: number): string =>
  `25${account}${kind}${String(number).padStart(4, '0')}`;

export const emptyCampaigns = 12;

export const ids = {
  /** A campaign with one budget for all countries, and one with a budget for each; both deliver. */
  delivering: (account: string): string => idOf(account, 1, 1),
  byCountry: (account: string): string => idOf(account, 1, 2),
  /** Campaigns without creative sets. */
  empty: (account: string): readonly string[] => Array.from({ length: emptyCampaigns }, (_, i) => idOf(account, 1, 11 + i)),
  /** Of the first campaign 1 to 3, of the second 4 and 5; 2 is paused, 3 was taken out of its campaign. */
  creativeSet: (account: string, number: number): string => idOf(account, 2, number),
  image: (account: string): string => idOf(account, 3, 1),
  video: (account: string): string => idOf(account, 3, 2),
  /** An HTML file that can be an end card. */
  endCard: (account: string): string => idOf(account, 3, 3),
} as const;

/** What a fresh sandbox holds on this platform, by name. Ids are fixed, so tests can name them. */
export const appNetwork = {
  accounts: { app: applovinAccountId(1, 1), web: applovinAccountId(1, 2) },
  ...ids,
} as const;
