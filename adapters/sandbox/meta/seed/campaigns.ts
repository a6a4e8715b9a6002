import { below, within } from '../../kit/json.ts';
import { seedStart, seedTree } from '../../kit/seed.ts';
import type { Entity, JsonObject, World } from '../../types.ts';
import { log } from '../history/history.ts';
import { addStories } from '../objects/creative-writes.ts';
import { imageId } from '../objects/images.ts';
import {
  adSetNumber,
  campaignId,
  ids,
  imageHash,
  type SeedCampaign,
  type Shared,
  seedId,
  videoId,
} from './ids.ts';

const storyOf = (shared: Shared, hash: string, name: string): JsonObject => ({
  object_story_spec: {
    page_id: shared.page,
    instagram_user_id: shared.profile,
    link_data: {
      link: `https://shop.example.com/${name}`,
      message: `All about ${name}`,
      name: `See ${name}`,
      image_hash: hash,
      call_to_action: { type: 'LEARN_MORE', value: { link: `https://shop.example.com/${name}` } },
    },
  },
});

function addSeedCreative(
  world: World,
  account: Entity,
  {
    id,
    name,
    data,
    created,
  }: {
    readonly id: string;
    readonly name: string;
    readonly data: JsonObject;
    readonly created: number;
  },
): string {
  const stories = addStories(world, account.company, { data, number: id, created });
  world.add({
    id,
    kind: 'adcreatives',
    ...within(account),
    created,
    data: { ...data, name, status: 'ACTIVE', ...stories },
  });
  return id;
}

const adData = (
  adSet: Entity,
  name: string,
  {
    status,
    creative,
    reviewed,
  }: { readonly status: string; readonly creative: string; readonly reviewed: number },
): JsonObject => ({
  name,
  status,
  creative_id: creative,
  adset_id: adSet.id,
  campaign_id: String(adSet.data.campaign_id),
  reviewed_at: reviewed,
});

export const addPausedAd = (
  world: World,
  adSet: Entity,
  {
    id,
    name,
    creative,
    created,
  }: { readonly [field in 'id' | 'name' | 'creative']: string } & { readonly created: number },
): Entity =>
  world.add({
    id,
    kind: 'ads',
    ...below(adSet),
    created,
    data: { ...adData(adSet, name, { status: 'PAUSED', creative, reviewed: created }), spans: [] },
  });

interface Seeding {
  readonly world: World;
  readonly account: Entity;
  readonly shared: Shared;
  readonly hash: string;
  readonly created: number;
}

/** Readable, but no longer copied as they are. */
function seedLegacy(
  { world, account, shared, hash, created }: Seeding,
  campaign: string,
  base: JsonObject,
): void {
  const geo = { geo_locations: { countries: ['US'] }, age_min: 18, age_max: 65 };
  const flag = { targeting_automation: { advantage_audience: 0 } };
  const targetings: readonly (readonly [name: string, targeting: JsonObject])[] = [
    ['sound', { ...geo, ...flag }],
    ['without audience flag', geo],
    [
      'retired interest',
      {
        ...geo,
        flexible_spec: [{ interests: [{ id: '6003139266461', name: 'Classic movies' }] }],
        ...flag,
      },
    ],
    [
      'explore home alone',
      {
        ...geo,
        publisher_platforms: ['instagram'],
        instagram_positions: ['explore_home'],
        ...flag,
      },
    ],
  ];
  const sets = targetings.map(([name, targeting], index) =>
    world.add({
      id: adSetNumber(account.id, 'legacy', index + 1),
      kind: 'adsets',
      ...within(account, campaign),
      created,
      data: { ...base, name: `Legacy ${name}`, targeting, status: 'PAUSED', spans: [] },
    }),
  );
  const story = storyOf(shared, hash, 'legacy');
  const creatives: readonly (readonly [name: string, data: JsonObject])[] = [
    [
      'standard enhancements',
      {
        ...story,
        degrees_of_freedom_spec: {
          creative_features_spec: { standard_enhancements: { enroll_status: 'OPT_IN' } },
        },
      },
    ],
    [
      'old crop',
      {
        ...story,
        image_crops: {
          '191x100': [
            [0, 0],
            [191, 100],
          ],
        },
      },
    ],
    [
      'lost label',
      { object_story_spec: { page_id: shared.page }, asset_feed_spec: lostLabel(hash) },
    ],
  ];
  for (const [index, [name, data]] of creatives.entries()) {
    const creative = addSeedCreative(world, account, {
      id: seedId(account.id, 'creative', 900 + index + 1),
      name: `Legacy ${name}`,
      data,
      created,
    });
    const [first] = sets;
    if (first !== undefined)
      addPausedAd(world, first, {
        id: seedId(account.id, 'ad', 800 + index + 1),
        name: `Legacy ${name}`,
        creative,
        created,
      });
  }
}

const lostLabel = (hash: string): JsonObject => ({
  optimization_type: 'PLACEMENT',
  ad_formats: ['SINGLE_IMAGE'],
  images: [{ hash, adlabels: [{ name: 'there' }] }],
  bodies: [{ text: 'Hello' }],
  link_urls: [{ website_url: 'https://shop.example.com/legacy' }],
  asset_customization_rules: [
    {
      customization_spec: { publisher_platforms: ['facebook'], facebook_positions: ['feed'] },
      image_label: { name: 'there' },
    },
    { customization_spec: {}, image_label: { name: 'gone' } },
  ],
});

const toWebsite = (goal: string): JsonObject => ({
  optimization_goal: goal,
  destination_type: 'WEBSITE',
});
const onWebsite = ({ pixel }: Shared, event: string): JsonObject => ({
  ...toWebsite('OFFSITE_CONVERSIONS'),
  promoted_object: { pixel_id: pixel, custom_event_type: event },
});

const campaignSeeds: {
  readonly [name in SeedCampaign]: readonly [
    objective: string,
    adSet: (shared: Shared) => JsonObject,
  ];
} = {
  awareness: [
    'OUTCOME_AWARENESS',
    ({ page }) => ({ optimization_goal: 'REACH', promoted_object: { page_id: page } }),
  ],
  traffic: ['OUTCOME_TRAFFIC', () => toWebsite('LINK_CLICKS')],
  engagement: [
    'OUTCOME_ENGAGEMENT',
    ({ page }) => ({
      optimization_goal: 'POST_ENGAGEMENT',
      destination_type: 'ON_POST',
      promoted_object: { page_id: page },
    }),
  ],
  leads: ['OUTCOME_LEADS', (shared) => onWebsite(shared, 'LEAD')],
  app: [
    'OUTCOME_APP_PROMOTION',
    () => ({
      optimization_goal: 'APP_INSTALLS',
      promoted_object: {
        application_id: '880000000000001',
        object_store_url: 'https://apps.example.com/slipway',
      },
    }),
  ],
  sales: ['OUTCOME_SALES', (shared) => onWebsite(shared, 'PURCHASE')],
  advantage: ['OUTCOME_SALES', (shared) => onWebsite(shared, 'PURCHASE')],
  legacy: ['OUTCOME_TRAFFIC', () => toWebsite('LINK_CLICKS')],
};

export function seedAccount(world: World, token: Entity, account: Entity, shared: Shared): void {
  const start = seedStart(world, String(account.data.timezone_name));
  const turn = { world, token, company: account.company };
  const hash = seedMedia(world, account, start);
  seedTree<SeedCampaign>(world, account, start, {
    ids,
    kinds: { campaign: 'campaigns', adSet: 'adsets', ad: 'ads' },
    campaign: (name, title) => ({
      name: title,
      objective: campaignSeeds[name][0],
      status: 'ACTIVE',
      buying_type: 'AUCTION',
      special_ad_categories: [],
      pacing_type: ['standard'],
      is_skadnetwork_attribution: false,
      ...(name === 'legacy' && { smart_promotion_type: 'AUTOMATED_SHOPPING_ADS' }),
      ...(name === 'advantage'
        ? { daily_budget: budgetOf(account) * 10, bid_strategy: 'LOWEST_COST_WITHOUT_CAP' }
        : { is_adset_budget_sharing_enabled: false }),
    }),
    adSet: (name, title) => ({ ...adSetData(account, name, shared, start), name: title }),
    ad(name, { id, number, status, from }, adSet) {
      const creative = addSeedCreative(world, account, {
        id: seedId(account.id, 'creative', Number(id.slice(-3))),
        name: `${name} ${number}`,
        data: storyOf(shared, imageHash(account.id, pictureOf(name, number)), name),
        created: from,
      });
      return adData(adSet, `${name} ad ${number}`, { status, creative, reviewed: from });
    },
    made(level, entity, seeded) {
      log(turn, createEvents[level], {
        object: entity,
        extra: { name: entity.data.name ?? '' },
        at: entity.created,
      });
      if (seeded === undefined || seeded.to === null) return;
      const new_value = seeded.status === 'DELETED' ? 'Deleted' : 'Inactive';
      log(turn, 'update_ad_run_status', {
        object: entity,
        extra: { old_value: 'Active', new_value, type: 'run_status' },
        at: seeded.to,
      });
    },
  });
  const base = adSetData(account, 'legacy', shared, start);
  seedLegacy(
    { world, account, shared, hash, created: start },
    campaignId(account.id, 'legacy'),
    base,
  );
}

const createEvents = {
  campaign: 'create_campaign_group',
  adSet: 'create_ad_set',
  ad: 'create_ad',
} as const;

export const adSetData = (
  account: Entity,
  name: SeedCampaign,
  shared: Shared,
  start: number,
): JsonObject => ({
  campaign_id: campaignId(account.id, name),
  status: 'ACTIVE',
  billing_event: 'IMPRESSIONS',
  bid_strategy: 'LOWEST_COST_WITHOUT_CAP',
  pacing_type: ['standard'],
  start_at: start,
  targeting: {
    geo_locations: { countries: countriesOf(account), location_types: ['home', 'recent'] },
    age_min: 18,
    age_max: 65,
    targeting_automation: { advantage_audience: 1 },
  },
  ...(name === 'advantage' ? {} : { daily_budget: budgetOf(account) }),
  ...campaignSeeds[name][1](shared),
});

const budgetOf = (account: Entity) => Number(account.data.min_daily_budget) * 50;

/** None requires a beneficiary. */
const countriesOf = (account: Entity) =>
  account.data.currency === 'JPY' ? ['JP', 'US'] : ['US', 'CA', 'GB'];

/** The ad that began later shows another file: one of them wins. */
const pictureOf = (name: SeedCampaign, number: number): string =>
  `${name}-${number === 3 ? 'second' : 'first'}`;

function seedMedia(world: World, account: Entity, start: number): string {
  const hash = imageHash(account.id);
  const common = { ...within(account), created: start };
  const facts = { width: 1080, height: 1080, status: 'ACTIVE', bytes: 1000 };
  const addImage = (of: string, data: JsonObject): Entity =>
    world.add({
      ...common,
      id: imageId(account.id, of),
      kind: 'adimages',
      data: { hash: of, ...facts, ...data },
    });
  addImage(hash, { name: 'seed.jpg' });
  for (const name of ids.names)
    for (const picture of ids.empty(account.id, name).length === 0
      ? []
      : [pictureOf(name, 1), pictureOf(name, 3)])
      addImage(imageHash(account.id, picture), { name: `${picture}.jpg`, painted: true });
  world.add({
    ...common,
    id: videoId(account.id),
    kind: 'advideos',
    data: { title: 'seed.mp4', description: '', size: 1000, ready_at: start, thumbnails_at: start },
  });
  return hash;
}
