import { expect, test } from 'vitest';
import { seed } from '../../../adapters/sandbox/meta/seed/names.ts';
import { adSet, campaign, createClient, emptyAdSet, eur } from './client.ts';

const hour = 3_600_000;
const start = Date.UTC(2026, 10, 15, 12);
const iso = (at: number): string => new Date(at).toISOString().replace(/\.\d+Z$/, '+0000');

const refusedCampaigns: readonly (readonly [
  subcode: number | undefined,
  why: string,
  body: object,
])[] = [
  [undefined, 'no special_ad_categories', campaign({ special_ad_categories: undefined })],
  [undefined, 'an unknown special category', campaign({ special_ad_categories: ['PETS'] })],
  [undefined, 'no name', campaign({ name: undefined })],
  [undefined, 'an objective of older days', campaign({ objective: 'LINK_CLICKS' })],
  [undefined, 'a status other than on or off', campaign({ status: 'ARCHIVED' })],
  [
    undefined,
    'a legacy automated campaign',
    campaign({ smart_promotion_type: 'AUTOMATED_SHOPPING_ADS' }),
  ],
  [
    undefined,
    'two budgets',
    campaign({
      is_adset_budget_sharing_enabled: undefined,
      daily_budget: 1000,
      lifetime_budget: 1000,
    }),
  ],
  [
    4834011,
    'neither a budget nor a word about sharing',
    campaign({ is_adset_budget_sharing_enabled: undefined }),
  ],
  [4834002, 'a budget and a word about sharing', campaign({ daily_budget: 1000 })],
  [4834005, 'sharing without a bid strategy', campaign({ is_adset_budget_sharing_enabled: true })],
  [2446307, 'a spend cap that is too low', campaign({ spend_cap: 100 })],
  [
    1885272,
    'a budget that is too low',
    campaign({ is_adset_budget_sharing_enabled: undefined, daily_budget: 50 }),
  ],
];

test.each(refusedCampaigns)('campaign %s: %s', async (subcode, _why, body) => {
  const client = createClient();
  const reply = await client.post(`/${eur}/campaigns`, body);
  expect(reply.status).toBe(400);
  expect(reply.body.error).toMatchObject({ code: 100 });
  expect(reply.body.error.error_subcode).toBe(subcode);
});

test('a campaign is kept with its fields and becomes automated by its three levers', async () => {
  const client = createClient();
  const id = await client.make(
    `/${eur}/campaigns`,
    campaign({
      objective: 'OUTCOME_SALES',
      is_adset_budget_sharing_enabled: undefined,
      daily_budget: 10_000,
      spend_cap: 50_000,
      bid_strategy: 'COST_CAP',
    }),
  );
  const fields =
    'name,objective,buying_type,daily_budget,spend_cap,bid_strategy,status,advantage_state_info';
  expect((await client.get(`/${id}`, { fields })).body).toMatchObject({
    name: 'Campaign',
    objective: 'OUTCOME_SALES',
    buying_type: 'AUCTION',
    daily_budget: '10000',
    spend_cap: '50000',
    bid_strategy: 'COST_CAP',
    status: 'PAUSED',
    advantage_state_info: { advantage_state: 'ADVANTAGE_PLUS_SALES' },
  });
  await client.post(`/${id}`, { spend_cap: 922337203685478 });
  expect((await client.get(`/${id}?fields=spend_cap`)).body).toEqual({ id });
});

test('the spend cap can be changed ten times a day', async () => {
  const client = createClient();
  const id = await client.make(`/${eur}/campaigns`, campaign());
  for (let index = 0; index < 10; index++)
    expect((await client.post(`/${id}`, { spend_cap: 20_000 + index })).status).toBe(200);
  expect((await client.post(`/${id}`, { spend_cap: 30_000 })).body.error).toMatchObject({
    code: 17,
    error_subcode: 1885172,
  });
  await client.advance(24 * hour);
  expect((await client.post(`/${id}`, { spend_cap: 30_000 })).status).toBe(200);
});

test('a campaign budget has to cover one more ad set', async () => {
  const client = createClient();
  const poor = await client.make(
    `/${eur}/campaigns`,
    campaign({ is_adset_budget_sharing_enabled: undefined, daily_budget: 150 }),
  );
  const body = adSet({ campaign_id: poor, daily_budget: undefined });
  expect((await client.post(`/${eur}/adsets`, body)).status).toBe(200);
  expect((await client.post(`/${eur}/adsets`, body)).body.error.error_subcode).toBe(2446149);
});

test('ad sets that share their budgets have the same kind of budget, and sharing is then fixed', async () => {
  const client = createClient();
  const id = await client.make(
    `/${eur}/campaigns`,
    campaign({ is_adset_budget_sharing_enabled: true, bid_strategy: 'LOWEST_COST_WITHOUT_CAP' }),
  );
  await client.make(`/${eur}/adsets`, adSet({ campaign_id: id }));
  const other = adSet({
    campaign_id: id,
    daily_budget: undefined,
    lifetime_budget: 10_000,
    end_time: iso(start + 48 * hour),
  });
  expect((await client.post(`/${eur}/adsets`, other)).body.error.error_subcode).toBe(4834009);
  expect(
    (await client.post(`/${id}`, { is_adset_budget_sharing_enabled: false })).body.error
      .error_subcode,
  ).toBe(4834006);
});

test('a campaign takes no budget while its ad sets have theirs, and gives its own away in one step', async () => {
  const client = createClient();
  expect(
    (await client.post(`/${seed.campaign(eur, 'traffic')}`, { daily_budget: 5000 })).body.error
      .error_subcode,
  ).toBe(1885621);
  const advantage = seed.campaign(eur, 'advantage');
  const sets = [seed.deliveringAdSet(eur, 'advantage'), emptyAdSet('advantage')];
  const adset_budgets = sets.map((adset_id) => ({ adset_id, daily_budget: 700 }));
  expect(
    (await client.post(`/${advantage}`, { adset_budgets, is_adset_budget_sharing_enabled: false }))
      .body,
  ).toEqual({
    success: true,
  });
  expect((await client.get(`/${advantage}?fields=daily_budget,adsets{daily_budget}`)).body).toEqual(
    {
      id: advantage,
      adsets: {
        data: sets.reverse().map((id) => ({ id, daily_budget: '700' })),
        paging: expect.anything(),
      },
    },
  );
});

test('deleted and archived campaigns take a new name and nothing else', async () => {
  const client = createClient();
  const id = await client.make(`/${eur}/campaigns`, campaign());
  await client.post(`/${id}`, { status: 'ARCHIVED' });
  expect((await client.post(`/${id}`, { status: 'ACTIVE' })).body.error.error_subcode).toBe(
    1487566,
  );
  expect((await client.post(`/${id}`, { name: 'Old' })).body).toEqual({ success: true });
  expect((await client.post(`/${id}`, { status: 'DELETED' })).body).toEqual({ success: true });
  expect(
    (await client.post(`/${eur}/adsets`, adSet({ campaign_id: id }))).body.error.error_subcode,
  ).toBe(1487566);
  expect((await client.remove(`/${id}`)).body.error.error_subcode).toBe(33);
});

test('money of an account without minor units is whole', async () => {
  const client = createClient();
  const id = await client.make(
    '/act_1002/adsets',
    adSet({ campaign_id: seed.campaign('act_1002', 'traffic'), daily_budget: 300 }),
  );
  expect((await client.get(`/${id}?fields=daily_budget`)).body.daily_budget).toBe('300');
  expect(
    (
      await client.post(
        '/act_1002/adsets',
        adSet({ campaign_id: seed.campaign('act_1002', 'traffic'), daily_budget: 100 }),
      )
    ).body.error.error_subcode,
  ).toBe(1885272);
  expect((await client.get('/act_1002?fields=min_daily_budget')).body.min_daily_budget).toBe(150);
});
