import type { Entity, JsonObject } from '../../entity.ts';
import { within } from '../../kit/json.ts';
import type { World } from '../../world.ts';
import { kinds } from '../wire.ts';
import { ids, searchAds } from './ids.ts';

/** Answers its resource name. */
export function seedBudget(
  world: World,
  account: Entity,
  created: number,
  number: number,
  title: string,
  shared: boolean,
): string {
  const id = `6${account.id.slice(-6)}5${String(number).padStart(4, '0')}`;
  const resourceName = `customers/${account.id}/campaignBudgets/${id}`;
  world.add({
    id: `budget:${id}`,
    kind: kinds.budget,
    ...within(account),
    created,
    data: {
      resourceName,
      id,
      name: title,
      amountMicros: '500000000',
      explicitlyShared: shared,
      deliveryMethod: 'STANDARD',
      period: 'DAILY',
      status: 'ENABLED',
      type: 'STANDARD',
    },
  });
  return resourceName;
}

/** Every kind of targeting in one campaign. */
export function seedBrand(world: World, account: Entity, created: number): void {
  const name = (collection: string, id: string): string => `customers/${account.id}/${collection}/${id}`;
  const brand = ids.campaign(account.id, 'brand');
  const adGroup = ids.delivering(account.id, 'brand');
  const add = (kind: string, id: string, above: readonly string[], data: JsonObject) =>
    world.add({ id, kind, ...within(account, ...above), created, data });
  for (const [number, criterion] of [
    {
      adSchedule: { dayOfWeek: 'MONDAY', startHour: 8, startMinute: 'ZERO', endHour: 18, endMinute: 'THIRTY' },
      type: 'AD_SCHEDULE',
    },
    { device: { type: 'MOBILE' }, bidModifier: 1.2, type: 'DEVICE' },
    { placement: { url: 'http://www.example.com' }, negative: true, type: 'PLACEMENT' },
    { ipBlock: { ipAddress: '192.0.2.0/24' }, negative: true, type: 'IP_BLOCK' },
  ].entries()) {
    const id = `${brand}~${number + 11}`;
    add(kinds.campaignCriterion, `campaign-criterion:${id}`, [brand], {
      resourceName: name('campaignCriteria', id),
      criterionId: String(number + 11),
      campaign: name('campaigns', brand),
      status: 'ENABLED',
      heldParent: brand,
      ...criterion,
    });
  }
  for (const [number, criterion] of [
    { userList: { userList: name('userLists', '1') }, bidModifier: 1.5, type: 'USER_LIST' },
    { topic: { topicConstant: 'topicConstants/3' }, negative: true, type: 'TOPIC' },
  ].entries()) {
    const id = `${adGroup}~${number + 11}`;
    add(kinds.criterion, `criterion:${id}`, [brand, adGroup], {
      resourceName: name('adGroupCriteria', id),
      criterionId: String(number + 11),
      adGroup: name('adGroups', adGroup),
      status: 'ENABLED',
      heldParent: adGroup,
      ...criterion,
    });
  }
  add(kinds.campaignSharedSet, `shared-set:${brand}~1`, [brand], {
    resourceName: name('campaignSharedSets', `${brand}~1`),
    campaign: name('campaigns', brand),
    status: 'ENABLED',
    sharedSet: name('sharedSets', '1'),
  });
  add(kinds.bidModifier, `bid-modifier:${adGroup}~30001`, [brand, adGroup], {
    resourceName: name('adGroupBidModifiers', `${adGroup}~30001`),
    adGroup: name('adGroups', adGroup),
    criterionId: '30001',
    device: { type: 'TABLET' },
    bidModifier: 0.8,
    heldParent: adGroup,
  });
  const strategy = searchAds.biddingStrategy(account.id);
  add(kinds.biddingStrategy, strategy, [], {
    resourceName: name('biddingStrategies', strategy),
    id: strategy,
    name: 'Leads',
    status: 'ENABLED',
    type: 'TARGET_CPA',
  });
}

/** Has asset groups instead of ad groups, and has not delivered. */
export function seedAssetGroup(world: World, account: Entity, created: number): void {
  const name = (collection: string, id: string): string => `customers/${account.id}/${collection}/${id}`;
  const [campaign, group] = [searchAds.assetCampaign(account.id), searchAds.assetGroup(account.id)];
  const budget = seedBudget(world, account, created, 3, 'Performance Max budget', false);
  const common = { company: account.company, created } as const;
  world.add({
    ...common,
    id: campaign,
    kind: kinds.campaign,
    parents: [account.id],
    data: {
      resourceName: name('campaigns', campaign),
      id: campaign,
      name: 'Everywhere',
      heldName: 'Everywhere',
      status: 'PAUSED',
      advertisingChannelType: 'PERFORMANCE_MAX',
      campaignBudget: budget,
      biddingStrategyType: 'MAXIMIZE_CONVERSIONS',
      maximizeConversions: {},
      containsEuPoliticalAdvertising: 'DOES_NOT_CONTAIN_EU_POLITICAL_ADVERTISING',
      spans: [],
    },
  });
  world.add({
    ...common,
    id: group,
    kind: kinds.assetGroup,
    parents: [account.id, campaign],
    data: {
      resourceName: name('assetGroups', group),
      id: group,
      name: 'Boats',
      campaign: name('campaigns', campaign),
      status: 'PAUSED',
      finalUrls: ['https://shop.example.com/'],
      adStrength: 'POOR',
      spans: [],
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
    type: 'IMAGE',
    name: `Seed ${width}x${height}`,
    heldContent: `seed ${width}x${height}`,
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
      ...common,
      id: `asset:${id}`,
      kind: kinds.asset,
      parents: [account.id],
      data: { resourceName: name('assets', id), id, source: 'ADVERTISER', heldName: `Seed ${number}`, ...data },
    });
    const link = `${group}~${id}~${fieldType}`;
    world.add({
      ...common,
      id: `assetGroupAssets:${link}`,
      kind: kinds.assetGroupAsset,
      parents: [account.id, campaign, group],
      data: {
        resourceName: name('assetGroupAssets', link),
        assetGroup: name('assetGroups', group),
        heldParent: group,
        asset: name('assets', id),
        fieldType,
        status: 'ENABLED',
      },
    });
  }
}
