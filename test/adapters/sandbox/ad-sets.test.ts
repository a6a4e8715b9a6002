import { expect, test } from 'vitest';
import { seed } from '../../../adapters/sandbox/meta/seed/names.ts';
import { adSet, createClient, emptyAdSet, eur, targeting } from './client.ts';

const hour = 3_600_000;
const start = Date.UTC(2026, 10, 15, 12);
const iso = (at: number): string => new Date(at).toISOString().replace(/\.\d+Z$/, '+0000');

const sales = seed.campaign(eur, 'sales');
const automation = (value: object): object => targeting({ targeting_automation: value });
const geo = (geo_locations: object): object => targeting({ geo_locations });

const refusedAdSets: readonly (readonly [
  subcode: number | undefined,
  why: string,
  body: object,
])[] = [
  [
    1870227,
    'no word about the audience',
    adSet({ targeting: { geo_locations: { countries: ['US'] } } }),
  ],
  [
    1870188,
    'an open audience above 25',
    adSet({ targeting: { ...automation({ advantage_audience: 1 }), age_min: 30 } }),
  ],
  [
    1870189,
    'an open audience below 65',
    adSet({ targeting: { ...automation({ advantage_audience: 1 }), age_max: 50 } }),
  ],
  [
    1870196,
    'a setting that needs the open audience',
    adSet({ targeting: automation({ advantage_audience: 0, individual_setting: { age: 1 } }) }),
  ],
  [
    1870196,
    'an unknown setting',
    adSet({ targeting: automation({ advantage_audience: 0, other: 1 }) }),
  ],
  [
    1870247,
    'a retired interest',
    adSet({
      targeting: { ...targeting(), flexible_spec: [{ interests: [{ id: '6003139266461' }] }] },
    }),
  ],
  [
    undefined,
    'video_feeds',
    adSet({ targeting: { ...targeting(), facebook_positions: ['video_feeds'] } }),
  ],
  [
    undefined,
    'an unknown position',
    adSet({ targeting: { ...targeting(), facebook_positions: ['moon'] } }),
  ],
  [
    1815433,
    'a placement the objective does not have',
    adSet({
      campaign_id: seed.campaign(eur, 'awareness'),
      optimization_goal: 'REACH',
      targeting: { ...targeting(), messenger_positions: ['sponsored_messages'] },
    }),
  ],
  [
    1870199,
    'location types',
    adSet({ targeting: geo({ countries: ['US'], location_types: ['travel_in'] }) }),
  ],
  [
    1815946,
    'a radius around a region',
    adSet({ targeting: geo({ regions: [{ key: '3847', radius: 20 }] }) }),
  ],
  [
    undefined,
    'a radius that is too small',
    adSet({ targeting: geo({ cities: [{ key: '2421836', radius: 5, distance_unit: 'mile' }] }) }),
  ],
  [
    1487756,
    'a country and a zip inside it',
    adSet({ targeting: geo({ countries: ['US'], zips: [{ key: 'US:94304' }] }) }),
  ],
  [undefined, 'nowhere', adSet({ targeting: geo({}) })],
  [undefined, 'an unknown key', adSet({ targeting: targeting({ shoe_size: 42 }) })],
  [undefined, 'ages out of range', adSet({ targeting: targeting({ age_min: 12 }) })],
  [
    3858152,
    'people in the EU without a beneficiary',
    adSet({ targeting: geo({ countries: ['DE'] }) }),
  ],
  [
    1885621,
    'a budget under a campaign that has one',
    adSet({ campaign_id: seed.campaign(eur, 'advantage') }),
  ],
  [undefined, 'no budget at all', adSet({ daily_budget: undefined })],
  [1885272, 'a budget that is too low', adSet({ daily_budget: 50 })],
  [
    1487094,
    'a lifetime budget without an end',
    adSet({ daily_budget: undefined, lifetime_budget: 10_000 }),
  ],
  [
    1487094,
    'a lifetime budget over 23 hours',
    adSet({ daily_budget: undefined, lifetime_budget: 10_000, end_time: iso(start + 23 * hour) }),
  ],
  [
    1885650,
    'a lifetime budget that is too low for its days',
    adSet({ daily_budget: undefined, lifetime_budget: 200, end_time: iso(start + 240 * hour) }),
  ],
  [1487033, 'an end in the past', adSet({ end_time: iso(start - hour) })],
  [undefined, 'paying by the view without wanting views', adSet({ billing_event: 'THRUPLAY' })],
  [2446509, 'a destination the objective does not have', adSet({ destination_type: 'ON_POST' })],
  [
    1487929,
    'two promoted objects',
    adSet({
      promoted_object: { pixel_id: seed.pixel, custom_event_type: 'PURCHASE', page_id: seed.page },
    }),
  ],
  [
    undefined,
    'conversions without a pixel',
    adSet({ campaign_id: sales, optimization_goal: 'OFFSITE_CONVERSIONS' }),
  ],
  [
    undefined,
    'a pixel without an event',
    adSet({
      campaign_id: sales,
      optimization_goal: 'OFFSITE_CONVERSIONS',
      promoted_object: { pixel_id: seed.pixel },
    }),
  ],
  [
    undefined,
    'a pixel nobody knows',
    adSet({
      campaign_id: sales,
      optimization_goal: 'OFFSITE_CONVERSIONS',
      promoted_object: { pixel_id: '1', custom_event_type: 'PURCHASE' },
    }),
  ],
  [
    undefined,
    'leads without a page',
    adSet({ campaign_id: seed.campaign(eur, 'leads'), optimization_goal: 'LEAD_GENERATION' }),
  ],
  [2490487, 'a cap without a bid', adSet({ bid_strategy: 'COST_CAP' })],
  [
    undefined,
    'a return floor without its floor',
    adSet({ bid_strategy: 'LOWEST_COST_WITH_MIN_ROAS' }),
  ],
  [undefined, 'an unknown goal', adSet({ optimization_goal: 'FAME' })],
  [undefined, 'no goal', adSet({ optimization_goal: undefined })],
  [undefined, 'no billing event', adSet({ billing_event: undefined })],
  [
    undefined,
    'an attribution window that does not exist',
    adSet({ attribution_spec: [{ event_type: 'CLICK_THROUGH', window_days: 3 }] }),
  ],
  [undefined, 'day parting without a lifetime budget', adSet({ pacing_type: ['day_parting'] })],
  [
    undefined,
    'a soft opt-out that is no list',
    adSet({ placement_soft_opt_out: { facebook_positions: true } }),
  ],
  [undefined, 'a value rule set that does not exist', adSet({ value_rule_set_id: '1' })],
  [33, 'a campaign that does not exist', adSet({ campaign_id: '1' })],
  [
    undefined,
    'a budget schedule of an hour',
    adSet({
      budget_schedule_specs: [
        {
          budget_value: 2000,
          budget_value_type: 'ABSOLUTE',
          time_start: start / 1000,
          time_end: start / 1000 + 3600,
        },
      ],
    }),
  ],
];

test.each(refusedAdSets)('ad set %s: %s', async (subcode, _why, body) => {
  const client = createClient();
  const before = (await client.control('GET', 'state')).body.objects.adsets;
  const reply = await client.post(`/${eur}/adsets`, body);
  expect(reply.status).toBe(400);
  expect(reply.body.error).toMatchObject({ code: 100 });
  expect(reply.body.error.error_subcode).toBe(subcode);
  expect((await client.control('GET', 'state')).body.objects.adsets).toBe(before);
});

test('an end of 0 is none', async () => {
  const client = createClient();
  const id = await client.make(`/${eur}/adsets`, adSet({ end_time: '0' }));
  expect((await client.get(`/${id}?fields=end_time,daily_budget`)).body).toEqual({
    id,
    daily_budget: '1000',
  });
});

test('version 26 has no explore any more, and explore_home stands alone', async () => {
  const client = createClient();
  const at = (positions: readonly string[], version: string) =>
    client.post(
      `/${eur}/adsets`,
      adSet({
        targeting: {
          ...targeting(),
          publisher_platforms: ['instagram'],
          instagram_positions: positions,
        },
      }),
      { version },
    );
  expect((await at(['explore', 'explore_home'], 'v25.0')).status).toBe(200);
  expect((await at(['explore_home'], 'v25.0')).body.error.error_subcode).toBe(2490392);
  expect((await at(['explore', 'explore_home'], 'v26.0')).body.error.code).toBe(100);
  expect((await at(['explore_home'], 'v26.0')).status).toBe(200);
});

test('retired interests come with their alternatives inside the message', async () => {
  const client = createClient();
  const { body } = await client.post(
    `/${eur}/adsets`,
    adSet({
      targeting: { ...targeting(), flexible_spec: [{ interests: [{ id: '6003139266461' }] }] },
    }),
  );
  expect(JSON.parse(body.error.error_user_msg)).toEqual([
    {
      deprecated_interest_id: '6003139266461',
      deprecated_interest_name: 'Classic movies',
      alternative_interest_id: '6003139266462',
      alternative_interest_name: 'Movies',
    },
  ]);
});

test('an ad set is kept with all its fields', async () => {
  const client = createClient();
  const ruleSet = await client.make(`/${eur}/value_rule_set`, {
    name: 'r',
    rules: [
      {
        name: 'x',
        adjust_sign: 'INCREASE',
        adjust_value: 20,
        criterias: [{ criteria_type: 'AGE', operator: 'CONTAINS', criteria_values: ['18-24'] }],
      },
    ],
  });
  const values = {
    destination_type: 'WEBSITE',
    promoted_object: { pixel_id: seed.pixel, custom_event_type: 'PURCHASE' },
    attribution_spec: [{ event_type: 'CLICK_THROUGH', window_days: 7 }],
    bid_strategy: 'COST_CAP',
    bid_amount: 500,
    pacing_type: ['standard'],
    existing_customer_budget_percentage: 10,
    placement_soft_opt_out: { facebook_positions: ['marketplace'] },
    dsa_beneficiary: 'Us',
    dsa_payor: 'Them',
    value_rule_set_id: ruleSet,
    value_rules_applied: true,
    targeting: targeting({ geo_locations: { countries: ['DE'] } }),
  };
  const id = await client.make(
    `/${eur}/adsets`,
    adSet({
      campaign_id: sales,
      optimization_goal: 'OFFSITE_CONVERSIONS',
      ...values,
      daily_min_spend_target: 200,
      daily_spend_cap: 900,
    }),
  );
  const { body } = await client.get(`/${id}`, {
    fields: [...Object.keys(values), 'daily_min_spend_target', 'daily_spend_cap'].join(),
  });
  expect(body).toEqual({ id, ...values, daily_min_spend_target: '200', daily_spend_cap: '900' });
});

test('beneficiary and payer may come from the account', async () => {
  const client = createClient();
  const body = adSet({
    campaign_id: seed.campaign('act_1003', 'traffic'),
    targeting: targeting({ geo_locations: { countries: ['DE'] } }),
  });
  expect((await client.post('/act_1003/adsets', body)).status).toBe(200);
});

test('changes of an ad set that the platform refuses', async () => {
  const client = createClient();
  const delivering = seed.deliveringAdSet(eur, 'sales');
  const subcode = async (body: object, id = delivering): Promise<number> =>
    (await client.post(`/${id}`, body)).body.error?.error_subcode;
  expect(await subcode({ optimization_goal: 'LINK_CLICKS' })).toBe(3260011);
  expect(
    await subcode({ promoted_object: { pixel_id: seed.pixel, custom_event_type: 'LEAD' } }),
  ).toBe(3260011);
  expect(await subcode({ frequency_control_specs: [] })).toBe(1815198);
  expect(await subcode({ end_time: iso(start - hour) })).toBe(1487033);
  expect(await subcode({ targeting: { geo_locations: { countries: ['US'] } } })).toBe(1870227);
  expect((await client.post(`/${delivering}`, { campaign_id: '1' })).body.error.code).toBe(100);
  const gone = await client.make(`/${eur}/adsets`, adSet());
  await client.remove(`/${gone}`);
  expect(await subcode({ daily_budget: 500 }, gone)).toBe(1487056);
  expect((await client.post(`/${gone}`, { name: 'Still nameable' })).body).toEqual({
    success: true,
  });
});

test('the budget of an ad set can be changed four times an hour', async () => {
  const client = createClient();
  for (let index = 1; index <= 4; index++)
    expect((await client.post(`/${emptyAdSet()}`, { daily_budget: 1000 + index })).status).toBe(
      200,
    );
  expect((await client.post(`/${emptyAdSet()}`, { daily_budget: 2000 })).body.error).toMatchObject({
    code: 613,
    error_subcode: 1487632,
  });
  await client.advance(hour);
  expect((await client.post(`/${emptyAdSet()}`, { daily_budget: 2000 })).status).toBe(200);
});

test('end_time 0 opens the end again', async () => {
  const client = createClient();
  await client.post(`/${emptyAdSet()}`, { end_time: iso(start + 48 * hour) });
  expect((await client.get(`/${emptyAdSet()}?fields=end_time`)).body.end_time).toBeDefined();
  await client.post(`/${emptyAdSet()}`, { end_time: 0 });
  expect((await client.get(`/${emptyAdSet()}?fields=end_time`)).body.end_time).toBeUndefined();
});

test('budget schedules are kept within their bounds', async () => {
  const client = createClient();
  const edge = `/${emptyAdSet()}/budget_schedules`;
  const from = start / 1000 + 3600;
  const period = {
    budget_value: 10_000,
    budget_value_type: 'ABSOLUTE',
    time_start: from,
    time_end: from + 4 * 3600,
  };
  const id = await client.make(edge, period);
  expect((await client.get(edge, { fields: 'budget_value,time_end' })).body.data).toEqual([
    { id, budget_value: 10_000, time_end: from + 4 * 3600 },
  ]);
  for (const bad of [
    { time_end: from + 3600 },
    { budget_value: 50_000 },
    { budget_value: 9, budget_value_type: 'MULTIPLIER' },
  ])
    expect((await client.post(edge, { ...period, ...bad })).body.error.code).toBe(100);
  expect((await client.remove(`/${id}`)).body).toEqual({ success: true });
  expect(
    (await client.post(`/${emptyAdSet('advantage')}/budget_schedules`, period)).body.error.code,
  ).toBe(100);
  const without = await client.post(`/${emptyAdSet('traffic', 'act_1002')}/budget_schedules`, {
    ...period,
    budget_value: 8000,
  });
  expect(without.body.error.message).toContain('cannot schedule');
});
