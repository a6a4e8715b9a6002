import { seedStart, seedTree } from '../../kit/seed.ts';
import { addToken, refreshTokenOf } from '../../kit/tokens.ts';
import type { Entity, JsonObject, SandboxCompany, Table, World } from '../../types.ts';
import { addPin } from '../objects/pins.ts';
import { kinds, refreshKind, seconds, tokenKind, words } from '../wire.ts';
import {
  ids,
  type PinterestCampaign,
  pinterestAccountId,
  pinterestAccounts,
  pinterestBoardId,
  pinterestPinIds,
} from './ids.ts';

const day = 86_400_000;

const reading = ['ads:read', 'boards:read', 'pins:read', 'user_accounts:read'];
const writing = ['ads:write', 'boards:write', 'pins:write'];

const accountSeeds: Table<JsonObject> = {
  eur: { currency: 'EUR', country: 'DE', time_zone: 'Europe/Berlin' },
  // Older answers have no zone.
  usd: { currency: 'USD', country: 'US' },
};

const campaignSeeds: {
  readonly [name in PinterestCampaign]: { readonly objective: string; readonly event: string };
} = {
  consideration: { objective: 'CONSIDERATION', event: 'CLICKTHROUGH' },
  conversions: { objective: 'WEB_CONVERSION', event: 'IMPRESSION' },
  awareness: { objective: 'AWARENESS', event: 'IMPRESSION' },
};

export function seedPinterestCompany(world: World, company: SandboxCompany): readonly string[] {
  const owner = `pinterest_company:${company.number}`;
  const all = { scopes: [...reading, ...writing] };
  addToken(world, tokenKind, owner, company.token, all);
  addToken(world, tokenKind, owner, company.readOnlyToken, { scopes: reading });
  addToken(world, refreshKind, owner, refreshTokenOf(company.token), all);
  const boards = seedBoards(world, owner, company.number);
  return pinterestAccounts.map((name, index) => {
    const account = world.add({
      id: pinterestAccountId(company.number, index + 1),
      kind: kinds.account,
      company: owner,
      parents: [owner],
      data: {
        name: `${company.name} ${name.toUpperCase()}`,
        ...accountSeeds[name],
        owner: { username: 'sandbox', id: String(company.number) },
      },
    });
    seedCampaigns(world, account, boards);
    return account.id;
  });
}

function seedBoards(world: World, owner: string, company: number): Entity {
  const add = (number: 1 | 2, name: string) =>
    world.add({
      id: pinterestBoardId(company, number),
      kind: kinds.board,
      company: owner,
      parents: [owner],
      data: { name, description: '', owner: { username: 'sandbox' }, privacy: 'PUBLIC' },
    });
  const ads = add(1, 'Ads');
  const organic = add(2, 'Ideas');
  const types = ['REGULAR', 'VIDEO', 'CAROUSEL'];
  for (const [index, id] of pinterestPinIds(company).entries())
    addPin(
      world,
      organic,
      {
        title: `Idea ${index + 1}`,
        description: 'An idea #slipway',
        link: 'https://shop.example.com/idea',
        creative_type: types[index] ?? 'REGULAR',
        cards: types[index] === 'CAROUSEL' ? [{ title: 'One' }, { title: 'Two' }] : [],
      },
      { id, created: world.now() - (10 - index) * day },
    );
  return ads;
}

function seedCampaigns(world: World, account: Entity, board: Entity): void {
  const start = seedStart(world, 'UTC');
  seedTree<PinterestCampaign>(world, account, start, {
    ids,
    kinds: { campaign: kinds.campaign, adSet: kinds.adGroup, ad: kinds.ad },
    campaign: (name, title) => ({
      name: title,
      objective_type: campaignSeeds[name].objective,
      status: 'ACTIVE',
      ...(name === 'awareness' && { daily_spend_cap: 500_000_000 }),
      is_campaign_budget_optimization: false,
    }),
    adSet: (name, title, campaign) => ({
      ...adGroupData(account, name, start),
      name: title,
      campaign_id: campaign.id,
    }),
    ad: (name, { id, number, status, from }, adGroup) => ({
      ...adData(seedPin(world, board, name, { id: `61${id.slice(2)}`, created: from })),
      name: `${name} ad ${number}`,
      ad_group_id: adGroup.id,
      campaign_id: words(adGroup.data.campaign_id),
      status: status === 'DELETED' ? 'ARCHIVED' : status,
      reviewed_at: from,
    }),
  });
}

export const seedPin = (
  world: World,
  board: Entity,
  name: string,
  place: { readonly id?: string; readonly created: number },
): Entity =>
  addPin(
    world,
    board,
    {
      title: `All about ${name}`,
      description: `Everything about ${name}`,
      link: `https://shop.example.com/${name}`,
      creative_type: 'REGULAR',
      cards: [],
    },
    place,
  );

export const adGroupData = (
  account: Entity,
  name: PinterestCampaign,
  start: number,
): JsonObject => ({
  billable_event: campaignSeeds[name].event,
  budget_in_micro_currency: 100_000_000,
  budget_type: 'DAILY',
  bid_strategy_type: 'AUTOMATIC_BID',
  pacing_delivery_type: 'STANDARD',
  placement_group: 'ALL',
  auto_targeting_enabled: true,
  targeting_spec: { GEO: account.data.currency === 'EUR' ? ['DE', 'FR', 'GB'] : ['US', 'CA'] },
  start_time: seconds(start),
  status: 'ACTIVE',
});

export const adData = (pin: Entity): JsonObject => ({
  creative_type: 'REGULAR',
  pin_id: pin.id,
  destination_url: words(pin.data.link),
  customizable_cta_type: 'LEARN_MORE',
});
