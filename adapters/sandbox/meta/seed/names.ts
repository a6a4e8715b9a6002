import { demoCompany } from '../../companies.ts';
import { adId, campaignId, companyIds, deliveringAdSetId, emptyAdSetIds, imageHash, videoId } from './ids.ts';

/**
 * What a fresh sandbox holds on this platform, by name. Ids are fixed, so tests can name them. The first company's
 * accounts are act_1001 to act_1004; each further one counts on from the next thousand under a token of its own.
 */
export const seed = {
  token: demoCompany.token,
  /** May read, may not change. */
  readOnlyToken: demoCompany.readOnlyToken,
  accounts: { eur: 'act_1001', jpy: 'act_1002', usd: 'act_1003', disabled: 'act_1004' },
  /** Page, profile, posts, media, pixel and ad codes, shared by all accounts. */
  ...companyIds('act_1001'),
  /** Each account has campaigns of these names: `seed.campaign('act_1001', 'traffic')`. */
  campaign: campaignId,
  deliveringAdSet: deliveringAdSetId,
  emptyAdSets: emptyAdSetIds,
  ad: adId,
  /** An image and a video that is ready, in each account. */
  imageHash,
  video: videoId,
} as const;
