import { digits, treeIds } from '../../kit/seed.ts';

const hex = (company: number, number: number) =>
  `${String(company).padStart(8, '0')}${'0'.repeat(12)}${String(number).padStart(12, '0')}`;

/** A key opens one account. */
export const openaiAccountId = (company: number) => `adacct_${hex(company, 1)}`;

const prefixes = { campaign: 'cmpn_', adSet: 'adgrp_', ad: 'ad_' } as const;

/** By what they pay for. */
export type OpenaiCampaign = 'clicks' | 'conversions' | 'impressions';

export const ids = treeIds<OpenaiCampaign>(
  ['clicks', 'conversions', 'impressions'],
  (account, level, number) =>
    `${prefixes[level]}${account.slice('adacct_'.length, -12)}${digits[level]}${String(number).padStart(11, '0')}`,
);

export const fileId = (account: string) => `file_${account.slice('adacct_'.length)}`;
export const pixelId = (account: string) =>
  `pixel${account.slice('adacct_'.length, 'adacct_'.length + 8)}`;
