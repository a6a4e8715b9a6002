import { within } from '../../kit/json.ts';
import type { Entity, JsonObject, World } from '../../types.ts';
import { kinds } from '../wire.ts';
import { ids, searchAds } from './ids.ts';

/** Adds objects to a seeded account, all made at the same time. */
export function createSeeder(world: World, account: Entity, created: number) {
  const name = (collection: string, id: string) => `customers/${account.id}/${collection}/${id}`;
  const add = (kind: string, id: string, above: readonly string[], data: JsonObject) =>
    world.add({ id, kind, ...within(account, ...above), created, data });
  return {
    name,
    add,
    /** Answers its resource name. */
    budget(number: number, title: string, shared: boolean): string {
      const id = `6${account.id.slice(-6)}5${String(number).padStart(4, '0')}`;
      const resourceName = name('campaignBudgets', id);
      add(kinds.budget, `budget:${id}`, [], {
        resourceName,
        id,
        name: title,
        amountMicros: '500000000',
        explicitlyShared: shared,
        deliveryMethod: 'STANDARD',
        period: 'DAILY',
        status: 'ENABLED',
        type: 'STANDARD',
      });
      return resourceName;
    },
    campaignCriteria(campaign: string, first: number, criteria: readonly JsonObject[]): void {
      for (const [at, criterion] of criteria.entries()) {
        const id = `${campaign}~${first + at}`;
        add(kinds.campaignCriterion, `campaign-criterion:${id}`, [campaign], {
          resourceName: name('campaignCriteria', id),
          criterionId: String(first + at),
          campaign: name('campaigns', campaign),
          status: 'ENABLED',
          heldParent: campaign,
          ...criterion,
        });
      }
    },
  };
}

export type Seeder = ReturnType<typeof createSeeder>;

/** Every kind of targeting in one campaign. */
export function seedBrand({ add, name, campaignCriteria }: Seeder, account: Entity): void {
  const brand = ids.campaign(account.id, 'brand');
  const adGroup = ids.delivering(account.id, 'brand');
  campaignCriteria(brand, 11, [
    {
      adSchedule: {
        dayOfWeek: 'MONDAY',
        startHour: 8,
        startMinute: 'ZERO',
        endHour: 18,
        endMinute: 'THIRTY',
      },
      type: 'AD_SCHEDULE',
    },
    { device: { type: 'MOBILE' }, bidModifier: 1.2, type: 'DEVICE' },
    { placement: { url: 'http://www.example.com' }, negative: true, type: 'PLACEMENT' },
    { ipBlock: { ipAddress: '192.0.2.0/24' }, negative: true, type: 'IP_BLOCK' },
  ]);
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
export function seedAssetGroup(seeder: Seeder, account: Entity): void {
  const { add, name } = seeder;
  const [campaign, group] = [searchAds.assetCampaign(account.id), searchAds.assetGroup(account.id)];
  const campaignBudget = seeder.budget(3, 'Performance Max budget', false);
  add(kinds.campaign, campaign, [], {
    resourceName: name('campaigns', campaign),
    id: campaign,
    name: 'Everywhere',
    heldName: 'Everywhere',
    status: 'PAUSED',
    advertisingChannelType: 'PERFORMANCE_MAX',
    campaignBudget,
    biddingStrategyType: 'MAXIMIZE_CONVERSIONS',
    maximizeConversions: {},
    containsEuPoliticalAdvertising: 'DOES_NOT_CONTAIN_EU_POLITICAL_ADVERTISING',
    spans: [],
  });
  add(kinds.assetGroup, group, [campaign], {
    resourceName: name('assetGroups', group),
    id: group,
    name: 'Boats',
    campaign: name('campaigns', campaign),
    status: 'PAUSED',
    finalUrls: ['https://shop.example.com/'],
    adStrength: 'POOR',
    spans: [],
  });
  seedAssets(seeder, account, group);
}

/** The fewest assets an asset group needs. */
function seedAssets({ add, name }: Seeder, account: Entity, group: string): void {
  const campaign = searchAds.assetCampaign(account.id);
  const text = (words: string): JsonObject => ({
    type: 'TEXT',
    textAsset: { text: words },
    heldContent: `text ${words}`,
  });
  const image = (width: number, height: number): JsonObject => ({
    type: 'IMAGE',
    name: `Seed ${width}x${height}`,
    heldContent: `seed ${width}x${height}`,
    imageAsset: {
      mimeType: 'IMAGE_PNG',
      fullSize: { widthPixels: String(width), heightPixels: String(height) },
    },
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
  for (const [number, [fieldType, data]] of all.entries()) {
    const id = `6${account.id.slice(-6)}71${String(number).padStart(3, '0')}`;
    const resourceName = name('assets', id);
    add(kinds.asset, `asset:${id}`, [], {
      resourceName,
      id,
      source: 'ADVERTISER',
      heldName: `Seed ${number}`,
      ...data,
    });
    const link = `${group}~${id}~${fieldType}`;
    add(kinds.assetGroupAsset, `assetGroupAssets:${link}`, [campaign, group], {
      resourceName: name('assetGroupAssets', link),
      assetGroup: name('assetGroups', group),
      heldParent: group,
      asset: resourceName,
      fieldType,
      status: 'ENABLED',
    });
  }
}
