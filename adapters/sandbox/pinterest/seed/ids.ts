import { digits, treeIds } from '../../kit/seed.ts';
import { refreshTokenOf } from '../../kit/tokens.ts';

export const appId = '1490000';
export const appSecret = 'sandbox-app-secret';

export const pinterestAccountId = (company: number, number: number) =>
  `5497${String(company).padStart(5, '0')}${String(number).padStart(3, '0')}`;

export const pinterestAccounts = ['eur', 'usd'] as const;

export type PinterestCampaign = 'consideration' | 'conversions' | 'awareness';

export const ids = treeIds<PinterestCampaign>(
  ['consideration', 'conversions', 'awareness'],
  (account, level, number) =>
    `62${account.slice(-6)}${digits[level]}${String(number).padStart(5, '0')}`,
);

/** The first holds pins of ads, the second pins never promoted. */
export const pinterestBoardId = (company: number, number: 1 | 2) =>
  `71${String(company).padStart(10, '0')}${number}`;

/** Of the second board, oldest first: image, video, carousel. */
export const pinterestPinIds = (company: number) =>
  [1, 2, 3].map((number) => `61${String(company).padStart(10, '0')}9${number}`);

export const pin = {
  appId,
  appSecret,
  refreshTokenOf,
  accounts: { eur: pinterestAccountId(1, 1), usd: pinterestAccountId(1, 2) },
  boards: { ads: pinterestBoardId(1, 1), organic: pinterestBoardId(1, 2) },
  pins: pinterestPinIds(1),
  campaign: ids.campaign,
  deliveringAdGroup: ids.delivering,
  emptyAdGroups: ids.empty,
  ad: ids.ad,
} as const;
