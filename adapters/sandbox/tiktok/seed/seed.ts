import { within } from '../../kit/json.ts';
import { found, seedStart, seedTree } from '../../kit/seed.ts';
import { addToken } from '../../kit/tokens.ts';
import type { Entity, JsonObject, SandboxCompany, Table, World } from '../../types.ts';
import { addIdentity } from '../objects/accounts.ts';
import { addComment } from '../objects/comments.ts';
import { newImageId } from '../objects/files.ts';
import { addPortfolio } from '../objects/portfolios.ts';
import { formatTime, kinds, tokenKind } from '../wire.ts';
import {
  ids,
  leadIds,
  portfolioId,
  smartIds,
  type TiktokCampaign,
  tiktokAccountId,
  tiktokAccounts,
  tiktokIdentities,
  tiktokPostIds,
} from './ids.ts';
import { seedSmartCampaigns } from './smart.ts';

const day = 86_400_000;

/** The zone twice: with the POSIX sign, and by name. */
const accountSeeds: Table<JsonObject> = {
  eur: {
    currency: 'EUR',
    timezone: 'Etc/GMT-1',
    display_timezone: 'Europe/Berlin',
    country: 'DE',
    status: 'STATUS_ENABLE',
    smart_plus_allowed: true,
  },
  usd: {
    currency: 'USD',
    timezone: 'Etc/GMT+8',
    display_timezone: 'America/Los_Angeles',
    country: 'US',
    status: 'STATUS_ENABLE',
  },
  closed: {
    currency: 'USD',
    timezone: 'Etc/GMT+5',
    display_timezone: 'America/New_York',
    country: 'US',
    status: 'STATUS_DISABLE',
  },
  smart: {
    currency: 'EUR',
    timezone: 'Etc/GMT-1',
    display_timezone: 'Europe/Berlin',
    country: 'DE',
    status: 'STATUS_ENABLE',
    smart_plus_allowed: true,
  },
};

const campaignSeeds: {
  readonly [name in TiktokCampaign]: { readonly objective: string; readonly adGroup: JsonObject };
} = {
  traffic: { objective: 'TRAFFIC', adGroup: { optimization_goal: 'CLICK', billing_event: 'CPC' } },
  conversions: {
    objective: 'WEB_CONVERSIONS',
    adGroup: {
      optimization_goal: 'CONVERT',
      billing_event: 'OCPM',
      optimization_event: 'ON_WEB_ORDER',
    },
  },
  reach: { objective: 'REACH', adGroup: { optimization_goal: 'REACH', billing_event: 'CPM' } },
};

export function seedTiktokCompany(world: World, company: SandboxCompany): readonly string[] {
  const owner = `tiktok_company:${company.number}`;
  addToken(world, tokenKind, owner, company.token, { main: true });
  addToken(world, tokenKind, owner, company.readOnlyToken, {});
  return tiktokAccounts.map((name, index) => {
    const account = world.add({
      id: tiktokAccountId(company.number, index + 1),
      kind: kinds.account,
      company: owner,
      parents: [owner],
      data: { name: `${company.name} ${name.toUpperCase()}`, ...accountSeeds[name] },
    });
    seedIdentities(world, account);
    if (name === 'smart') seedSmartAccount(world, account);
    else if (account.data.status === 'STATUS_ENABLE') {
      const start = seedStart(world, String(account.data.display_timezone));
      seedCampaigns(world, account, start, seedImage(world, account, start, newImageId(world)));
      seedLeadAdGroup(world, account, start);
      seedComments(world, account);
    }
    if (account.data.smart_plus_allowed === true)
      addPortfolio(world, account, portfolioId(account.id));
    return account.id;
  });
}

function seedIdentities(world: World, account: Entity): void {
  const { custom, profile, centre } = tiktokIdentities;
  const picture = 'https://sandbox.example/profile.jpg';
  addIdentity(world, account, custom, {
    display_name: 'Sandbox Brand',
    username: null,
    profile_image: picture,
  });
  const owner = addIdentity(world, account, profile, {
    display_name: 'Sandbox Profile',
    username: 'sandbox',
    profile_image: picture,
  });
  addIdentity(world, account, centre, {
    display_name: 'Sandbox Creator',
    username: 'creator',
    profile_image: picture,
    identity_authorized_bc_id: centre.centre,
  });
  for (const [index, id] of tiktokPostIds(account.id).entries())
    world.add({
      id,
      kind: kinds.post,
      company: account.company,
      parents: [owner.id],
      created: world.now() - (10 - index) * day,
      data: { text: `Post ${index + 1} #slipway`, ...(index === 2 && { private: true }) },
    });
}

/**
 * Manual campaigns beside Smart+ ones. Their ids are fixed, so that those of other accounts stay
 * what they were.
 */
function seedSmartAccount(world: World, account: Entity): void {
  const start = seedStart(world, String(account.data.display_timezone));
  const image = seedImage(world, account, start, `ad-site-i18n-sg/smart${account.id}`);
  seedCampaigns(world, account, start, image);
  seedSmartCampaigns(world, account, start, image);
  const ad = found(world, smartIds.ad(account.id, 'web', 1));
  for (const [number, content] of ['Does it ship?', 'Nice'].entries())
    addComment(
      world,
      ad,
      { content, user_id: `${6_100 + number}`, user_name: ['Gus', 'Hal'][number] ?? '' },
      world.now() - (2 - number) * day,
      `${ad.id.slice(0, 10)}3${String(number + 1).padStart(8, '9')}`,
    );
}

const campaignData = {
  operation_status: 'ENABLE',
  campaign_automation_type: 'MANUAL',
  is_smart_performance_campaign: false,
};

function seedCampaigns(world: World, account: Entity, start: number, image: string): void {
  seedTree<TiktokCampaign>(world, account, start, {
    ids,
    kinds: { campaign: kinds.campaign, adSet: kinds.adGroup, ad: kinds.ad },
    campaign: (name, title) => ({
      campaign_name: title,
      objective_type: campaignSeeds[name].objective,
      budget_mode: name === 'reach' ? 'BUDGET_MODE_DAY' : 'BUDGET_MODE_INFINITE',
      budget: name === 'reach' ? 500 : 0,
      ...campaignData,
    }),
    adSet: (name, title, campaign) => ({
      ...adGroupData(account, name, start),
      adgroup_name: title,
      campaign_id: campaign.id,
    }),
    ad: (name, { number, status, from }, adGroup) => ({
      ...seedAdData(name, image),
      ad_name: `${name} ad ${number}`,
      adgroup_id: adGroup.id,
      campaign_id: String(adGroup.data.campaign_id),
      operation_status: operations[status],
      reviewed_at: from,
    }),
  });
}

function seedLeadAdGroup(world: World, account: Entity, start: number): void {
  const { campaign, adGroup } = leadIds(account.id);
  const shared = { ...within(account), created: start };
  const data = {
    ...campaignData,
    campaign_name: 'Leads',
    objective_type: 'LEAD_GENERATION',
    budget_mode: 'BUDGET_MODE_INFINITE',
    budget: 0,
  };
  world.add({
    id: campaign,
    kind: kinds.campaign,
    ...shared,
    data: { ...data, spans: [[start, null]] },
  });
  const goal = {
    promotion_type: 'LEAD_GENERATION',
    promotion_target_type: 'INSTANT_PAGE',
    optimization_goal: 'LEAD_GENERATION',
    billing_event: 'OCPM',
  };
  const group = {
    ...adGroupData(account, 'traffic', start),
    ...goal,
    adgroup_name: 'Leads open 1',
    campaign_id: campaign,
  };
  world.add({
    id: adGroup,
    kind: kinds.adGroup,
    ...within(account, campaign),
    created: start,
    data: { ...group, spans: [[start, null]] },
  });
}

const operations = { ACTIVE: 'ENABLE', PAUSED: 'DISABLE', DELETED: 'DELETE' } as const;

export const adGroupData = (account: Entity, name: TiktokCampaign, start: number): JsonObject => ({
  budget_mode: 'BUDGET_MODE_DAY',
  budget: 100,
  promotion_type: 'WEBSITE',
  placement_type: 'PLACEMENT_TYPE_NORMAL',
  placements: ['PLACEMENT_TIKTOK'],
  location_ids:
    account.data.currency === 'EUR' ? ['2921044', '3017382', '2635167'] : ['6252001', '6251999'],
  schedule_type: 'SCHEDULE_FROM_NOW',
  schedule_start_time: formatTime(start),
  start_at: start,
  pacing: 'PACING_MODE_SMOOTH',
  bid_type: 'BID_TYPE_NO_BID',
  ...campaignSeeds[name].adGroup,
  operation_status: 'ENABLE',
});

export const seedAdData = (name: TiktokCampaign, image: string): JsonObject => ({
  ad_format: 'SINGLE_IMAGE',
  ad_text: `All about ${name}`,
  call_to_action: 'LEARN_MORE',
  landing_page_url: `https://shop.example.com/${name}`,
  image_ids: [image],
  identity_type: tiktokIdentities.custom.type,
  identity_id: tiktokIdentities.custom.id,
});

function seedComments(world: World, account: Entity): void {
  for (const name of ids.names) {
    const ad = world.get(ids.ad(account.id, name, 1));
    if (ad === undefined) continue;
    for (const [number, content] of [
      'What does it cost?',
      'Is it waterproof?',
      'Love it',
    ].entries())
      addComment(
        world,
        ad,
        { content, user_id: `${6_000 + number}`, user_name: ['Dee', 'Eli', 'Fay'][number] ?? '' },
        world.now() - (3 - number) * day,
      );
  }
}

function seedImage(world: World, account: Entity, created: number, id: string): string {
  return world.add({
    id,
    kind: kinds.image,
    ...within(account),
    created,
    data: {
      file_name: 'seed.jpg',
      signature: '',
      width: 720,
      height: 1280,
      format: 'jpeg',
      size: 1000,
    },
  }).id;
}
