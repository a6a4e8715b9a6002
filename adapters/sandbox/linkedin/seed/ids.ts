import { digits, treeIds } from '../../kit/seed.ts';

export const clientId = '77sandboxclient';
export const clientSecret = 'sandbox-client-secret';

export const linkedinAccountId = (company: number, number: number) =>
  `50${String(company).padStart(4, '0')}${String(number).padStart(3, '0')}`;

/** `closed` takes no changes. */
export const linkedinAccounts = ['eur', 'usd', 'closed'] as const;

export type LinkedinCampaign = 'visits' | 'conversions' | 'leads';

export const ids = treeIds<LinkedinCampaign>(
  ['visits', 'conversions', 'leads'],
  (account, level, number) => {
    const digitsOf = `4${account.slice(-6)}${digits[level]}${String(number).padStart(4, '0')}`;
    return level === 'ad' ? `urn:li:sponsoredCreative:${digitsOf}` : digitsOf;
  },
);

export const linkedinOrganizationId = (company: number) =>
  `6426${String(company).padStart(4, '0')}`;

/** Oldest first: an image, a video, a document, one for connections only. */
export const linkedinPosts = (company: number) =>
  [1, 2, 3, 4].map(
    (number) => `urn:li:share:70${String(company).padStart(8, '0')}00000000${number}`,
  );

export const professionalNetwork = {
  clientId,
  clientSecret,
  accounts: {
    eur: linkedinAccountId(1, 1),
    usd: linkedinAccountId(1, 2),
    disabled: linkedinAccountId(1, 3),
  },
  organization: linkedinOrganizationId(1),
  posts: linkedinPosts(1),
  group: ids.campaign,
  deliveringCampaign: ids.delivering,
  emptyCampaigns: ids.empty,
  creative: ids.ad,
} as const;
