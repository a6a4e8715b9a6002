import {
  appId,
  appSecret,
  tiktokAccountId,
  tiktokAdId,
  tiktokCampaignId,
  tiktokDeliveringId,
  tiktokEmptyIds,
  tiktokIdentities,
  tiktokPostIds,
} from './seed-ids.ts';

/** What a fresh sandbox holds on this platform, by name. Ids are fixed, so tests can name them. */
export const shortVideo = {
  /** What it wants beside the token to tell which accounts the token opens. */
  appId,
  secret: appSecret,
  accounts: { eur: tiktokAccountId(1, 1), usd: tiktokAccountId(1, 2), disabled: tiktokAccountId(1, 3) },
  identities: tiktokIdentities,
  posts: tiktokPostIds,
  campaign: tiktokCampaignId,
  deliveringAdGroup: tiktokDeliveringId,
  emptyAdGroups: tiktokEmptyIds,
  ad: tiktokAdId,
} as const;
