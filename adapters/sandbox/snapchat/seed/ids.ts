import { treeIds } from '../../kit/seed.ts';
import { refreshTokenOf } from '../../kit/tokens.ts';

export const clientId = 'sandbox-client-id';
export const clientSecret = 'sandbox-client-secret';

const hex = (value: number, digits: number) => value.toString(16).padStart(digits, '0');

export const snapchatAccountId = (company: number, number: number) =>
  `5ca90000-0000-4000-8000-${hex(company, 8)}${hex(number, 4)}`;
export const organizationId = (company: number, number: number) =>
  `04900000-0000-4000-8000-${hex(company, 8)}${hex(number, 4)}`;
export const profileId = (company: number, number: number) =>
  `96f00000-0000-4000-8000-${hex(company, 8)}${hex(number, 4)}`;

/** The first two share an organisation. `pending` takes no changes. */
export const snapchatAccounts = ['eur', 'usd', 'pending'] as const;

const heads = { campaign: 'ca000000', adSet: 'a5000000', ad: 'ad000000' } as const;

export type SnapchatCampaign = 'traffic' | 'sales' | 'awareness';

export const ids = treeIds<SnapchatCampaign>(
  ['traffic', 'sales', 'awareness'],
  (account, level, number) => `${heads[level]}-${hex(number, 4)}-4000-8000-${account.slice(-12)}`,
);

export const photoMessaging = {
  clientId,
  clientSecret,
  refreshToken: refreshTokenOf('sandbox-token'),
  accounts: {
    eur: snapchatAccountId(1, 1),
    usd: snapchatAccountId(1, 2),
    pending: snapchatAccountId(1, 3),
  },
  profiles: { brand: profileId(1, 1), other: profileId(1, 2) },
  campaign: ids.campaign,
  deliveringAdSquad: ids.delivering,
  emptyAdSquads: ids.empty,
  ad: ids.ad,
} as const;
