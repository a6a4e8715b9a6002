import { describe, expect, test } from 'vitest';
import { shortVideo } from '../../../adapters/sandbox/tiktok/seed/ids.ts';
import {
  createAd,
  createAdGroup,
  createCampaign,
  creative,
  requestId,
  webAd,
  webAdGroup,
  webCampaign,
} from './smart-client.ts';
import { account, adGroup, createTiktokClient, type TiktokClient } from './tiktok-client.ts';

const { smart, usd, disabled } = shortVideo.accounts;
const { custom, profile, centre } = shortVideo.identities;
const own = { advertiser_id: smart };
type Row = { readonly [field: string]: string };

describe('campaigns', () => {
  test('begin switched on, with a dynamic daily budget of their own', async () => {
    const { code, data } = await createTiktokClient().post('smart_plus/campaign/create', {
      request_id: '1',
      objective_type: 'LEAD_GENERATION',
      campaign_name: 'Leads',
      budget: 100,
    });
    expect([code, data]).toMatchObject([
      0,
      {
        operation_status: 'ENABLE',
        budget_optimize_on: true,
        budget_mode: 'BUDGET_MODE_DYNAMIC_DAILY_BUDGET',
        budget: 100,
      },
    ]);
  });

  test.each([
    [
      'an objective that only manual campaigns have',
      { objective_type: 'TRAFFIC' },
      'APP_PROMOTION',
    ],
    [
      'a UUID as request id',
      { request_id: 'd9428888-122b-11e1-b85c-61cd3cbb3210' },
      'strconv.ParseInt',
    ],
    ['a request id beyond 64 bits', { request_id: '9223372036854775808' }, 'out of range'],
    ['no destination', { sales_destination: undefined }, 'sales_destination'],
    ['no kind of app promotion', { objective_type: 'APP_PROMOTION' }, 'app_promotion_type'],
    ['a catalog without its type', { catalog_enabled: true }, 'catalog_type'],
    ['no budget', { budget: undefined }, 'budget'],
    ['a daily budget', { budget_mode: 'BUDGET_MODE_DAY' }, 'Budget mode is invalid'],
    [
      'a mode without campaign budget',
      { budget_optimize_on: false, budget_mode: 'BUDGET_MODE_INFINITE' },
      'Budget mode',
    ],
    ['an emoji', { campaign_name: 'Go 🚀' }, 'Emoji'],
    ['a long name', { campaign_name: '安'.repeat(257) }, '512'],
    [
      'a special industry outside the US and Canada',
      { special_industries: ['CREDIT'] },
      'special_industries',
    ],
  ])('%s is refused', async (_title, more, message) => {
    const client = createTiktokClient();
    const before = await client.count('tiktok_campaigns');
    const refused = await client.post('smart_plus/campaign/create', webCampaign(more));
    expect(refused).toMatchObject({ code: 40002, message: expect.stringContaining(message) });
    expect(await client.count('tiktok_campaigns')).toBe(before);
  });

  test('only accounts on the allowlist change Smart+, all read it', async () => {
    const client = createTiktokClient();
    expect(
      (await client.post('smart_plus/campaign/create', webCampaign({ advertiser_id: usd }))).code,
    ).toBe(40002);
    expect(
      (await client.post('smart_plus/campaign/create', webCampaign({ advertiser_id: disabled })))
        .code,
    ).toBe(40301);
    expect((await client.get('smart_plus/campaign/get', { advertiser_id: usd })).data.list).toEqual(
      [],
    );
    // What is hidden from those who ask for the account.
    const { list } = (await client.get('advertiser/info', { advertiser_ids: [smart, usd] })).data;
    expect(Object.keys(list[0])).toEqual(Object.keys(list[1]));
  });

  test('a request id is taken once in ten seconds, then it makes another object of the same name', async () => {
    const client = createTiktokClient();
    const send = () => client.post('smart_plus/campaign/create', webCampaign({ request_id: '5' }));
    expect([(await send()).code, (await send()).code]).toEqual([0, 40050]);
    await client.clock.advance(10_000);
    expect((await send()).code).toBe(0);
    const { list } = (await client.get('smart_plus/campaign/get')).data;
    expect(list.map(({ campaign_name }: Row) => campaign_name)).toEqual(['Smart', 'Smart']);
  });

  test('an update changes what it names; the budget does not go below what was spent, without a word', async () => {
    const client = createTiktokClient();
    const campaign_id = shortVideo.smart.campaign(smart, 'web');
    const send = (more: object) =>
      client.post('smart_plus/campaign/update', { ...own, campaign_id, ...more });
    expect((await send({ campaign_name: 'Renamed' })).data).toMatchObject({
      campaign_name: 'Renamed',
      budget: 300,
    });
    expect((await send({ budget: 400 })).data).toMatchObject({
      campaign_name: 'Renamed',
      budget: 400,
    });
    // In the evening enough is spent.
    await client.clock.advance(10 * 3_600_000);
    const report = {
      ...own,
      report_type: 'BASIC',
      data_level: 'AUCTION_CAMPAIGN',
      dimensions: ['campaign_id'],
      metrics: ['spend'],
      start_date: '2026-11-15',
      end_date: '2026-11-15',
      filtering: [
        {
          field_name: 'campaign_ids',
          filter_type: 'IN',
          filter_value: JSON.stringify([campaign_id]),
        },
      ],
    };
    const spent = Number(
      (await client.get('report/integrated/get', report)).data.list[0].metrics.spend,
    );
    expect(spent).toBeGreaterThan(50);
    expect(await send({ budget: Math.floor(spent) })).toMatchObject({
      code: 0,
      data: { budget: 400 },
    });
    expect((await send({ budget: Math.ceil(spent) })).data.budget).toBe(Math.ceil(spent));
    expect((await send({ sales_destination: 'APP' })).code).toBe(40002);
  });

  test('switching answers code 0 and says of each what went wrong', async () => {
    const client = createTiktokClient();
    const { campaign_id } = await createCampaign(client);
    const manual = shortVideo.campaign(account, 'traffic');
    const send = (campaign_ids: readonly string[], operation_status: string) =>
      client.post('smart_plus/campaign/status/update', { campaign_ids, operation_status });
    expect(await send([campaign_id, manual, '1'], 'DELETE')).toMatchObject({
      code: 0,
      data: {
        campaign_list: [{ campaign_id, status: 'DELETE' }],
        error_list: [
          { campaign_id: manual, error_message: expect.any(String) },
          { campaign_id: '1', error_message: expect.any(String) },
        ],
      },
    });
    expect(await send([campaign_id], 'ENABLE')).toMatchObject({
      code: 0,
      data: { campaign_list: [], error_list: [{}] },
    });
    expect((await send(Array(21).fill('1'), 'ENABLE')).code).toBe(40002);
  });
});

describe('the end of manual campaigns', () => {
  const create = (client: TiktokClient, more: object = {}) =>
    client.post('campaign/create', { campaign_name: 'Manual', objective_type: 'TRAFFIC', ...more });

  test('comes with the year, for new campaigns alone', async () => {
    const client = createTiktokClient();
    const made = await create(client, { campaign_automation_type: 'UPGRADED_SMART_PLUS' });
    // The type is ignored.
    expect(made.data.campaign_automation_type).toBe('MANUAL');
    await client.clock.advance(Date.UTC(2026, 11, 31, 23, 59) - client.clock.now());
    expect((await create(client)).code).toBe(0);
    await client.clock.advance(60_000);
    expect((await create(client)).code).toBe(40002);
    const { campaign_id } = made.data;
    expect(
      (await client.post('campaign/update', { campaign_id, campaign_name: 'Kept' })).code,
    ).toBe(0);
    expect(
      (
        await client.post('campaign/status/update', {
          campaign_ids: [campaign_id],
          operation_status: 'DISABLE',
        })
      ).code,
    ).toBe(0);
    expect((await client.post('smart_plus/campaign/create', webCampaign())).code).toBe(0);
  });
});

describe('the two families', () => {
  const wrong = { code: 40002, message: 'This API does not support Upgraded Smart Plus ads.' };

  test('manual calls refuse Smart+ objects', async () => {
    const client = createTiktokClient();
    const [group] = shortVideo.smart.empty(smart, 'web');
    const campaign_id = shortVideo.smart.campaign(smart, 'web');
    for (const [path, body] of [
      ['campaign/update', { campaign_id, campaign_name: 'x' }],
      ['adgroup/create', { campaign_id }],
      ['adgroup/update', { adgroup_id: group, adgroup_name: 'x' }],
      ['ad/create', { adgroup_id: group, creatives: [{}] }],
      ['ad/update', { adgroup_id: group, creatives: [{}] }],
      ['campaign/copy/task/create', { campaign_id, request_id: '1' }],
    ] as const)
      expect([path, await client.post(path, { ...own, ...body })]).toMatchObject([path, wrong]);
  });

  test('Smart+ calls refuse manual objects', async () => {
    const client = createTiktokClient();
    const campaign_id = shortVideo.campaign(account, 'traffic');
    for (const [path, body] of [
      ['smart_plus/campaign/update', { campaign_id }],
      ['smart_plus/adgroup/create', webAdGroup(campaign_id)],
      ['smart_plus/adgroup/update', { adgroup_id: adGroup() }],
      ['smart_plus/adgroup/budget/update', { budget: [{ adgroup_id: adGroup(), budget: 50 }] }],
      ['smart_plus/ad/create', webAd(adGroup(), [await creative(client)])],
      ['smart_plus/ad/update', { smart_plus_ad_id: shortVideo.ad(account, 'traffic', 1) }],
      [
        'smart_plus/ad/status/update',
        { smart_plus_ad_ids: [shortVideo.ad(account, 'traffic', 1)], operation_status: 'DISABLE' },
      ],
      ['smart_plus/campaign/copy/task/create', { campaign_id, request_id: '1' }],
    ] as const)
      expect([path, (await client.post(path, body)).code]).toEqual([path, 40002]);
  });

  test('manual calls switch Smart+ campaigns and ad groups', async () => {
    const client = createTiktokClient();
    const off = { ...own, operation_status: 'DISABLE' };
    const campaign_ids = [shortVideo.smart.campaign(smart, 'web')];
    expect((await client.post('campaign/status/update', { ...off, campaign_ids })).code).toBe(0);
    const { list } = (
      await client.get('smart_plus/campaign/get', { ...own, filtering: { campaign_ids } })
    ).data;
    expect(list[0].operation_status).toBe('DISABLE');
  });

  test('manual lists show both, and tell them apart; Smart+ lists show their own', async () => {
    const client = createTiktokClient();
    const types = async (path: string, filtering: object = {}) => {
      const { list } = (await client.get(path, { ...own, page_size: '1000', filtering })).data;
      const found: { [type: string]: number } = {};
      for (const { campaign_automation_type: type = '' } of list as Row[])
        found[type] = (found[type] ?? 0) + 1;
      return found;
    };
    expect(await types('campaign/get')).toEqual({ MANUAL: 3, UPGRADED_SMART_PLUS: 3 });
    expect(await types('adgroup/get')).toEqual({ MANUAL: 17, UPGRADED_SMART_PLUS: 9 });
    expect(await types('ad/get')).toEqual({ MANUAL: 9, UPGRADED_SMART_PLUS_CREATIVE: 30 });
    expect(await types('ad/get', { campaign_automation_type: 'MANUAL' })).toEqual({ MANUAL: 9 });
    for (const [noun, count] of [
      ['campaign', 3],
      ['adgroup', 9],
      ['ad', 9],
    ] as const)
      expect((await client.get(`smart_plus/${noun}/get`, own)).data.page_info.total_number).toBe(
        count,
      );
  });
});

describe('ad groups', () => {
  test('drop what their mode of targeting does not take, without a word', async () => {
    const client = createTiktokClient();
    const targeting_spec = {
      location_ids: ['2921044'],
      languages: ['de'],
      spc_audience_age: 'OVER_TWENTY_FIVE',
      age_groups: ['AGE_25_34'],
      network_types: ['WIFI'],
    };
    const targeted = async (more: object) =>
      (await createAdGroup(client, { targeting_spec, ...more })).targeting_spec;
    expect(Object.keys(await targeted({})).sort()).toEqual([
      'languages',
      'location_ids',
      'spc_audience_age',
    ]);
    expect(Object.keys(await targeted({ suggestion_audience_enabled: true }))).toContain(
      'age_groups',
    );
    expect(Object.keys(await targeted({ targeting_optimization_mode: 'MANUAL' })).sort()).toEqual([
      'age_groups',
      'languages',
      'location_ids',
      'network_types',
    ]);
    const { targeting_optimization_mode, targeting_spec: plain } = await createAdGroup(client);
    expect([targeting_optimization_mode, plain.spc_audience_age]).toEqual([
      'AUTOMATIC',
      'OVER_EIGHTEEN',
    ]);
  });

  const custom = { bid_type: 'BID_TYPE_CUSTOM', conversion_bid_price: 5 };
  test.each([
    ['no location', { targeting_spec: {} }, {}, 'location_ids'],
    ['a promotion of another objective', { promotion_type: 'APP_IOS' }, {}, 'promotion_type'],
    ['a goal of another objective', { optimization_goal: 'INSTALL' }, {}, 'optimization_goal'],
    ['a price that the goal does not have', { billing_event: 'CPC' }, {}, 'billing_event'],
    ['no pixel', { pixel_id: undefined }, {}, 'pixel_id'],
    [
      'a pixel where none counts',
      { optimization_goal: 'CLICK', billing_event: 'CPC' },
      {},
      'pixel_id',
    ],
    [
      'a bid above the budget',
      { ...custom, conversion_bid_price: 100 },
      {},
      'lower than the budget',
    ],
    ['no bid', { ...custom, conversion_bid_price: undefined }, {}, 'conversion_bid_price'],
    ['a bid with a lifetime budget', custom, { budget_mode: 'BUDGET_MODE_TOTAL' }, 'dynamic'],
    ['no end with a lifetime budget', {}, { budget_mode: 'BUDGET_MODE_TOTAL' }, 'dynamic'],
    ['a value without its bid', { optimization_goal: 'VALUE' }, {}, 'deep_bid_type'],
    [
      'a daily budget',
      { budget_mode: 'BUDGET_MODE_DAY', budget: 50 },
      { budget_optimize_on: false, budget: undefined },
      'budget_mode',
    ],
    [
      'no budget where the campaign has none',
      {},
      { budget_optimize_on: false, budget: undefined },
      'budget_mode',
    ],
    [
      'one attribution window',
      { click_attribution_window: 'ONE_DAY' },
      {},
      'view_attribution_window',
    ],
    [
      'chosen placements without any',
      { placement_type: 'PLACEMENT_TYPE_NORMAL' },
      {},
      'placements',
    ],
    [
      'a start that is long over',
      { schedule_start_time: '2026-11-14 00:00:00' },
      {},
      'schedule_start_time',
    ],
    [
      'a child',
      {
        targeting_optimization_mode: 'MANUAL',
        targeting_spec: { location_ids: ['1'], age_groups: ['AGE_13_17'] },
      },
      {},
      'AGE_13_17',
    ],
  ])('%s is refused', async (_title, more, campaign, message) => {
    await expect(createAdGroup(createTiktokClient(), more, campaign)).rejects.toThrow(message);
  });

  test('an instant form does not take a day of clicks and a day of views', async () => {
    const client = createTiktokClient();
    const windows = { click_attribution_window: 'ONE_DAY', view_attribution_window: 'ONE_DAY' };
    const leads = { objective_type: 'LEAD_GENERATION', sales_destination: undefined };
    const form = {
      promotion_type: 'LEAD_GENERATION',
      promotion_target_type: 'INSTANT_PAGE',
      optimization_goal: 'LEAD_GENERATION',
      pixel_id: undefined,
      optimization_event: undefined,
    };
    await expect(createAdGroup(client, { ...form, ...windows }, leads)).rejects.toThrow(
      'Attribution window combination',
    );
    expect((await createAdGroup(client, form, leads)).promotion_target_type).toBe('INSTANT_PAGE');
  });

  test('installs that are valued need the first day, and a budget of the campaign', async () => {
    const client = createTiktokClient();
    const apps = {
      objective_type: 'APP_PROMOTION',
      sales_destination: undefined,
      app_promotion_type: 'APP_INSTALL',
    };
    const value = {
      promotion_type: 'APP_ANDROID',
      app_id: shortVideo.promotedAppId,
      pixel_id: undefined,
      optimization_goal: 'VALUE',
      optimization_event: 'ACTIVE_PAY',
      deep_bid_type: 'VO_MIN_ROAS',
      roas_bid: 1.2,
    };
    await expect(createAdGroup(client, value, apps)).rejects.toThrow('vbo_window');
    const made = await createAdGroup(client, { ...value, vbo_window: 'ZERO_DAY' }, apps);
    expect(made.targeting_spec.operating_systems).toEqual(['ANDROID']);
    const alone = {
      budget_mode: 'BUDGET_MODE_DYNAMIC_DAILY_BUDGET',
      budget: 50,
      vbo_window: 'ZERO_DAY',
    };
    const without = { ...apps, budget_optimize_on: false, budget: undefined };
    await expect(createAdGroup(client, { ...value, ...alone }, without)).rejects.toThrow(
      'budget of the campaign',
    );
    await expect(
      createAdGroup(client, { ...value, vbo_window: 'ZERO_DAY', roas_bid: 1_001 }, apps),
    ).rejects.toThrow('roas_bid');
    await expect(createAdGroup(client, { ...value, app_id: undefined }, apps)).rejects.toThrow(
      'app_id',
    );
  });

  test('ad groups of a campaign are alike, and at most thirty', async () => {
    const client = createTiktokClient();
    const { campaign_id } = await createCampaign(client);
    const add = (more: object = {}) =>
      client.post('smart_plus/adgroup/create', webAdGroup(campaign_id, more));
    await add();
    const other = {
      optimization_goal: 'CLICK',
      billing_event: 'CPC',
      pixel_id: undefined,
      optimization_event: undefined,
    };
    expect(await add(other)).toMatchObject({
      code: 40002,
      message: expect.stringContaining('same'),
    });
    for (let i = 1; i < 30; i += 1) expect((await add()).code).toBe(0);
    expect(await add()).toMatchObject({ code: 40002, message: expect.stringContaining('30') });
  });

  test('a bid of one is a bid of all', async () => {
    const client = createTiktokClient();
    const { campaign_id, adgroup_id } = await createAdGroup(client, custom);
    const sibling = (
      await client.post('smart_plus/adgroup/create', webAdGroup(campaign_id, custom))
    ).data;
    await client.post('smart_plus/adgroup/update', { adgroup_id, conversion_bid_price: 7 });
    const filtering = { adgroup_ids: [sibling.adgroup_id] };
    expect(
      (await client.get('smart_plus/adgroup/get', { filtering })).data.list[0].conversion_bid_price,
    ).toBe(7);
  });

  test('an update keeps what it does not name', async () => {
    const client = createTiktokClient();
    const { adgroup_id, targeting_spec } = await createAdGroup(client);
    const { data } = await client.post('smart_plus/adgroup/update', {
      adgroup_id,
      adgroup_name: 'Renamed',
    });
    expect(data).toMatchObject({
      adgroup_name: 'Renamed',
      targeting_spec,
      schedule_type: 'SCHEDULE_FROM_NOW',
    });
    const moved = await client.post('smart_plus/adgroup/update', {
      adgroup_id,
      targeting_spec: { location_ids: ['3017382'] },
    });
    expect(moved.data.targeting_spec.location_ids).toEqual(['3017382']);
    expect(
      (
        await client.post('smart_plus/adgroup/update', {
          adgroup_id,
          placements: ['PLACEMENT_TIKTOK'],
        })
      ).code,
    ).toBe(40002);
  });

  test('budgets change in one call, not below what was spent, and not where the campaign has the budget', async () => {
    const client = createTiktokClient();
    const leads = shortVideo.smart.delivering(smart, 'leads');
    const send = (adgroup_id: string, budget: number) =>
      client.post('smart_plus/adgroup/budget/update', { ...own, budget: [{ adgroup_id, budget }] });
    const budget = async () =>
      (await client.get('smart_plus/adgroup/get', { ...own, filtering: { adgroup_ids: [leads] } }))
        .data.list[0].budget;
    expect((await send(leads, 250)).data).toEqual({});
    expect(await budget()).toBe(250);
    expect((await send(leads, 20)).code).toBe(0);
    expect(await budget()).toBe(250);
    expect((await send(shortVideo.smart.delivering(smart, 'web'), 250)).code).toBe(40002);
  });
});

describe('ads', () => {
  test('are answered whole, in review, with an id for each creative', async () => {
    const client = createTiktokClient();
    const { adgroup_id } = await createAdGroup(client, {}, { operation_status: 'ENABLE' });
    const creatives = [await creative(client), await creative(client)];
    const { data } = await client.post(
      'smart_plus/ad/create',
      webAd(adgroup_id, creatives, { ad_name: '' }),
    );
    expect(data).toMatchObject({
      ad_name: data.smart_plus_ad_id,
      secondary_status: 'AD_STATUS_AUDIT',
      operation_status: 'ENABLE',
    });
    expect(data.creative_list).toMatchObject([
      { ad_material_id: expect.stringMatching(/^\d{19}$/), material_operation_status: 'ENABLE' },
      { ad_material_id: expect.stringMatching(/^\d{19}$/) },
    ]);
    await client.clock.advance(5_000);
    const { list } = (await client.get('smart_plus/ad/get')).data;
    expect(list[0].secondary_status).toBe('AD_STATUS_DELIVERY_OK');
    // One ad, two creatives: nobody counts both.
    expect(await client.count('tiktok_ads')).toBe(
      1 + (await createTiktokClient().count('tiktok_ads')),
    );
  });

  const info = (more: object) => async (client: TiktokClient) => ({
    creative_list: [await creative(client, more)],
  });
  test.each([
    [
      'no cover',
      info({ image_info: [] }),
      'video material should have 1 image_info as the video cover',
    ],
    ['a single image', info({ ad_format: 'SINGLE_IMAGE' }), 'ad_format'],
    [
      'an identity without a profile',
      info({ identity_type: custom.type, identity_id: custom.id }),
      'TikTok placement',
    ],
    [
      'an identity of a centre without it',
      info({ identity_type: centre.type, identity_id: centre.id }),
      'identity_bc_id is required',
    ],
    ['a carousel without music', info({ ad_format: 'CAROUSEL_ADS' }), 'music_id'],
    [
      'a declared machine',
      info({ aigc_disclosure_type: 'SELF_DISCLOSURE' }),
      'aigc_disclosure_type',
    ],
    ['no text', async () => ({ ad_text_list: [] }), 'ad_text_list'],
    ['six texts', async () => ({ ad_text_list: Array(6).fill({ ad_text: 'x' }) }), 'ad_text_list'],
    ['no button', async () => ({ ad_configuration: {} }), 'call_to_action_id'],
    [
      'a button that does not exist',
      async () => ({ ad_configuration: { call_to_action_id: '1' } }),
      'portfolio',
    ],
    ['no address', async () => ({ landing_page_url_list: [] }), 'landing_page_url_list'],
    [
      'two addresses',
      async () => ({
        landing_page_url_list: Array(2).fill({ landing_page_url: 'https://a.example/' }),
      }),
      'length',
    ],
    ['no creative', async () => ({ creative_list: [] }), 'creative_list'],
    [
      'an enhancement that can only be read',
      async () => ({
        ad_configuration: {
          call_to_action_id: shortVideo.portfolio(account),
          creative_auto_enhancement_strategy_list: ['CALL_TO_ACTION_ENHANCEMENT'],
        },
      }),
      'creative_auto_enhancement_strategy_list',
    ],
  ])('%s is refused, and nothing is made', async (_title, change, message) => {
    const client = createTiktokClient();
    const { adgroup_id } = await createAdGroup(client);
    const body = webAd(adgroup_id, [await creative(client)], await change(client));
    const refused = await client.post('smart_plus/ad/create', body);
    expect(refused).toMatchObject({ code: 40002, message: expect.stringContaining(message) });
    expect((await client.get('smart_plus/ad/get')).data.list).toEqual([]);
  });

  test('a recommended cover, a carousel and a post are taken', async () => {
    const client = createTiktokClient();
    const { adgroup_id } = await createAdGroup(client);
    const video_id = await client.video('suggested.mp4');
    await client.clock.advance(3_000);
    const [cover] = (await client.get('file/video/suggestcover', { video_id })).data.list;
    const { creative_info } = (await creative(client)) as { creative_info: object };
    const images = [{ web_uri: await client.image('one') }, { web_uri: await client.image('two') }];
    const post = {
      ad_format: 'SINGLE_VIDEO',
      tiktok_item_id: shortVideo.posts(account)[0],
      identity_type: profile.type,
      identity_id: profile.id,
    };
    const creatives = [
      {
        creative_info: {
          ...creative_info,
          video_info: { video_id },
          image_info: [{ web_uri: cover.id }],
        },
      },
      {
        creative_info: {
          ...creative_info,
          ad_format: 'CAROUSEL_ADS',
          video_info: undefined,
          image_info: images,
          music_info: { music_id: '7' },
        },
      },
      { creative_info: post },
    ];
    expect((await client.post('smart_plus/ad/create', webAd(adgroup_id, creatives))).code).toBe(0);
  });

  test('a button is chosen among recommended ones, and made a portfolio', async () => {
    const client = createTiktokClient();
    const asked = {
      new_version: 'true',
      objective_type: 'WEB_CONVERSIONS',
      promotion_type: 'WEBSITE',
    };
    const { recommend_assets: assets } = (await client.get('creative/cta/recommend', asked)).data;
    const sent = { creative_portfolio_type: 'CTA', portfolio_content: assets.slice(0, 2) };
    const { creative_portfolio_id } = (await client.post('creative/portfolio/create', sent)).data;
    const { adgroup_id } = await createAdGroup(client);
    const ad = await createAd(client, adgroup_id, {
      ad_configuration: { call_to_action_id: creative_portfolio_id },
    });
    expect(ad.ad_configuration.call_to_action_id).toBe(creative_portfolio_id);
    const odd = [{ ...assets[0], asset_ids: ['1'] }];
    expect(
      (await client.post('creative/portfolio/create', { ...sent, portfolio_content: odd })).code,
    ).toBe(40002);
  });

  test('lead ads wait for the terms to be signed', async () => {
    const client = createTiktokClient();
    await client.fault({ fault: 'lead-terms-open' });
    const [adgroup_id] = shortVideo.smart.empty(smart, 'leads');
    const page_id = `7${smart.slice(-12)}1`;
    const identity = { identity_type: profile.type, identity_id: profile.id };
    const post = {
      creative_info: {
        ad_format: 'SINGLE_VIDEO',
        tiktok_item_id: shortVideo.posts(smart)[0],
        ...identity,
      },
    };
    const ad_configuration = { call_to_action_id: shortVideo.portfolio(smart) };
    const send = () =>
      client.post('smart_plus/ad/create', {
        ...own,
        adgroup_id,
        creative_list: [post],
        page_list: [{ page_id }],
        ad_configuration,
      });
    expect((await client.get('term/check', { ...own, term_type: 'LeadAds' })).data.confirmed).toBe(
      false,
    );
    expect((await send()).message).toBe('Lead Generation agreement has not be signed yet');
    expect((await client.post('term/confirm', { ...own, term_type: 'LeadAds' })).code).toBe(0);
    expect((await client.get('term/check', { ...own, term_type: 'LeadAds' })).data.confirmed).toBe(
      true,
    );
    expect((await send()).code).toBe(0);
  });

  test('two creates in one ad group at once: one is refused', async () => {
    const client = createTiktokClient();
    const { adgroup_id } = await createAdGroup(client);
    const one = await creative(client);
    const other = (await createAdGroup(client)).adgroup_id;
    const send = (id: string) => client.post('smart_plus/ad/create', webAd(id, [one]));
    const codes = (await Promise.all([send(adgroup_id), send(adgroup_id), send(other)])).map(
      ({ code }) => code,
    );
    expect(codes.sort()).toEqual([0, 0, 41021]);
    expect((await send(adgroup_id)).code).toBe(0);
  });

  test('an ad group has at most thirty ads', async () => {
    const client = createTiktokClient();
    const { adgroup_id } = await createAdGroup(client);
    const one = await creative(client);
    for (let i = 0; i < 30; i += 1)
      expect((await client.post('smart_plus/ad/create', webAd(adgroup_id, [one]))).code).toBe(0);
    expect((await client.post('smart_plus/ad/create', webAd(adgroup_id, [one]))).code).toBe(40002);
  });

  test('an update replaces lists whole, and keeps a creative that is named', async () => {
    const client = createTiktokClient();
    const { adgroup_id } = await createAdGroup(client, {}, { operation_status: 'ENABLE' });
    const creatives = [await creative(client), await creative(client)];
    const texts = { ad_text_list: [{ ad_text: 'One' }, { ad_text: 'Two' }] };
    const made = (await client.post('smart_plus/ad/create', webAd(adgroup_id, creatives, texts)))
      .data;
    await client.clock.advance(5_000);
    const { smart_plus_ad_id } = made;
    const [first] = made.creative_list;
    const kept = (
      await client.post('smart_plus/ad/update', { smart_plus_ad_id, ad_name: 'Renamed' })
    ).data;
    expect(kept).toMatchObject({
      ad_name: 'Renamed',
      creative_list: made.creative_list,
      secondary_status: 'AD_STATUS_DELIVERY_OK',
    });
    const sent = {
      ad_text_list: [{ ad_text: 'Three' }],
      creative_list: [{ ad_material_id: first.ad_material_id }, creatives[0]],
    };
    const { data } = await client.post('smart_plus/ad/update', { smart_plus_ad_id, ...sent });
    expect(data.ad_text_list).toEqual([{ ad_text: 'Three' }]);
    expect(data.creative_list[0]).toEqual(first);
    const before = made.creative_list.map(({ ad_material_id }: Row) => ad_material_id);
    expect(before).not.toContain(data.creative_list[1].ad_material_id);
    expect(data).toMatchObject({
      secondary_status: 'AD_STATUS_DELIVERY_AND_REAUDIT',
      landing_page_url_list: made.landing_page_url_list,
    });
    // The creative that went is deleted in the plain list.
    const rows = async (primary_status: string) =>
      (await client.get('ad/get', { filtering: { adgroup_ids: [adgroup_id], primary_status } }))
        .data.list.length;
    expect([await rows('STATUS_NOT_DELETE'), await rows('STATUS_ALL')]).toEqual([2, 3]);
  });

  test('a disclaimer stays, and keeps its type', async () => {
    const client = createTiktokClient();
    const disclaimer = { disclaimer_type: 'TEXT_ONLY', disclaimer_text: { text: 'Terms' } };
    const { smart_plus_ad_id } = await createAd(client, (await createAdGroup(client)).adgroup_id, {
      disclaimer,
    });
    const link = {
      disclaimer_type: 'TEXT_LINK',
      disclaimer_clickable_texts: [{ text: 'a', url: 'https://a.example' }],
    };
    expect(
      (await client.post('smart_plus/ad/update', { smart_plus_ad_id, disclaimer: link })).code,
    ).toBe(40002);
    const longer = { ...disclaimer, disclaimer_text: { text: 'Longer' } };
    expect(
      (await client.post('smart_plus/ad/update', { smart_plus_ad_id, disclaimer: longer })).data
        .disclaimer,
    ).toEqual(longer);
  });

  test('switching has no list of errors: one unknown ad refuses all', async () => {
    const client = createTiktokClient();
    const ad = await createAd(client, (await createAdGroup(client)).adgroup_id);
    const send = (ids: readonly string[]) =>
      client.post('smart_plus/ad/status/update', {
        smart_plus_ad_ids: ids,
        operation_status: 'DISABLE',
      });
    expect((await send([ad.smart_plus_ad_id])).data).toEqual({
      smart_plus_ad_ids: [ad.smart_plus_ad_id],
      status: 'DISABLE',
    });
    expect((await send([ad.smart_plus_ad_id, '1'])).code).toBe(40002);
  });

  test('lists lag by a set delay, or by one drawn for each object', async () => {
    const client = createTiktokClient();
    const { adgroup_id } = await createAdGroup(client);
    const one = await creative(client);
    for (let i = 0; i < 12; i += 1)
      await client.post('smart_plus/ad/create', webAd(adgroup_id, [one]));
    const listed = async () => (await client.get('smart_plus/ad/get')).data.page_info.total_number;
    await client.fault({ fault: 'list-lag', ms: 5_000 });
    expect(await listed()).toBe(0);
    await client.clearFaults();
    await client.fault({ fault: 'list-lag', ms: 5_000, type: 'drawn' });
    const seen = [];
    for (let i = 0; i < 4; i += 1) {
      await client.clock.advance(i === 0 ? 1_000 : 1_400);
      seen.push(await listed());
    }
    expect(seen).toEqual([...seen].sort((a, b) => a - b));
    expect([seen[0] > 0 && seen[0] < 12, seen.at(-1)]).toEqual([true, 12]);
  });

  test('creatives that TikTok adds are in the plain list alone', async () => {
    const client = createTiktokClient();
    const smart_plus_ad_id = shortVideo.smart.ad(smart, 'web', 3);
    const { list } = (
      await client.get('smart_plus/ad/get', {
        ...own,
        filtering: { smart_plus_ad_ids: [smart_plus_ad_id] },
      })
    ).data;
    expect(list[0].creative_list).toHaveLength(3);
    const rows = (await client.get('ad/get', { ...own, page_size: '1000' })).data.list as Row[];
    const creatives = rows.filter((row) => row.smart_plus_ad_id === smart_plus_ad_id);
    expect(creatives).toHaveLength(4);
    // Without a text, called as the file is.
    expect(creatives.at(-1)).toMatchObject({
      ad_name: 'smart-1.mp4',
      campaign_automation_type: 'UPGRADED_SMART_PLUS_CREATIVE',
    });
    expect(creatives.at(-1)).not.toHaveProperty('ad_text');
    const byAd = (
      await client.get('ad/get', { ...own, filtering: { ad_ids_v2: [smart_plus_ad_id] } })
    ).data.list;
    expect(byAd).toMatchObject([
      {
        ad_id_v2: smart_plus_ad_id,
        smart_plus_ad_id,
        campaign_automation_type: 'UPGRADED_SMART_PLUS',
      },
    ]);
  });

  test('an ad is previewed before it exists, and after', async () => {
    const client = createTiktokClient();
    const created = { preview_type: 'ADS_CREATION', creative_list: [await creative(client)] };
    expect((await client.post('smart_plus/ad/preview', created)).data.preview_link).toMatch(
      /^http/,
    );
    const smart_plus_ad_id = shortVideo.smart.ad(smart, 'web', 1);
    const { data } = await client.post('smart_plus/ad/preview', {
      ...own,
      preview_type: 'AD',
      smart_plus_ad_id,
    });
    expect(data).toMatchObject({
      preview_link: expect.stringContaining(smart_plus_ad_id),
      iframe: expect.any(String),
    });
    const many = { ...created, creative_list: Array(32).fill(created.creative_list[0]) };
    expect((await client.post('smart_plus/ad/preview', many)).code).toBe(40002);
  });

  test('reviews tell each creative; each image of a carousel has its own', async () => {
    const client = createTiktokClient();
    const smart_plus_ad_ids = [shortVideo.smart.ad(smart, 'web', 1)];
    const { data } = await client.get('smart_plus/ad/review_info', { ...own, smart_plus_ad_ids });
    expect(data.smart_plus_ad_review_infos).toMatchObject([
      { review_status: 'ALL_AVAILABLE', appeal_status: 'NOT_APPEALED' },
    ]);
    expect(data.material_review_infos).toHaveLength(3);
    const [{ ad_material_id }] = data.material_review_infos;
    const alone = (
      await client.get('smart_plus/material/review_info', {
        ...own,
        ad_material_ids: [ad_material_id],
      })
    ).data;
    expect(alone.material_review_infos).toMatchObject([
      { ad_material_id, review_status: 'ALL_AVAILABLE' },
    ]);
    const images = [{ web_uri: await client.image('one') }, { web_uri: await client.image('two') }];
    const carousel = await creative(client, {
      ad_format: 'CAROUSEL_ADS',
      video_info: undefined,
      image_info: images,
      music_info: { music_id: '7' },
    });
    const { adgroup_id } = await createAdGroup(client);
    const made = (await client.post('smart_plus/ad/create', webAd(adgroup_id, [carousel]))).data;
    const asked = { smart_plus_ad_ids: [made.smart_plus_ad_id] };
    // Before its review an ad has no status.
    expect(
      (await client.get('smart_plus/ad/review_info', asked)).data.smart_plus_ad_review_infos,
    ).toEqual([]);
    await client.clock.advance(5_000);
    const infos = (await client.get('smart_plus/ad/review_info', asked)).data.material_review_infos;
    expect(infos).toHaveLength(2);
    expect(infos.map((row: Row) => row.ad_material_id)).not.toContain(
      made.creative_list[0].ad_material_id,
    );
  });

  test('part of an ad can be rejected', async () => {
    const client = createTiktokClient();
    const { adgroup_id } = await createAdGroup(client, {}, { operation_status: 'ENABLE' });
    await client.fault({ fault: 'review-rejected', type: 'part' });
    const body = webAd(adgroup_id, [await creative(client), await creative(client)]);
    const { smart_plus_ad_id } = (await client.post('smart_plus/ad/create', body)).data;
    await client.clock.advance(5_000);
    const { list } = (await client.get('smart_plus/ad/get')).data;
    expect(list[0].secondary_status).toBe('AD_STATUS_REVIEW_PARTIALLY_APPROVED');
    const { data } = await client.get('smart_plus/ad/review_info', {
      smart_plus_ad_ids: [smart_plus_ad_id],
    });
    expect(data.smart_plus_ad_review_infos[0].review_status).toBe('PART_AVAILABLE');
  });
});

describe('copies', () => {
  const create = (client: TiktokClient, more: object = {}) =>
    client.post('smart_plus/campaign/copy/task/create', {
      ...own,
      request_id: requestId(),
      campaign_id: shortVideo.smart.campaign(smart, 'web'),
      ...more,
    });
  const check = async (client: TiktokClient, task_id: string) =>
    (await client.get('smart_plus/campaign/copy/task/check', { ...own, task_id })).data;

  test('copy a campaign whole, switched off, and count the ads', async () => {
    const client = createTiktokClient();
    const { task_id } = (await create(client, { campaign_name: 'Copy', budget: 150 })).data;
    expect((await check(client, task_id)).task_status).toBe('RUNNING');
    await client.clock.advance(20_000);
    const { task_status, task_info, task_result } = await check(client, task_id);
    expect([task_status, task_info]).toEqual([
      'SUCCESS',
      { total_ad_count: 3, success_ad_count: 3 },
    ]);
    const filtering = { campaign_ids: [task_result.campaign_id] };
    const read = async (noun: string) =>
      (await client.get(`smart_plus/${noun}/get`, { ...own, filtering })).data.list;
    expect(await read('campaign')).toMatchObject([
      { campaign_name: 'Copy', operation_status: 'DISABLE', budget: 150 },
    ]);
    expect(await read('adgroup')).toHaveLength(3);
    const ads = await read('ad');
    expect(ads.map(({ ad_name }: Row) => ad_name).sort()).toEqual([
      'Smart+ web ad 1',
      'Smart+ web ad 2',
      'Smart+ web ad 3',
    ]);
    const ids = task_result.adgroup_result_list.flatMap(
      ({ ad_result_list }: { ad_result_list: Row[] }) =>
        ad_result_list.map(({ smart_plus_ad_id }) => smart_plus_ad_id),
    );
    expect(ids.sort()).toEqual(ads.map(({ smart_plus_ad_id }: Row) => smart_plus_ad_id).sort());
  });

  test('in the custom mode only what is named is copied, and changed', async () => {
    const client = createTiktokClient();
    const adgroup_list = [
      {
        adgroup_id: shortVideo.smart.delivering(smart, 'web'),
        adgroup_name: 'Other',
        targeting_spec: { location_ids: ['3017382'] },
        ad_list: [
          {
            smart_plus_ad_id: shortVideo.smart.ad(smart, 'web', 1),
            ad_name: 'New',
            operation_status: 'DISABLE',
          },
        ],
      },
    ];
    expect((await create(client, { deep_copy_mode: 'CUSTOM' })).code).toBe(40002);
    const { task_id } = (await create(client, { deep_copy_mode: 'CUSTOM', adgroup_list })).data;
    await client.clock.advance(20_000);
    const { task_result } = await check(client, task_id);
    const filtering = { campaign_ids: [task_result.campaign_id] };
    const groups = (await client.get('smart_plus/adgroup/get', { ...own, filtering })).data.list;
    expect(groups).toMatchObject([
      { adgroup_name: 'Other', targeting_spec: { location_ids: ['3017382'] } },
    ]);
    const ads = (await client.get('smart_plus/ad/get', { ...own, filtering })).data.list;
    expect(ads).toMatchObject([{ ad_name: 'New', operation_status: 'DISABLE' }]);
  });

  test('a task that was processed may have made nothing, or half', async () => {
    const client = createTiktokClient();
    await client.fault({ fault: 'copy-failed', times: 1 });
    const failed = (await create(client)).data.task_id;
    await client.fault({ fault: 'copy-partial', times: 1 });
    const leads = { campaign_id: shortVideo.smart.campaign(smart, 'leads') };
    const partial = (await create(client, leads)).data.task_id;
    await client.clock.advance(20_000);
    expect(await check(client, failed)).toMatchObject({
      task_status: 'SUCCESS',
      task_info: { success_ad_count: 0 },
    });
    const { task_status, task_result } = await check(client, partial);
    expect(task_status).toBe('SUCCESS');
    const failures = task_result.adgroup_result_list.filter(
      (each: { adgroup_error_list: [] }) => each.adgroup_error_list.length > 0,
    );
    expect(failures).toMatchObject([{ adgroup_name: 'Smart+ Leads open 1' }]);
  });
});

describe('reports', () => {
  const days = { start_date: '2026-11-01', end_date: '2026-11-10' };
  const basic = {
    ...own,
    ...days,
    report_type: 'BASIC',
    metrics: ['spend', 'campaign_automation_type', 'ad_name'],
    page_size: '1000',
  };
  type Figures = { readonly dimensions: Row; readonly metrics: Row };
  const read = async (client: TiktokClient, more: object): Promise<readonly Figures[]> =>
    (await client.get('report/integrated/get', { ...basic, data_level: 'AUCTION_AD', ...more }))
      .data.list;
  const spend = (rows: readonly Figures[]) =>
    Math.round(rows.reduce((sum, { metrics }) => sum + Number(metrics.spend), 0) * 100);

  test('an ad is one row by its own id, and one for each creative by theirs; both sums are the same', async () => {
    const client = createTiktokClient();
    const creatives = await read(client, { dimensions: ['ad_id'] });
    const ads = await read(client, { dimensions: ['ad_id_v2'] });
    // Nine manual ads are in both; of the nine Smart+ ads thirty creatives.
    expect([ads.length, creatives.length]).toEqual([9 + 9, 9 + 30]);
    expect(spend(creatives)).toBe(spend(ads));
    const { list } = (
      await client.get('report/integrated/get', {
        ...basic,
        data_level: 'AUCTION_ADVERTISER',
        dimensions: ['advertiser_id'],
        metrics: ['spend'],
      })
    ).data;
    expect(spend(list)).toBe(spend(ads));
    const one = shortVideo.smart.ad(smart, 'web', 1);
    const row = ads.find(({ dimensions }) => dimensions.ad_id_v2 === one);
    expect(row?.metrics).toMatchObject({
      campaign_automation_type: 'UPGRADED_SMART_PLUS',
      ad_name: 'Smart+ web ad 1',
    });
    expect(creatives.map(({ dimensions }) => dimensions.ad_id)).not.toContain(one);
    expect(
      creatives.some(
        ({ metrics }) => metrics.campaign_automation_type === 'UPGRADED_SMART_PLUS_CREATIVE',
      ),
    ).toBe(true);
  });

  test('ads are filtered by their own ids, and by the type of their campaigns', async () => {
    const client = createTiktokClient();
    const one = shortVideo.smart.ad(smart, 'web', 1);
    const by = (field_name: string, values: readonly string[]) => ({
      filtering: [{ field_name, filter_type: 'IN', filter_value: JSON.stringify(values) }],
    });
    expect(
      await read(client, { dimensions: ['ad_id_v2'], ...by('ad_ids_v2', [one]) }),
    ).toHaveLength(1);
    expect(await read(client, { dimensions: ['ad_id'], ...by('ad_ids_v2', [one]) })).toHaveLength(
      3,
    );
    expect(
      await read(client, {
        dimensions: ['ad_id_v2'],
        ...by('campaign_automation_type', ['UPGRADED_SMART_PLUS']),
      }),
    ).toHaveLength(9);
    const asked = { ...basic, data_level: 'AUCTION_AD', dimensions: ['ad_id'] };
    const odd = by('campaign_automation_type', ['UPGRADED_SMART_PLUS_CREATIVE']);
    expect((await client.get('report/integrated/get', { ...asked, ...odd })).code).toBe(40002);
    expect(
      (await client.get('report/integrated/get', { ...asked, dimensions: ['ad_id', 'ad_id_v2'] }))
        .code,
    ).toBe(40002);
    expect((await client.post('report/task/create', { ...own, report_type: 'BASIC' })).code).toBe(
      40118,
    );
  });

  test('creatives have an overview, many days as one sum, and a breakdown', async () => {
    const client = createTiktokClient();
    const filtering = { smart_plus_ad_ids: [shortVideo.smart.ad(smart, 'web', 1)] };
    const asked = {
      ...own,
      ...days,
      metrics: ['spend', 'ad_material_id'],
      filtering,
      page_size: '100',
    };
    const list = async (name: string, more: object): Promise<readonly Figures[]> =>
      (await client.get(`smart_plus/material_report/${name}`, { ...asked, ...more })).data.list;
    const overview = await list('overview', {
      dimensions: ['smart_plus_ad_id', 'main_material_id'],
    });
    expect(overview.map(({ dimensions }) => dimensions.main_material_type).sort()).toEqual([
      'VIDEO_NON_SPARK_ADS',
      'VIDEO_NON_SPARK_ADS',
      'VIDEO_SPARK_ADS',
    ]);
    const [ad] = await read(client, {
      dimensions: ['ad_id_v2'],
      filtering: [
        {
          field_name: 'ad_ids_v2',
          filter_type: 'IN',
          filter_value: JSON.stringify(filtering.smart_plus_ad_ids),
        },
      ],
    });
    expect(spend(overview)).toBe(spend(ad === undefined ? [] : [ad]));
    // By default the most expensive first.
    expect(overview.map(({ metrics }) => Number(metrics.spend))).toEqual(
      overview.map(({ metrics }) => Number(metrics.spend)).sort((a, b) => b - a),
    );
    const daily = await list('breakdown', { dimensions: ['main_material_id', 'stat_time_day'] });
    expect(daily).toHaveLength(30);
    const texts = await list('breakdown', { dimensions: ['ad_text_entity_id'] });
    expect(texts.map(({ metrics }) => metrics.ad_text).sort()).toEqual([
      'All about web',
      'More about web',
    ]);
    expect([spend(daily), spend(texts)]).toEqual([spend(overview), spend(overview)]);
    const hours = await list('breakdown', {
      dimensions: ['main_material_id', 'stat_time_hour'],
      end_date: '2026-11-01',
    });
    expect(
      hours.every(({ dimensions }) =>
        /^2026-11-01 \d\d:00:00$/.test(dimensions.stat_time_hour ?? ''),
      ),
    ).toBe(true);
  });

  test.each([
    ['overview', { dimensions: ['main_material_id'] }],
    ['overview', { dimensions: ['campaign_id', 'stat_time_day'] }],
    ['overview', { dimensions: ['campaign_id', 'main_material_id'], start_date: '2025-01-01' }],
    [
      'overview',
      {
        dimensions: ['campaign_id', 'main_material_id'],
        filtering: { campaign_ids: ['1'], adgroup_ids: ['1'] },
      },
    ],
    ['overview', { dimensions: ['campaign_id', 'main_material_id'], page_size: '101' }],
    ['breakdown', { dimensions: ['campaign_id', 'main_material_id'] }],
    ['breakdown', { dimensions: ['stat_time_day'] }],
    ['breakdown', { dimensions: ['main_material_id', 'stat_time_day', 'stat_time_week'] }],
    ['breakdown', { dimensions: ['main_material_id', 'stat_time_hour'], start_date: '2026-10-01' }],
  ])('%s refuses %j', async (name, more) => {
    const { code } = await createTiktokClient().get(`smart_plus/material_report/${name}`, {
      ...own,
      ...days,
      ...more,
    });
    expect(code).toBe(40002);
  });

  test('a creative that is switched off delivers no more', async () => {
    const client = createTiktokClient();
    const smart_plus_ad_id = shortVideo.smart.ad(smart, 'web', 1);
    const { list } = (
      await client.get('smart_plus/ad/get', {
        ...own,
        filtering: { smart_plus_ad_ids: [smart_plus_ad_id] },
      })
    ).data;
    const [{ ad_material_id }] = list[0].creative_list;
    const off = {
      ...own,
      smart_plus_ad_id,
      ad_material_ids: [ad_material_id],
      operation_status: 'DISABLE',
    };
    expect((await client.post('smart_plus/ad/material_status/update', off)).code).toBe(0);
    await client.clock.advance(3 * 86_400_000);
    const asked = {
      ...own,
      start_date: '2026-11-17',
      end_date: '2026-11-17',
      dimensions: ['smart_plus_ad_id', 'main_material_id'],
    };
    const { data } = await client.get('smart_plus/material_report/overview', {
      ...asked,
      filtering: { smart_plus_ad_ids: [smart_plus_ad_id] },
    });
    expect(data.list).toHaveLength(2);
  });
});

test('comments of Smart+ ads are listed without the ad, and not answered', async () => {
  const client = createTiktokClient();
  const adgroup_id = shortVideo.smart.delivering(smart, 'web');
  const range = { start_time: '2026-11-01 00:00:00', end_time: '2026-11-16 00:00:00' };
  const asked = { ...own, search_field: 'ADGROUP_ID', search_value: adgroup_id, ...range };
  const [row] = (await client.get('comment/list', asked)).data.comments;
  expect(row).toMatchObject({ content: expect.any(String), tiktok_item_id: expect.any(String) });
  for (const name of ['ad_id', 'ad_name', 'adgroup_id']) expect(row).not.toHaveProperty(name);
  const { comment_id, tiktok_item_id, identity_id, identity_type } = row;
  const named = {
    ...own,
    comment_id,
    tiktok_item_id,
    identity_id,
    identity_type,
    ad_id: shortVideo.smart.ad(smart, 'web', 1),
  };
  const reply = await client.post('comment/post', { ...named, comment_type: 'REPLY', text: 'Hi' });
  expect(reply).toMatchObject({
    code: 40002,
    message: 'This API does not support Upgraded Smart Plus ads.',
  });
  expect((await client.post('comment/delete', named)).code).toBe(40002);
  expect(
    (
      await client.post('comment/status/update', {
        ...own,
        comment_ids: [comment_id],
        operation: 'HIDDEN',
      })
    ).code,
  ).toBe(0);
});
