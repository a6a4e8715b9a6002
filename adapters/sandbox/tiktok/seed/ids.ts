import { digits, treeIds } from '../../kit/seed.ts';
import type { Table } from '../../types.ts';

export const appId = '7000000000000000900';
export const appSecret = 'sandbox-app-secret';

export const tiktokAccountId = (company: number, number: number) =>
  `70000000000${String(company).padStart(5, '0')}${String(number).padStart(3, '0')}`;

/** `closed` takes no changes. `eur` and `smart` may change Smart+ objects; `smart` has some. */
export const tiktokAccounts = ['eur', 'usd', 'closed', 'smart'] as const;

export type TiktokCampaign = 'traffic' | 'conversions' | 'reach';

const treeId = (account: string, level: keyof typeof digits, number: number) =>
  `18${account.slice(-8)}${digits[level]}${String(number).padStart(8, '0')}`;

export const ids = treeIds<TiktokCampaign>(['traffic', 'conversions', 'reach'], treeId);

/** A manual campaign that collects leads, with an open ad group. */
export const leadIds = (account: string) => ({
  campaign: treeId(account, 'campaign', 9),
  adGroup: treeId(account, 'adSet', 911),
});

export type SmartCampaign = 'web' | 'app' | 'leads';

const smartDigits = { campaign: 4, adSet: 5, ad: 6 } as const;
const smartId = (account: string, digit: number, number: number) =>
  `18${account.slice(-8)}${digit}${String(number).padStart(8, '0')}`;

export const smartIds = treeIds<SmartCampaign>(
  ['web', 'app', 'leads'],
  (account, level, number) => smartId(account, smartDigits[level], number),
  () => 2,
);

/** Of a creative: in delivery, and inside its ad. */
export const smartCreativeIds = (ad: string, number: number) => {
  const ending = `${ad.slice(-7)}${number}`;
  return { ad_id: `${ad.slice(0, 10)}7${ending}`, ad_material_id: `${ad.slice(0, 10)}8${ending}` };
};

/** TikTok gives texts and buttons ids, for reports. */
export function idOfText(given = ''): string {
  let hash = 0n;
  for (const character of given)
    hash = (hash * 131n + BigInt(character.codePointAt(0) ?? 0)) % 10n ** 15n;
  return given === '' ? '' : `1870${String(hash).padStart(15, '0')}`;
}

/** The portfolio of buttons of an account. */
export const portfolioId = (account: string) => smartId(account, 9, 1);

/** An app for Android that accounts can promote. */
export const promotedAppId = '7000000000000000701';

export const tiktokIdentities = {
  /** Without a profile: no posts. */
  custom: { type: 'CUSTOMIZED_USER', id: '7111111111111111101' },
  profile: { type: 'TT_USER', id: '5b3c9c1e-6f0a-5d2b-8c11-0a1b2c3d4e5f' },
  /** Through a business centre. */
  centre: {
    type: 'BC_AUTH_TT',
    id: '9d8e7f6a-1b2c-5d3e-9f00-112233445566',
    centre: '7222222222222222201',
  },
} as const;

/** Oldest first; the last is private. Ids hold the second of creation. */
export const tiktokPostIds = (account: string) =>
  [1, 2, 3].map((number) => {
    const second = BigInt(Date.UTC(2026, 9, 10 + number) / 1000);
    return String((second << 32n) + BigInt(Number(account.slice(-8)) * 10 + number));
  });

/** Location ids are those of GeoNames. */
export const countryOfLocation: Table<string> = {
  6252001: 'US',
  6251999: 'CA',
  2635167: 'GB',
  2921044: 'DE',
  3017382: 'FR',
  1861060: 'JP',
};

export const shortVideo = {
  /** Needed to list the accounts of a token. */
  appId,
  secret: appSecret,
  accounts: {
    eur: tiktokAccountId(1, 1),
    usd: tiktokAccountId(1, 2),
    disabled: tiktokAccountId(1, 3),
    smart: tiktokAccountId(1, 4),
  },
  identities: tiktokIdentities,
  posts: tiktokPostIds,
  campaign: ids.campaign,
  deliveringAdGroup: ids.delivering,
  emptyAdGroups: ids.empty,
  leadAdGroup: (account: string) => leadIds(account).adGroup,
  ad: ids.ad,
  smart: smartIds,
  portfolio: portfolioId,
  promotedAppId,
} as const;
