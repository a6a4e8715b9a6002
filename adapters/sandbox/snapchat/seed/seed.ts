import { seedStart, seedTree } from '../../kit/seed.ts';
import { addToken, refreshTokenOf } from '../../kit/tokens.ts';
import type { Entity, JsonObject, SandboxCompany, Table, World } from '../../types.ts';
import { addCreative, addMedia } from '../objects/creatives.ts';
import { iso, kinds, refreshKind, tokenKind } from '../wire.ts';
import {
  ids,
  organizationId,
  profileId,
  type SnapchatCampaign,
  snapchatAccountId,
  snapchatAccounts,
} from './ids.ts';

const accountSeeds: Table<JsonObject> = {
  eur: { currency: 'EUR', timezone: 'Europe/Berlin', status: 'ACTIVE' },
  usd: { currency: 'USD', timezone: 'America/Los_Angeles', status: 'ACTIVE' },
  pending: { currency: 'USD', timezone: 'America/New_York', status: 'PENDING' },
};

interface Seed {
  readonly objective: string;
  readonly legacy: string;
  readonly adSquad: JsonObject;
}

const campaignSeeds: { readonly [name in SnapchatCampaign]: Seed } = {
  traffic: { objective: 'TRAFFIC', legacy: 'WEB_VIEW', adSquad: { optimization_goal: 'SWIPES' } },
  sales: {
    objective: 'SALES',
    legacy: 'WEB_CONVERSION',
    adSquad: {
      optimization_goal: 'PIXEL_PURCHASE',
      pixel_id: '91e10000-0000-4000-8000-000000000001',
    },
  },
  awareness: {
    objective: 'AWARENESS_AND_ENGAGEMENT',
    legacy: 'BRAND_AWARENESS',
    adSquad: { optimization_goal: 'IMPRESSIONS' },
  },
};

export function seedSnapchatCompany(world: World, company: SandboxCompany): readonly string[] {
  const owner = `snapchat_company:${company.number}`;
  for (const [token, main] of [
    [company.token, true],
    [company.readOnlyToken, false],
  ] as const) {
    addToken(world, tokenKind, owner, token, { main });
    addToken(world, refreshKind, owner, refreshTokenOf(token), { main });
  }
  const add = (id: string, kind: string, parents: readonly string[], data: JsonObject) =>
    world.add({ id, kind, company: owner, parents, data });
  for (const number of [1, 2]) {
    const name = number === 1 ? company.name : `${company.name} Partners`;
    add(organizationId(company.number, number), kinds.organization, [owner], {
      name,
      country: 'DE',
      type: 'ENTERPRISE',
      state: 'ACTIVE',
      roles: ['admin'],
    });
    add(profileId(company.number, number), kinds.profile, [owner], {
      name: number === 1 ? 'Sandbox Brand' : 'Other Brand',
    });
  }
  return snapchatAccounts.map((name, index) => {
    const organization_id = organizationId(company.number, name === 'pending' ? 2 : 1);
    const account = add(
      snapchatAccountId(company.number, index + 1),
      kinds.account,
      [organization_id],
      {
        name: `${company.name} ${name.toUpperCase()}`,
        type: 'PARTNER',
        organization_id,
        billing_type: 'REVOLVING',
        funding_source_ids: [],
        advertiser: company.name,
        ...accountSeeds[name],
      },
    );
    if (account.data.status === 'ACTIVE')
      seedCampaigns(world, account, profileId(company.number, 1));
    return account.id;
  });
}

function seedCampaigns(world: World, account: Entity, profile: string): void {
  const start = seedStart(world, String(account.data.timezone));
  const creative = seedCreative(world, account, profile, start);
  seedTree<SnapchatCampaign>(world, account, start, {
    ids,
    kinds: { campaign: kinds.campaign, adSet: kinds.adSquad, ad: kinds.ad },
    campaign: (name, title) => ({
      name: title,
      ad_account_id: account.id,
      status: 'ACTIVE',
      buy_model: 'AUCTION',
      start_time: iso(start),
      objective: campaignSeeds[name].legacy,
      objective_v2_properties: { objective_v2_type: campaignSeeds[name].objective },
      ...(name === 'awareness' && { daily_budget_micro: 500_000_000 }),
    }),
    adSet: (name, title, campaign) => ({
      ...adSquadData(account, name, start),
      name: title,
      campaign_id: campaign.id,
    }),
    ad: (name, { number, status, from }, adSquad) => ({
      name: `${name} ad ${number}`,
      ad_squad_id: adSquad.id,
      campaign_id: String(adSquad.data.campaign_id),
      creative_id: creative.id,
      type: 'REMOTE_WEBPAGE',
      render_type: 'STATIC',
      reviewed_at: from,
      ...(status === 'DELETED' ? { status: 'PAUSED', deleted: true } : { status }),
    }),
  });
}

export const adSquadData = (
  account: Entity,
  name: SnapchatCampaign,
  start: number,
): JsonObject => ({
  status: 'ACTIVE',
  type: 'SNAP_ADS',
  billing_event: 'IMPRESSION',
  bid_strategy: 'AUTO_BID',
  auto_bid: true,
  daily_budget_micro: 100_000_000,
  delivery_constraint: 'DAILY_BUDGET',
  pacing_type: 'STANDARD',
  placement_v2: { config: 'AUTOMATIC' },
  targeting: {
    geos: (account.data.currency === 'EUR' ? ['de', 'fr', 'gb'] : ['us', 'ca']).map(
      (country_code) => ({ country_code }),
    ),
  },
  start_time: iso(start),
  ...campaignSeeds[name].adSquad,
});

function seedCreative(world: World, account: Entity, profile: string, created: number) {
  const file = {
    name: 'seed.jpg',
    file_name: 'seed.jpg',
    file_size_in_bytes: 1_000,
    ready_at: created,
  };
  const image = addMedia(world, account, { ...file, type: 'IMAGE' }, created);
  return addCreative(world, account, creativeData(image.id, profile), created);
}

const creativeData = (image: string, profile: string): JsonObject => ({
  name: 'Seed',
  type: 'WEB_VIEW',
  headline: 'All about it',
  brand_name: 'Sandbox Brand',
  shareable: true,
  top_snap_media_id: image,
  call_to_action: 'MORE',
  profile_properties: { profile_id: profile },
  web_view_properties: { url: 'https://shop.example.com/seed' },
});
