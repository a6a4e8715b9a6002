export const applovinAccountId = (company: number, number: number) =>
  String(300_000 + company * 10 + number);

/** What each account promotes. */
export const applovinAccounts = ['app', 'web'] as const;

const idOf = (account: string, kind: 1 | 2 | 3, number: number) =>
  `25${account}${kind}${String(number).padStart(4, '0')}`;

const emptyCampaigns = 12;

export const ids = {
  /** One budget for all countries, and one per country; both deliver. */
  delivering: (account: string): string => idOf(account, 1, 1),
  byCountry: (account: string): string => idOf(account, 1, 2),
  /** Without creative sets. */
  empty: (account: string): readonly string[] =>
    Array.from({ length: emptyCampaigns }, (_, i) => idOf(account, 1, 11 + i)),
  /** 1 to 3 in the first campaign, 4 and 5 in the second; 2 is paused, 3 was removed. */
  creativeSet: (account: string, number: number): string => idOf(account, 2, number),
  image: (account: string): string => idOf(account, 3, 1),
  video: (account: string): string => idOf(account, 3, 2),
  /** An HTML end card. */
  endCard: (account: string): string => idOf(account, 3, 3),
} as const;

export const appNetwork = {
  accounts: { app: applovinAccountId(1, 1), web: applovinAccountId(1, 2) },
  ...ids,
} as const;
