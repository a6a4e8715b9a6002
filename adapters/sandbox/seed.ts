import { adId, campaignId, companyIds, deliveringAdSetId, emptyAdSetIds, imageHash, videoId } from './meta/seed/ids.ts';
import { type MetaCompany, seedMetaCompany } from './meta/seed/seed.ts';
import { seedTiktokCompany } from './tiktok/seed.ts';
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
} from './tiktok/seed-ids.ts';
import type { World } from './world.ts';

/**
 * What a fresh sandbox holds, by name. Ids are fixed, so tests can name them. The first company's accounts
 * are act_1001 to act_1004; each further one counts on from the next thousand under a token of its own.
 */
export const seed = {
  token: 'sandbox-token',
  /** May read, may not change. */
  readOnlyToken: 'sandbox-read-token',
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
  /** On the short-video platform, under the same tokens. */
  shortVideo: {
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
  },
} as const;

export interface SeededCompany {
  readonly token: string;
  readonly adAccountIds: readonly string[];
}

/** Adds a company with accounts, campaigns and delivery on every platform. */
export function seedCompany(world: World, name?: string): SeededCompany {
  const number = world.all('.tokens').filter((id) => world.get(id)?.data.main === true).length + 1;
  const company: MetaCompany = {
    number,
    name: name ?? 'Sandbox Company',
    token: number === 1 ? seed.token : `${seed.token}-${number}`,
    readOnlyToken: number === 1 ? seed.readOnlyToken : `${seed.readOnlyToken}-${number}`,
  };
  const adAccountIds = seedMetaCompany(world, company);
  const id = world.get(adAccountIds[0] ?? '')?.company ?? '';
  return { token: company.token, adAccountIds: [...adAccountIds, ...seedTiktokCompany(world, { ...company, id })] };
}
