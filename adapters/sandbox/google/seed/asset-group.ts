import type { Entity, JsonObject } from '../../entity.ts';
import type { World } from '../../world.ts';
import { kinds } from '../wire/call.ts';
import { seedBudget } from './budget.ts';
import { searchAds } from './ids.ts';

/** Has asset groups instead of ad groups, and has not delivered. */
export function seedAssetGroup(world: World, account: Entity, created: number): void {
  const name = (collection: string, id: string): string => `customers/${account.id}/${collection}/${id}`;
  const [campaign, group] = [searchAds.assetCampaign(account.id), searchAds.assetGroup(account.id)];
  const budget = seedBudget(world, account, created, 3, 'Performance Max budget', false);
  const common = { company: account.company, created } as const;
  world.add({
    ...{ ...common, id: campaign, kind: kinds.campaign, parents: [account.id] },
    data: {
      ...{
        resourceName: name('campaigns', campaign),
        id: campaign,
        name: 'Everywhere',
        heldName: 'Everywhere',
        status: 'PAUSED',
      },
      ...{ advertisingChannelType: 'PERFORMANCE_MAX', campaignBudget: budget, biddingStrategyType: 'MAXIMIZE_CONVERSIONS' },
      ...{ maximizeConversions: {}, containsEuPoliticalAdvertising: 'DOES_NOT_CONTAIN_EU_POLITICAL_ADVERTISING', spans: [] },
    },
  });
  world.add({
    ...{ ...common, id: group, kind: kinds.assetGroup, parents: [account.id, campaign] },
    data: {
      ...{ resourceName: name('assetGroups', group), id: group, name: 'Boats', campaign: name('campaigns', campaign) },
      ...{ status: 'PAUSED', finalUrls: ['https://shop.example.com/'], adStrength: 'POOR', spans: [] },
    },
  });
  seedAssets(world, account, group, created);
}

/** The fewest assets an asset group needs. */
function seedAssets(world: World, account: Entity, group: string, created: number): void {
  const name = (collection: string, id: string): string => `customers/${account.id}/${collection}/${id}`;
  const campaign = searchAds.assetCampaign(account.id);
  const text = (words: string): JsonObject => ({ type: 'TEXT', textAsset: { text: words }, heldContent: `text ${words}` });
  const image = (width: number, height: number): JsonObject => ({
    ...{ type: 'IMAGE', name: `Seed ${width}x${height}`, heldContent: `seed ${width}x${height}` },
    imageAsset: { mimeType: 'IMAGE_PNG', fullSize: { widthPixels: String(width), heightPixels: String(height) } },
  });
  const all: readonly (readonly [fieldType: string, asset: JsonObject])[] = [
    ['HEADLINE', text('Boats')],
    ['HEADLINE', text('Boats for all')],
    ['HEADLINE', text('Boats to your lake')],
    ['LONG_HEADLINE', text('Boats for every lake, delivered to yours')],
    ['DESCRIPTION', text('See what floats.')],
    ['DESCRIPTION', text('Boats of wood, of steel and of rubber.')],
    ['BUSINESS_NAME', text('Boat shop')],
    ['MARKETING_IMAGE', image(1200, 628)],
    ['SQUARE_MARKETING_IMAGE', image(1200, 1200)],
    ['LOGO', image(600, 600)],
  ];
  const common = { company: account.company, created } as const;
  for (const [number, [fieldType, data]] of all.entries()) {
    const id = `6${account.id.slice(-6)}71${String(number).padStart(3, '0')}`;
    world.add({
      ...{ ...common, id: `asset:${id}`, kind: kinds.asset, parents: [account.id] },
      data: { resourceName: name('assets', id), id, source: 'ADVERTISER', heldName: `Seed ${number}`, ...data },
    });
    const link = `${group}~${id}~${fieldType}`;
    world.add({
      ...{ ...common, id: `assetGroupAssets:${link}`, kind: kinds.assetGroupAsset, parents: [account.id, campaign, group] },
      data: {
        ...{ resourceName: name('assetGroupAssets', link), assetGroup: name('assetGroups', group), heldParent: group },
        ...{ asset: name('assets', id), fieldType, status: 'ENABLED' },
      },
    });
  }
}
