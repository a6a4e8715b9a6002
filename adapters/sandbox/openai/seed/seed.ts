import { seedStart, seedTree } from '../../kit/seed.ts';
import { addToken } from '../../kit/tokens.ts';
import type { Entity, JsonObject, SandboxCompany, World } from '../../types.ts';
import { conversionsKeyOf, kinds, seconds, tokenKind } from '../wire.ts';
import { fileId, ids, type OpenaiCampaign, openaiAccountId } from './ids.ts';

export const zone = 'America/New_York';
export const currency = 'USD';

export function seedOpenaiCompany(world: World, company: SandboxCompany): readonly string[] {
  const owner = `openai_company:${company.number}`;
  const account = world.add({
    id: openaiAccountId(company.number),
    kind: kinds.account,
    company: owner,
    parents: [owner],
    data: {
      name: `${company.name} Inc.`,
      legal_name: `${company.name} Inc.`,
      account_name: company.name,
      brand_name: company.name,
      url: 'https://shop.example.com',
      preview_url: null,
      status: 'active',
      timezone: zone,
      currency_code: currency,
      review: { status: 'approved' },
    },
  });
  const keys = { account: account.id };
  addToken(world, tokenKind, owner, company.token, { ...keys, admin: true });
  addToken(world, tokenKind, owner, company.readOnlyToken, keys);
  addToken(world, tokenKind, owner, conversionsKeyOf(company.token), { ...keys, events: true });
  seedCampaigns(world, account);
  return [account.id];
}

function seedCampaigns(world: World, account: Entity): void {
  const start = seedStart(world, zone);
  world.add({
    id: fileId(account.id),
    kind: kinds.file,
    company: account.company,
    parents: [account.id],
    created: start,
    data: { filename: 'seed.png' },
  });
  seedTree<OpenaiCampaign>(world, account, start, {
    ids,
    kinds: { campaign: kinds.campaign, adSet: kinds.adGroup, ad: kinds.ad },
    campaign: (name, title) => ({ ...campaignData(name, start), name: title }),
    adSet: (name, title, campaign) => ({
      ...adGroupData(name),
      name: title,
      campaign_id: campaign.id,
    }),
    ad: (name, { number, status, from }, adGroup) => ({
      ...adData(account.id, name),
      name: `${name} ad ${number}`,
      ad_group_id: adGroup.id,
      status: status === 'DELETED' ? 'archived' : status.toLowerCase(),
      reviewed_at: from,
    }),
  });
}

const campaignData = (name: OpenaiCampaign, start: number): JsonObject => ({
  status: 'active',
  bidding_type: name,
  budget:
    name === 'impressions'
      ? { lifetime_spend_limit_micros: 9_000_000_000 }
      : { daily_spend_limit_micros: 120_000_000 },
  ...(name === 'conversions' && { conversion_event_setting_ids: ['ces_sandbox'] }),
  start_time: seconds(start),
  targeting: { locations: { countries: ['US', 'CA'] } },
});

const bids: { readonly [name in OpenaiCampaign]: JsonObject } = {
  clicks: { billing_event_type: 'click', strategy: 'fixed_bid', max_bid_micros: 2_500_000 },
  conversions: { billing_event_type: 'click', strategy: 'maximize_conversions' },
  impressions: { billing_event_type: 'impression', strategy: 'fixed_bid', max_bid_micros: 60_000 },
};

export const adGroupData = (name: OpenaiCampaign): JsonObject => ({
  status: 'active',
  bidding_config: bids[name],
  context_hints: [`people who ask about ${name}`],
});

export const adData = (account: string, name: string): JsonObject => ({
  creative: {
    type: 'chat_card',
    title: `All about ${name}`,
    body: `Everything about ${name}`,
    target_url: `https://shop.example.com/${name}`,
    file_id: fileId(account),
  },
});
