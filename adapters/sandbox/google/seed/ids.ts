import { digits, treeIds } from '../../kit/seed.ts';

export const developerToken = 'sandbox-developer-token';
export const clientId = 'sandbox-client-id';
export const clientSecret = 'sandbox-client-secret';

/** Ten digits; 0 is the manager. */
export const googleAccountId = (company: number, number: number) =>
  `5${String(company).padStart(5, '0')}${String(number).padStart(4, '0')}`;

/** Without the manager. `closed` takes no changes. */
export const googleAccounts = ['eur', 'usd', 'closed'] as const;

export type GoogleCampaign = 'search' | 'brand' | 'generic';

export const ids = treeIds<GoogleCampaign>(
  ['search', 'brand', 'generic'],
  (account, level, number) =>
    `6${account.slice(-6)}${digits[level]}${String(number).padStart(4, '0')}`,
);

export const searchAds = {
  manager: googleAccountId(1, 0),
  accounts: {
    eur: googleAccountId(1, 1),
    usd: googleAccountId(1, 2),
    closed: googleAccountId(1, 3),
  },
  campaign: ids.campaign,
  deliveringAdGroup: ids.delivering,
  emptyAdGroups: ids.empty,
  ad: ids.ad,
  /** A Performance Max campaign with one asset group, in `usd`. */
  assetCampaign: (account: string): string => `6${account.slice(-6)}10900`,
  assetGroup: (account: string): string => `6${account.slice(-6)}40900`,
  /** A portfolio strategy that no campaign uses. */
  biddingStrategy: (account: string): string => `6${account.slice(-6)}80001`,
  /** `search` and `brand` share it. */
  sharedBudget: (account: string): string => `6${account.slice(-6)}50002`,
} as const;
