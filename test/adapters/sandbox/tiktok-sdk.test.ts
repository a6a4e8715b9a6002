import {
  AccountManagementApi,
  AdApi,
  AdgroupApi,
  type Answer,
  ApiClient,
  AuthenticationApi,
  CampaignCreationApi,
  type Done,
  FileApi,
  IdentityApi,
  ReportingApi,
} from 'tiktok-business-api-sdk-official';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seed } from '../../../adapters/sandbox/meta/seed/names.ts';
import { shortVideo } from '../../../adapters/sandbox/tiktok/seed/ids.ts';
import { dayAgo } from '../../machine-time.ts';
import { type ServedSandbox, serveSandbox } from './served.ts';
import { account, creative, md5, png } from './tiktok-client.ts';

/** TikTok's own SDK for JavaScript, unmodified but for its address, against a sandbox on a port. */

const { token } = seed;
let served: ServedSandbox;

beforeAll(async () => {
  served = serveSandbox();
  // Manual campaigns are made on every day here: on the platform that ends.
  await served.control('faults', { fault: 'manual-open', platform: 'tiktok' });
  ApiClient.instance.basePath = `${served.url}/tiktok`;
});

afterAll(() => served.stop());

/** The SDK answers through callbacks. */
const asked = (run: (done: Done) => void): Promise<Answer> =>
  new Promise((resolve, reject) => {
    run((error, data) =>
      error === null || error === undefined ? resolve(data as Answer) : reject(error),
    );
  });
const body = (fields: object) => ({ body: { advertiser_id: account, ...fields } });

test('reads the accounts of a token', async () => {
  const { appId, secret } = shortVideo;
  const { data, request_id } = await asked((done) =>
    new AuthenticationApi().oauth2AdvertiserGet(appId, secret, token, done),
  );
  expect(request_id).toMatch(/^\d+$/);
  const ids = data.list.map(
    ({ advertiser_id }: { readonly advertiser_id: string }) => advertiser_id,
  );
  expect(ids).toContain(account);
  const info = await asked((done) =>
    new AccountManagementApi().advertiserInfo(ids, token, { fields: ['currency'] }, done),
  );
  expect(info.data.list).toHaveLength(ids.length);
  expect(info.data.list[0].currency).toBe('EUR');
});

test('creates a campaign, an ad group and an ad, changes them, and reads them back', async () => {
  const [campaigns, adGroups, ads, files] = [
    new CampaignCreationApi(),
    new AdgroupApi(),
    new AdApi(),
    new FileApi(),
  ];
  const campaign = await asked((done) =>
    campaigns.campaignCreate(
      token,
      body({
        campaign_name: 'SDK',
        objective_type: 'TRAFFIC',
        budget_mode: 'BUDGET_MODE_DAY',
        budget: 100,
      }),
      done,
    ),
  );
  const { campaign_id } = campaign.data;
  const adGroup = await asked((done) =>
    adGroups.adgroupCreate(
      token,
      body({
        campaign_id,
        adgroup_name: 'SDK',
        promotion_type: 'WEBSITE',
        placement_type: 'PLACEMENT_TYPE_AUTOMATIC',
        location_ids: ['2921044'],
        budget_mode: 'BUDGET_MODE_DAY',
        budget: 50,
        schedule_type: 'SCHEDULE_FROM_NOW',
        schedule_start_time: `${dayAgo(-1)} 00:00:00`,
        optimization_goal: 'CLICK',
        bid_type: 'BID_TYPE_NO_BID',
        billing_event: 'CPC',
        pacing: 'PACING_MODE_SMOOTH',
      }),
      done,
    ),
  );
  const { adgroup_id } = adGroup.data;
  const bytes = png('sdk');
  const image = await asked((done) =>
    files.adImageUpload(
      token,
      {
        advertiser_id: account,
        upload_type: 'UPLOAD_BY_FILE',
        file_name: 'sdk.png',
        image_signature: md5(bytes),
        image_file: Buffer.from(bytes),
      },
      done,
    ),
  );
  const { image_id } = image.data;
  const found = await asked((done) => files.fileImageAdInfo(account, [image_id], token, done));
  expect(found.data.list[0]).toMatchObject({ image_id, signature: md5(bytes) });
  const made = await asked((done) =>
    ads.adCreate(token, body({ adgroup_id, creatives: [creative(image_id)] }), done),
  );
  const [ad_id] = made.data.ad_ids;

  await asked((done) =>
    campaigns.campaignUpdate(
      token,
      body({ campaign_id, campaign_name: 'SDK 2', budget: 120 }),
      done,
    ),
  );
  await asked((done) => adGroups.adgroupUpdate(token, body({ adgroup_id, budget: 60 }), done));
  const changed = creative(image_id, { ad_id, ad_name: 'Ad 2' });
  await asked((done) => ads.adUpdate(token, body({ adgroup_id, creatives: [changed] }), done));
  await asked((done) =>
    ads.adStatusUpdate(token, body({ ad_ids: [ad_id], operation_status: 'ENABLE' }), done),
  );

  const read = async (api: 'campaign' | 'adgroup' | 'ad', filtering: object) => {
    const { data } = await asked((done) => {
      if (api === 'campaign') campaigns.campaignGet(account, token, { filtering }, done);
      else if (api === 'adgroup') adGroups.adgroupGet(account, token, { filtering }, done);
      else ads.adGet(account, token, { filtering, page: 1, page_size: 10 }, done);
    });
    return data.list;
  };
  expect(await read('campaign', { campaign_ids: [campaign_id] })).toMatchObject([
    { campaign_name: 'SDK 2', budget: 120 },
  ]);
  expect(await read('adgroup', { adgroup_ids: [adgroup_id] })).toMatchObject([
    { campaign_id, campaign_name: 'SDK 2', budget: 60 },
  ]);
  expect(await read('ad', { ad_ids: [ad_id] })).toMatchObject([
    {
      ad_name: 'Ad 2',
      campaign_name: 'SDK 2',
      adgroup_name: 'SDK',
      operation_status: 'ENABLE',
      image_ids: [image_id],
    },
  ]);

  await asked((done) =>
    campaigns.campaignStatusUpdate(
      token,
      body({ campaign_ids: [campaign_id], operation_status: 'DELETE' }),
      done,
    ),
  );
  expect(await read('campaign', { campaign_ids: [campaign_id] })).toEqual([]);
});

test('uploads a video by its address and finds it with its cover', async () => {
  const files = new FileApi();
  const { data } = await asked((done) =>
    files.adVideoUpload(
      token,
      {
        advertiser_id: account,
        upload_type: 'UPLOAD_BY_URL',
        video_url: 'https://media.test/sdk.mp4',
        file_name: 'sdk.mp4',
        auto_bind_enabled: true,
      },
      done,
    ),
  );
  await served.control('clock', { advanceMs: 3_000 });
  const { video_id } = data[0];
  const info = await asked((done) => files.adVideoInfo(account, [video_id], token, done));
  expect(info.data.list[0]).toMatchObject({
    video_id,
    video_cover_url: expect.stringContaining('http'),
  });
});

test('reads identities and a report', async () => {
  const identities = await asked((done) =>
    new IdentityApi().identityGet(account, token, { identity_type: 'TT_USER' }, done),
  );
  expect(identities.data.identity_list[0].identity_id).toBe(shortVideo.identities.profile.id);
  const { data } = await asked((done) =>
    new ReportingApi().reportIntegratedGet(
      'BASIC',
      token,
      {
        advertiser_id: account,
        data_level: 'AUCTION_CAMPAIGN',
        dimensions: ['campaign_id', 'stat_time_day'],
        metrics: ['spend', 'impressions', 'clicks'],
        start_date: dayAgo(7),
        end_date: dayAgo(1),
        filtering: [
          {
            field_name: 'campaign_ids',
            filter_type: 'IN',
            filter_value: JSON.stringify([shortVideo.campaign(account, 'traffic')]),
          },
        ],
        page: 1,
        page_size: 100,
      },
      done,
    ),
  );
  expect(data.list).toHaveLength(7);
  expect(Number(data.list[0].metrics.spend)).toBeGreaterThan(0);
  expect(data.page_info.total_number).toBe(7);
});

test('makes an error of a refusal, with its code and message', async () => {
  const refused = asked((done) =>
    new CampaignCreationApi().campaignCreate(token, body({ campaign_name: 'x' }), done),
  );
  await expect(refused).rejects.toThrow(/request_id:\d+ message: objective_type: .* code: 40002/);
  const stranger = asked((done) =>
    new CampaignCreationApi().campaignGet(account, 'no-such-token', {}, done),
  );
  await expect(stranger).rejects.toThrow('code: 40105');
});

test('creates a Smart+ campaign, ad group and ad, changes them, and reads them back', async () => {
  const [campaigns, adGroups, ads] = [new CampaignCreationApi(), new AdgroupApi(), new AdApi()];
  const campaign = {
    request_id: '1',
    objective_type: 'WEB_CONVERSIONS',
    sales_destination: 'WEBSITE',
    campaign_name: 'SDK+',
    budget: 100,
  };
  const made = await asked((done) =>
    campaigns.smartPlusCampaignCreate(token, body(campaign), done),
  );
  const { campaign_id } = made.data;
  const adGroup = {
    request_id: '2',
    campaign_id,
    adgroup_name: 'SDK+',
    promotion_type: 'WEBSITE',
    optimization_goal: 'CLICK',
    billing_event: 'CPC',
    bid_type: 'BID_TYPE_NO_BID',
    schedule_type: 'SCHEDULE_FROM_NOW',
    schedule_start_time: `${dayAgo(-1)} 00:00:00`,
    targeting_spec: { location_ids: ['2921044'] },
  };
  const { adgroup_id } = (
    await asked((done) => adGroups.smartPlusAdgroupCreate(token, body(adGroup), done))
  ).data;
  const { profile } = shortVideo.identities;
  const creative_info = {
    ad_format: 'SINGLE_VIDEO',
    tiktok_item_id: shortVideo.posts(account)[0],
    identity_type: profile.type,
    identity_id: profile.id,
  };
  const ad = {
    adgroup_id,
    ad_name: 'SDK+',
    creative_list: [{ creative_info }],
    landing_page_url_list: [{ landing_page_url: 'https://shop.example/' }],
    ad_configuration: { call_to_action_id: shortVideo.portfolio(account) },
  };
  const { smart_plus_ad_id, creative_list } = (
    await asked((done) => ads.smartPlusAdCreate(token, body(ad), done))
  ).data;
  const { ad_material_id } = creative_list[0];

  await asked((done) =>
    campaigns.smartPlusCampaignUpdate(token, body({ campaign_id, budget: 120 }), done),
  );
  await asked((done) =>
    adGroups.smartPlusAdgroupUpdate(token, body({ adgroup_id, adgroup_name: 'SDK+ 2' }), done),
  );
  await asked((done) =>
    ads.smartPlusAdUpdate(token, body({ smart_plus_ad_id, ad_name: 'SDK+ 2' }), done),
  );
  const off = { operation_status: 'DISABLE' };
  const material = { smart_plus_ad_id, ad_material_ids: [ad_material_id], ...off };
  await asked((done) => ads.smartPlusAdMaterialStatusUpdate(token, body(material), done));
  await asked((done) =>
    ads.smartPlusAdStatusUpdate(
      token,
      body({ smart_plus_ad_ids: [smart_plus_ad_id], ...off }),
      done,
    ),
  );
  await asked((done) =>
    adGroups.smartPlusAdgroupStatusUpdate(token, body({ adgroup_ids: [adgroup_id], ...off }), done),
  );
  const switched = await asked((done) =>
    campaigns.smartPlusCampaignStatusUpdate(
      token,
      body({ campaign_ids: [campaign_id, '1'], ...off }),
      done,
    ),
  );
  expect(switched.data).toMatchObject({
    campaign_list: [{ campaign_id, status: 'DISABLE' }],
    error_list: [{ campaign_id: '1' }],
  });

  const filtering = { campaign_ids: [campaign_id] };
  const read = await Promise.all([
    asked((done) =>
      campaigns.smartPlusCampaignGet(account, token, { filtering, page: 1, page_size: 10 }, done),
    ),
    asked((done) =>
      adGroups.smartPlusAdgroupGet(account, token, { filtering, page: 1, page_size: 10 }, done),
    ),
    asked((done) =>
      ads.smartPlusAdGet(account, token, { filtering, page: 1, page_size: 10 }, done),
    ),
  ]);
  expect(read.map(({ data }) => data.list)).toMatchObject([
    [{ campaign_id, budget: 120, operation_status: 'DISABLE' }],
    [{ adgroup_id, adgroup_name: 'SDK+ 2' }],
    [
      {
        smart_plus_ad_id,
        ad_name: 'SDK+ 2',
        creative_list: [{ ad_material_id, material_operation_status: 'DISABLE' }],
      },
    ],
  ]);
});

test('appeals against the rejection of a Smart+ ad, and is refused for one that was not rejected', async () => {
  const [ads, { smart }] = [new AdApi(), shortVideo.accounts];
  const sent = (fields: object) => ({ body: { advertiser_id: smart, ...fields } });
  const appeal = (smart_plus_ad_id: string) =>
    asked((done) =>
      ads.smartPlusAdAppeal(
        token,
        sent({ smart_plus_ad_id, appeal_reason: 'It is allowed.' }),
        done,
      ),
    );
  await expect(appeal(shortVideo.smart.ad(smart, 'web', 1))).rejects.toThrow('was not rejected');
  await served.control('faults', { fault: 'review-rejected', platform: 'tiktok', times: 1 });
  const { profile } = shortVideo.identities;
  const who = { identity_type: profile.type, identity_id: profile.id };
  const ad = {
    adgroup_id: shortVideo.smart.empty(smart, 'web')[0],
    ad_name: 'Rejected',
    creative_list: [
      {
        creative_info: {
          ad_format: 'SINGLE_VIDEO',
          tiktok_item_id: shortVideo.posts(smart)[0],
          ...who,
        },
      },
    ],
    landing_page_url_list: [{ landing_page_url: 'https://shop.example/' }],
    ad_configuration: { call_to_action_id: shortVideo.portfolio(smart) },
  };
  const { smart_plus_ad_id } = (await asked((done) => ads.smartPlusAdCreate(token, sent(ad), done)))
    .data;
  expect((await appeal(smart_plus_ad_id)).data).toEqual({});
});

test('reads reviews and figures of Smart+ creatives', async () => {
  const { smart } = shortVideo.accounts;
  const [ads, reports, id] = [
    new AdApi(),
    new ReportingApi(),
    shortVideo.smart.ad(smart, 'web', 1),
  ];
  const review = await asked((done) => ads.smartPlusAdReviewInfo(smart, [id], token, {}, done));
  expect(review.data.smart_plus_ad_review_infos).toMatchObject([
    { smart_plus_ad_id: id, review_status: 'ALL_AVAILABLE' },
  ]);
  const materials = review.data.material_review_infos.map(
    (row: { readonly ad_material_id: string }) => row.ad_material_id,
  );
  const alone = await asked((done) =>
    ads.smartPlusMaterialReviewInfo(smart, materials, token, {}, done),
  );
  expect(alone.data.material_review_infos).toHaveLength(3);
  const [start, end] = [dayAgo(9), dayAgo(3)];
  const options = {
    filtering: { smart_plus_ad_ids: [id] },
    metrics: ['spend', 'clicks'],
    page_size: 100,
  };
  const dimensions = ['smart_plus_ad_id', 'main_material_id'];
  const dates = { start_date: start, end_date: end };
  const overview = await asked((done) =>
    reports.smartPlusMaterialReportOverview(
      smart,
      dimensions,
      token,
      { ...options, ...dates },
      done,
    ),
  );
  expect(overview.data.list).toHaveLength(3);
  const breakdown = await asked((done) =>
    reports.smartPlusMaterialReportBreakdown(
      smart,
      ['main_material_id', 'stat_time_day'],
      start,
      end,
      token,
      options,
      done,
    ),
  );
  expect(breakdown.data.list).toHaveLength(21);
});
