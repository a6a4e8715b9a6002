import { demoCompany } from '../../companies.ts';
import {
  adId,
  campaignId,
  companyIds,
  deliveringAdSetId,
  emptyAdSetIds,
  imageHash,
  videoId,
} from './ids.ts';

/**
 * Fixed: tests name them. Each further company counts from the next thousand, under its own token.
 */
export const seed = {
  token: demoCompany.token,
  /** May read only. */
  readOnlyToken: demoCompany.readOnlyToken,
  accounts: { eur: 'act_1001', jpy: 'act_1002', usd: 'act_1003', disabled: 'act_1004' },
  /** Shared by all accounts. */
  ...companyIds('act_1001'),
  /** `seed.campaign('act_1001', 'traffic')`. */
  campaign: campaignId,
  deliveringAdSet: deliveringAdSetId,
  emptyAdSets: emptyAdSetIds,
  ad: adId,
  /** In each account. */
  imageHash,
  video: videoId,
} as const;
