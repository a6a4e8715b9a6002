import { addDays, dayOf, startOfDay } from '../calendar.ts';
import type { Entity, JsonObject, World } from '../world.ts';
import { log } from './activities.ts';
import { imageId } from './images.ts';
import {
  adId,
  adSetNumber,
  campaignId,
  companyIds,
  deliveringAdSetId,
  emptyAdSetIds,
  imageHash,
  type SeedCampaign,
  seedCampaigns,
  seedId,
  videoId,
} from './seed-ids.ts';
import { seedPages } from './seed-pages.ts';
import { tokenId } from './tokens.ts';

export interface MetaCompany {
  /** 1 for the first; accounts count from `number` times a thousand. */
  readonly number: number;
  readonly name: string;
  readonly token: string;
  readonly readOnlyToken: string;
}

interface AccountSeed {
  readonly name: string;
  readonly currency: string;
  readonly zone: string;
  readonly status: number;
  /** Smallest daily budget and smallest spend cap of a campaign, minor units. */
  readonly least: number;
  readonly leastCap: number;
  readonly dsa?: string;
}

const accounts: readonly AccountSeed[] = [
  { name: 'Europe', currency: 'EUR', zone: 'Europe/Berlin', status: 1, least: 100, leastCap: 10_000 },
  { name: 'Japan', currency: 'JPY', zone: 'Asia/Tokyo', status: 1, least: 150, leastCap: 15_000 },
  { name: 'America', currency: 'USD', zone: 'America/New_York', status: 1, least: 100, leastCap: 10_000, dsa: 'Sandbox Inc.' },
  { name: 'Closed', currency: 'EUR', zone: 'Europe/Berlin', status: 2, least: 100, leastCap: 10_000 },
];

const days = 60;

/** Adds one company: token, accounts, page, profile, pixel, campaigns of every objective, ads with sixty days of delivery. */
export function seedMetaCompany(world: World, company: MetaCompany): readonly string[] {
  const ids = accounts.map((_, index) => `act_${company.number * 1000 + index + 1}`);
  const first = ids[0] ?? '';
  const shared = companyIds(first);
  const scopes = ['ads_read', 'pages_show_list', 'pages_read_engagement', 'business_management', 'instagram_basic'];
  const writing = [...scopes, 'ads_management', 'pages_manage_ads', 'pages_manage_engagement', 'instagram_manage_comments'];
  const token = addToken(world, shared.business, company.token, {
    scopes: writing,
    user: shared.user,
    name: company.name,
    main: true,
  });
  addToken(world, shared.business, company.readOnlyToken, { scopes, user: shared.user, name: company.name });
  world.add({ id: shared.user, kind: '.users', company: shared.business, parents: [], data: { name: company.name } });
  world.add({
    id: shared.business,
    kind: 'businesses',
    company: shared.business,
    parents: [shared.business],
    data: { name: company.name },
  });
  for (const [index, account] of accounts.entries()) {
    const id = ids[index] ?? '';
    world.add({
      id,
      kind: 'adaccounts',
      company: shared.business,
      parents: [shared.business],
      data: accountData(id, account, company.name, shared.business),
    });
  }
  seedPages(world, company.token, ids);
  for (const [index, id] of ids.entries()) {
    const account = world.get(id);
    if (account !== undefined && accounts[index]?.status === 1) seedAccount(world, token, account, shared);
  }
  return ids;
}

function addToken(world: World, company: string, value: string, data: JsonObject): Entity {
  return world.add({ id: tokenId(value), kind: '.tokens', company, parents: [], data: { type: 'USER', ...data } });
}

const accountData = (id: string, account: AccountSeed, company: string, business: string): JsonObject => ({
  account_id: id.replace(/^act_/, ''),
  name: `${company} ${account.name}`,
  account_status: account.status,
  ...(account.status === 1 ? {} : { disable_reason: 1 }),
  currency: account.currency,
  timezone_name: account.zone,
  timezone_id: 1,
  min_daily_budget: account.least,
  min_campaign_group_spend_cap: String(account.leastCap),
  user_tasks: ['DRAFT', 'ANALYZE', 'ADVERTISE', 'MANAGE'],
  capabilities: ['CAN_USE_BUDGET_SCHEDULING_API'],
  business: { id: business, name: company },
  owner: business,
  amount_spent: '0',
  balance: '0',
  age: 400,
  ...(account.dsa === undefined ? {} : { default_dsa_beneficiary: account.dsa, default_dsa_payor: account.dsa }),
});

type Shared = ReturnType<typeof companyIds>;

/** What each campaign is about, and what its ad sets optimise for. */
const campaignSeeds: {
  readonly [name in SeedCampaign]: { readonly objective: string; readonly adSet: (shared: Shared) => JsonObject };
} = {
  awareness: {
    objective: 'OUTCOME_AWARENESS',
    adSet: ({ page }) => ({ optimization_goal: 'REACH', promoted_object: { page_id: page } }),
  },
  traffic: { objective: 'OUTCOME_TRAFFIC', adSet: () => ({ optimization_goal: 'LINK_CLICKS', destination_type: 'WEBSITE' }) },
  engagement: {
    objective: 'OUTCOME_ENGAGEMENT',
    adSet: ({ page }) => ({
      optimization_goal: 'POST_ENGAGEMENT',
      destination_type: 'ON_POST',
      promoted_object: { page_id: page },
    }),
  },
  leads: {
    objective: 'OUTCOME_LEADS',
    adSet: ({ pixel }) => ({
      optimization_goal: 'OFFSITE_CONVERSIONS',
      destination_type: 'WEBSITE',
      promoted_object: { pixel_id: pixel, custom_event_type: 'LEAD' },
    }),
  },
  app: {
    objective: 'OUTCOME_APP_PROMOTION',
    adSet: () => ({
      optimization_goal: 'APP_INSTALLS',
      promoted_object: { application_id: '880000000000001', object_store_url: 'https://apps.example.com/slipway' },
    }),
  },
  sales: {
    objective: 'OUTCOME_SALES',
    adSet: ({ pixel }) => ({
      optimization_goal: 'OFFSITE_CONVERSIONS',
      destination_type: 'WEBSITE',
      promoted_object: { pixel_id: pixel, custom_event_type: 'PURCHASE' },
    }),
  },
  advantage: {
    objective: 'OUTCOME_SALES',
    adSet: ({ pixel }) => ({
      optimization_goal: 'OFFSITE_CONVERSIONS',
      destination_type: 'WEBSITE',
      promoted_object: { pixel_id: pixel, custom_event_type: 'PURCHASE' },
    }),
  },
  legacy: { objective: 'OUTCOME_TRAFFIC', adSet: () => ({ optimization_goal: 'LINK_CLICKS', destination_type: 'WEBSITE' }) },
};

function seedAccount(world: World, token: Entity, account: Entity, shared: Shared): void {
  const zone = String(account.data.timezone_name);
  const start = startOfDay(addDays(dayOf(world.now(), zone), -days), zone);
  const budget = Number(account.data.min_daily_budget) * 50;
  const turn = { world, token, company: account.company };
  const hash = seedMedia(world, account, start);
  for (const name of seedCampaigns) {
    const { objective, adSet } = campaignSeeds[name];
    const shares = name === 'advantage';
    const campaign = world.add({
      id: campaignId(account.id, name),
      kind: 'campaigns',
      company: account.company,
      parents: [account.id],
      created: start,
      data: {
        name: `${name[0]?.toUpperCase()}${name.slice(1)}`,
        objective,
        status: 'ACTIVE',
        buying_type: 'AUCTION',
        special_ad_categories: [],
        pacing_type: ['standard'],
        is_skadnetwork_attribution: false,
        ...(shares
          ? { daily_budget: budget * 10, bid_strategy: 'LOWEST_COST_WITHOUT_CAP' }
          : { is_adset_budget_sharing_enabled: false }),
        spans: [[start, null]],
      },
    });
    log(turn, 'create_campaign_group', campaign, { name: campaign.data.name ?? '' }, start);
    const adSets = name === 'legacy' ? [] : [deliveringAdSetId(account.id, name), ...emptyAdSetIds(account.id, name)];
    const base: JsonObject = {
      campaign_id: campaign.id,
      status: 'ACTIVE',
      billing_event: 'IMPRESSIONS',
      bid_strategy: 'LOWEST_COST_WITHOUT_CAP',
      pacing_type: ['standard'],
      start_at: start,
      targeting: {
        geo_locations: { countries: ['US'], location_types: ['home', 'recent'] },
        age_min: 18,
        age_max: 65,
        targeting_automation: { advantage_audience: 1 },
      },
      ...(shares ? {} : { daily_budget: budget }),
      ...adSet(shared),
      spans: [[start, null]],
    };
    for (const [index, id] of adSets.entries()) {
      const made = world.add({
        id,
        kind: 'adsets',
        company: account.company,
        parents: [account.id, campaign.id],
        created: start,
        data: { ...base, name: `${campaign.data.name} ${index === 0 ? 'delivering' : `open ${index}`}` },
      });
      log(turn, 'create_ad_set', made, { name: made.data.name ?? '' }, start);
      if (index === 0) seedAds(world, turn, account, name, made, start, storyOf(shared, hash, name));
    }
    if (name === 'legacy') seedLegacy(world, account, campaign.id, base, shared, hash, start);
  }
}

/** One image and one video that is ready. */
function seedMedia(world: World, account: Entity, start: number): string {
  const hash = imageHash(account.id);
  const common = { company: account.company, parents: [account.id], created: start };
  world.add({
    ...common,
    id: imageId(account.id, hash),
    kind: 'adimages',
    data: { hash, name: 'seed.jpg', width: 1080, height: 1080, status: 'ACTIVE', bytes: 1000 },
  });
  world.add({
    ...common,
    id: videoId(account.id),
    kind: 'advideos',
    data: { title: 'seed.mp4', description: '', size: 1000, ready_at: start, thumbnails_at: start },
  });
  return hash;
}

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

const day = 86_400_000;

function seedAds(
  world: World,
  turn: Parameters<typeof log>[0],
  account: Entity,
  name: SeedCampaign,
  adSet: Entity,
  start: number,
  story: JsonObject,
): void {
  const now = world.now();
  const runs: readonly (readonly [number: 1 | 2 | 3 | 4, status: string, from: number, to: number | null])[] = [
    [1, 'ACTIVE', start, null],
    [2, 'PAUSED', start, now - 10 * day],
    [3, 'ACTIVE', start + 30 * day, null],
    [4, 'DELETED', start, now - 20 * day],
  ];
  for (const [number, status, from, to] of runs) {
    const id = adId(account.id, name, number);
    const creative = addCreative(
      world,
      account,
      seedId(account.id, 'creative', Number(id.slice(-3))),
      `${name} ${number}`,
      story,
      from,
    );
    const ad = addAd(world, account, adSet, id, `${name} ad ${number}`, status, creative, from, [[from, to]]);
    log(turn, 'create_ad', ad, { name: ad.data.name ?? '' }, from);
    if (to !== null)
      log(
        turn,
        'update_ad_run_status',
        ad,
        { old_value: 'Active', new_value: status === 'DELETED' ? 'Deleted' : 'Inactive', type: 'run_status' },
        to,
      );
  }
}

function addCreative(world: World, account: Entity, id: string, name: string, data: JsonObject, created: number): string {
  const { page_id: page = '' } = (data.object_story_spec ?? {}) as { readonly page_id?: string };
  world.add({
    id,
    kind: 'adcreatives',
    company: account.company,
    parents: [account.id],
    created,
    data: {
      ...data,
      name,
      status: 'ACTIVE',
      effective_object_story_id: `${page}_${id}`,
      effective_instagram_media_id: `${id.slice(0, -1)}9`,
    },
  });
  return id;
}

function addAd(
  world: World,
  account: Entity,
  adSet: Entity,
  id: string,
  name: string,
  status: string,
  creative: string,
  created: number,
  spans: JsonObject['spans'],
): Entity {
  const campaign = String(adSet.data.campaign_id);
  return world.add({
    id,
    kind: 'ads',
    company: account.company,
    parents: [account.id, campaign, adSet.id],
    created,
    data: {
      name,
      status,
      creative_id: creative,
      adset_id: adSet.id,
      campaign_id: campaign,
      reviewed_at: created,
      ...(spans === undefined ? {} : { spans }),
    },
  });
}

/** Objects from older days that the platform shows but no longer copies as they are. None of them delivers. */
function seedLegacy(
  world: World,
  account: Entity,
  campaign: string,
  base: JsonObject,
  shared: Shared,
  hash: string,
  created: number,
): void {
  const geo = { geo_locations: { countries: ['US'] }, age_min: 18, age_max: 65 };
  const targetings: readonly (readonly [name: string, targeting: JsonObject])[] = [
    ['sound', { ...geo, targeting_automation: { advantage_audience: 0 } }],
    ['without audience flag', geo],
    [
      'retired interest',
      {
        ...geo,
        flexible_spec: [{ interests: [{ id: '6003139266461', name: 'Classic movies' }] }],
        targeting_automation: { advantage_audience: 0 },
      },
    ],
    [
      'explore home alone',
      {
        ...geo,
        publisher_platforms: ['instagram'],
        instagram_positions: ['explore_home'],
        targeting_automation: { advantage_audience: 0 },
      },
    ],
  ];
  const sets = targetings.map(([name, targeting], index) =>
    world.add({
      id: adSetNumber(account.id, 'legacy', index + 1),
      kind: 'adsets',
      company: account.company,
      parents: [account.id, campaign],
      created,
      data: { ...base, name: `Legacy ${name}`, targeting, status: 'PAUSED', spans: [] },
    }),
  );
  const story = storyOf(shared, hash, 'legacy');
  const creatives: readonly (readonly [name: string, data: JsonObject])[] = [
    [
      'standard enhancements',
      { ...story, degrees_of_freedom_spec: { creative_features_spec: { standard_enhancements: { enroll_status: 'OPT_IN' } } } },
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
    ['lost label', { object_story_spec: { page_id: shared.page }, asset_feed_spec: lostLabel(hash) }],
  ];
  for (const [index, [name, data]] of creatives.entries()) {
    const creative = addCreative(
      world,
      account,
      seedId(account.id, 'creative', 900 + index + 1),
      `Legacy ${name}`,
      data,
      created,
    );
    const [first] = sets;
    if (first !== undefined)
      addAd(world, account, first, seedId(account.id, 'ad', 800 + index + 1), `Legacy ${name}`, 'PAUSED', creative, created, []);
  }
}

const lostLabel = (hash: string): JsonObject => ({
  optimization_type: 'PLACEMENT',
  ad_formats: ['SINGLE_IMAGE'],
  images: [{ hash, adlabels: [{ name: 'there' }] }],
  bodies: [{ text: 'Hello' }],
  link_urls: [{ website_url: 'https://shop.example.com/legacy' }],
  asset_customization_rules: [
    { customization_spec: { publisher_platforms: ['facebook'], facebook_positions: ['feed'] }, image_label: { name: 'there' } },
    { customization_spec: {}, image_label: { name: 'gone' } },
  ],
});
