import { within } from '../../kit/json.ts';
import { seedStart, seedTree } from '../../kit/seed.ts';
import { addToken } from '../../kit/tokens.ts';
import type { Entity, JsonObject, SandboxCompany, Table, World } from '../../types.ts';
import { noteChange } from '../objects/changes.ts';
import { formatTime, kinds, tokenKind } from '../wire.ts';
import { type GoogleCampaign, googleAccountId, googleAccounts, ids } from './ids.ts';
import { createSeeder, type Seeder, seedAssetGroup, seedBrand } from './special-campaigns.ts';

const day = 86_400_000;

const accountSeeds: Table<JsonObject> = {
  eur: { currencyCode: 'EUR', timeZone: 'Europe/Berlin', status: 'ENABLED' },
  usd: { currencyCode: 'USD', timeZone: 'America/Los_Angeles', status: 'ENABLED' },
  closed: { currencyCode: 'USD', timeZone: 'America/New_York', status: 'CANCELED' },
};

export function seedGoogleCompany(world: World, company: SandboxCompany): readonly string[] {
  const owner = `google_company:${company.number}`;
  addToken(world, tokenKind, owner, company.token, { main: true });
  addToken(world, tokenKind, owner, company.readOnlyToken, {});
  const customer = (number: number, data: JsonObject) =>
    world.add({
      id: googleAccountId(company.number, number),
      kind: kinds.customer,
      company: owner,
      parents: [owner],
      data: { autoTaggingEnabled: true, testAccount: true, ...data },
    });
  customer(0, {
    descriptiveName: `${company.name} manager`,
    manager: true,
    currencyCode: 'EUR',
    timeZone: 'Europe/Berlin',
    status: 'ENABLED',
  });
  return googleAccounts.map((name, index) => {
    const account = customer(index + 1, {
      descriptiveName: `${company.name} ${name.toUpperCase()}`,
      manager: false,
      ...accountSeeds[name],
    });
    if (account.data.status === 'ENABLED') seedCampaigns(world, account);
    return account.id;
  });
}

const statusWords = { ACTIVE: 'ENABLED', PAUSED: 'PAUSED', DELETED: 'REMOVED' } as const;

function seedCampaigns(world: World, account: Entity): void {
  const start = seedStart(world, String(account.data.timeZone));
  const seeder = createSeeder(world, account, start);
  const { name, budget } = seeder;
  const own = budget(1, 'Generic budget', false);
  const shared = budget(2, 'Shared budget', true);
  seedTree<GoogleCampaign>(world, account, start, {
    ids,
    kinds: { campaign: kinds.campaign, adSet: kinds.adGroup, ad: kinds.ad },
    campaign: (key, title) => {
      const id = ids.campaign(account.id, key);
      return {
        resourceName: name('campaigns', id),
        id,
        name: title,
        heldName: title,
        status: 'ENABLED',
        advertisingChannelType: 'SEARCH',
        campaignBudget: key === 'generic' ? own : shared,
        manualCpc: { enhancedCpcEnabled: false },
        biddingStrategyType: 'MANUAL_CPC',
        networkSettings: {
          targetGoogleSearch: true,
          targetSearchNetwork: true,
          targetContentNetwork: false,
        },
        startDateTime: formatTime(start, String(account.data.timeZone)),
        containsEuPoliticalAdvertising: 'DOES_NOT_CONTAIN_EU_POLITICAL_ADVERTISING',
      };
    },
    adSet: (_key, title, campaign) => ({
      ...adGroupData(account, campaign.id),
      name: title,
      heldName: title,
    }),
    ad: (key, { id, number, status, from }, adGroup) => ({
      ...seedAdData(account, adGroup.id, id, `${key} ad ${number}`),
      status: statusWords[status],
      reviewedAt: from,
    }),
    made(level, entity, seeded) {
      if (level !== 'ad') {
        if (level === 'adSet')
          world.change(entity.id, { id: entity.id, resourceName: name('adGroups', entity.id) });
      } else if (seeded !== undefined) seedKeyword(world, account, entity, seeded.number);
      seedHistory(world, account, level, entity);
    },
  });
  seedRest(seeder, account);
}

export const adGroupData = (account: Entity, campaign: string): JsonObject => ({
  campaign: `customers/${account.id}/campaigns/${campaign}`,
  heldParent: campaign,
  type: 'SEARCH_STANDARD',
  status: 'ENABLED',
  cpcBidMicros: '1000000',
});

export const seedAdData = (
  account: Entity,
  adGroup: string,
  id: string,
  title: string,
): JsonObject => ({
  resourceName: `customers/${account.id}/adGroupAds/${adGroup}~${id}`,
  adGroup: `customers/${account.id}/adGroups/${adGroup}`,
  heldParent: adGroup,
  heldName: title,
  ad: {
    id,
    resourceName: `customers/${account.id}/ads/${id}`,
    type: 'RESPONSIVE_SEARCH_AD',
    finalUrls: ['https://shop.example.com/'],
    responsiveSearchAd: {
      headlines: [
        { text: title },
        { text: 'Boats for everybody' },
        { text: 'Delivered to your lake' },
      ],
      descriptions: [{ text: `All about ${title}.` }, { text: 'See what floats.' }],
    },
  },
});

/** One per ad; the last is negative. */
function seedKeyword(
  world: World,
  account: Entity,
  { parents: [, campaign = '', adGroup = ''], created }: Entity,
  number: number,
): void {
  const id = `${adGroup}~${number}`;
  const text = ['buy boats', 'boats', 'boat shop', 'model boats'][number - 1] ?? 'boats';
  world.add({
    id: `criterion:${id}`,
    kind: kinds.criterion,
    ...within(account, campaign, adGroup),
    created,
    data: {
      resourceName: `customers/${account.id}/adGroupCriteria/${id}`,
      criterionId: String(number),
      type: 'KEYWORD',
      adGroup: `customers/${account.id}/adGroups/${adGroup}`,
      heldParent: adGroup,
      status: 'ENABLED',
      keyword: { text, matchType: number % 2 === 0 ? 'PHRASE' : 'EXACT' },
      negative: number === 4,
      ...(number !== 4 && { qualityInfo: { qualityScore: 5 + number } }),
    },
  });
}

/** Changes made through the web. */
function seedHistory(world: World, account: Entity, level: string, entity: Entity): void {
  if (level === 'ad') return;
  const service =
    level === 'campaign'
      ? { collection: 'campaigns', name: 'campaign' }
      : { collection: 'adGroups', name: 'adGroup' };
  const resourceName = `customers/${account.id}/${service.collection}/${entity.id}`;
  for (const ago of [25, 10])
    noteChange(world, account, service, {
      operation: 'UPDATE',
      resourceName,
      fields: ['name'],
      created: world.now() - ago * day - world.all(kinds.change).length * 1_000,
      before: { name: `Old name ${ago}` },
      after: { name: String(entity.data.name) },
    });
}

function seedRest(seeder: Seeder, account: Entity): void {
  const { add, name } = seeder;
  const search = ids.campaign(account.id, 'search');
  seeder.campaignCriteria(search, 1, [
    { location: { geoTargetConstant: 'geoTargetConstants/2276' }, type: 'LOCATION' },
    { language: { languageConstant: 'languageConstants/1001' }, type: 'LANGUAGE' },
    { keyword: { text: 'free', matchType: 'BROAD' }, negative: true, type: 'KEYWORD' },
  ]);
  for (const [number, [title, category]] of [
    ['Purchase', 'PURCHASE'] as const,
    ['Sign-up', 'SIGNUP'] as const,
  ].entries()) {
    const id = `6${account.id.slice(-6)}6000${number + 1}`;
    add(kinds.conversionAction, `conversion:${id}`, [], {
      resourceName: name('conversionActions', id),
      id,
      name: title,
      status: 'ENABLED',
      type: 'WEBPAGE',
      category,
      primaryForGoal: true,
      countingType: 'MANY_PER_CLICK',
      valueSettings: { defaultValue: 1 },
    });
  }
  const sitelink = `6${account.id.slice(-6)}70001`;
  add(kinds.asset, `asset:${sitelink}`, [], {
    resourceName: name('assets', sitelink),
    id: sitelink,
    type: 'SITELINK',
    source: 'ADVERTISER',
    heldName: 'Sale',
    sitelinkAsset: { linkText: 'Sale' },
    finalUrls: ['https://shop.example.com/sale'],
  });
  add(kinds.campaignAsset, `campaignAssets:${search}~${sitelink}~SITELINK`, [search], {
    resourceName: name('campaignAssets', `${search}~${sitelink}~SITELINK`),
    campaign: name('campaigns', search),
    asset: name('assets', sitelink),
    fieldType: 'SITELINK',
    status: 'ENABLED',
    heldParent: search,
  });
  seedBrand(seeder, account);
  if (account.data.currencyCode === 'USD') seedAssetGroup(seeder, account);
}
