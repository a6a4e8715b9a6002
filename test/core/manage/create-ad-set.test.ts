import { describe, expect, test } from 'vitest';
import { seed } from '../../../adapters/sandbox/meta/seed/names.ts';
import { createAdSet, createCampaign } from '../../../core/manage/create/create-object.ts';
import { createAdSetRequest, createCampaignRequest } from '../../creation.ts';
import {
  caller,
  createManageFixture,
  eur,
  type ManageFixture,
  parsed,
  refusal,
} from './manage-fixture.ts';

const traffic = seed.campaign(eur, 'traffic');
const base = {
  accountId: eur,
  campaignId: traffic,
  name: 'New',
  dailyBudget: 100,
  location: { countries: ['US'] },
};

const create = async (fixture: ManageFixture, body: object) =>
  await createAdSet(fixture.ports, caller, parsed(createAdSetRequest, { ...base, ...body }));

const newCampaign = async (fixture: ManageFixture, body: object): Promise<string> =>
  (
    await createCampaign(
      fixture.ports,
      caller,
      parsed(createCampaignRequest, { accountId: eur, name: 'C', ...body }),
    )
  ).campaignId;

const fields =
  'name,campaign_id,status,daily_budget,lifetime_budget,billing_event,optimization_goal,bid_strategy,bid_amount,destination_type,promoted_object,attribution_spec,end_time,pacing_type,targeting,dsa_beneficiary,dsa_payor,daily_min_spend_target,daily_spend_cap,existing_customer_budget_percentage';

test('an ad set is made paused, in two calls, and comes back as the interface says', async () => {
  const fixture = await createManageFixture();
  const { value, calls, requests } = await fixture.counting(() => create(fixture, {}));
  expect(value).toEqual({
    success: true,
    adSetId: expect.stringMatching(/^\d+$/),
    adSet: {
      id: value.adSetId,
      name: 'New',
      campaign_id: traffic,
      status: 'PAUSED',
      optimization_goal: 'LINK_CLICKS',
    },
    updateId: expect.stringMatching(/^upd_/),
  });
  expect({ calls, requests }).toEqual({ calls: 2, requests: 2 });
});

test('every field arrives, in either spelling', async () => {
  const fixture = await createManageFixture();
  const { adSetId } = await create(fixture, {
    campaign_id: seed.campaign(eur, 'sales'),
    campaignId: undefined,
    status: 'ACTIVE',
    daily_budget: '120.5',
    dailyBudget: undefined,
    billing_event: 'IMPRESSIONS',
    optimization_goal: 'OFFSITE_CONVERSIONS',
    bid_strategy: 'COST_CAP',
    bid_amount: 7,
    destination_type: 'WEBSITE',
    promoted_object: { pixel_id: seed.pixel, custom_event_type: 'PURCHASE' },
    attribution_spec: [{ eventType: 'CLICK_THROUGH', window_days: 7 }],
    end_time: 1_800_000_000,
    pacing_type: ['standard'],
    targeting: { age_min: 25, age_max: 45, publisher_platforms: ['facebook'] },
    location: { countries: ['de'], excludedLocations: { zips: ['DE:10115'] } },
    dsa_beneficiary: 'Us',
    dsa_payor: 'Us',
  });
  expect(await fixture.read(adSetId, fields)).toMatchObject({
    status: 'ACTIVE',
    daily_budget: '12050',
    bid_strategy: 'COST_CAP',
    bid_amount: 700,
    destination_type: 'WEBSITE',
    attribution_spec: [{ event_type: 'CLICK_THROUGH', window_days: 7 }],
    dsa_payor: 'Us',
    targeting: {
      age_min: 25,
      publisher_platforms: ['facebook'],
      geo_locations: { countries: ['DE'] },
      excluded_geo_locations: { zips: [{ key: 'DE:10115' }] },
      targeting_automation: { advantage_audience: 0 },
    },
  });
});

test('value rules, positions to avoid and the share for known customers arrive', async () => {
  const fixture = await createManageFixture();
  const rule = {
    name: 'Phones',
    adjust_sign: 'INCREASE',
    adjust_value: 20,
    criterias: [
      {
        criteria_type: 'OS_TYPE',
        operator: 'CONTAINS',
        criteria_values: ['ANDROID'],
        criteria_value_types: ['NONE'],
      },
    ],
  };
  const valueRuleSetId = await fixture.client.make(`/${eur}/value_rule_set`, {
    name: 'Rules',
    rules: [rule],
  });
  const { adSetId } = await create(fixture, {
    campaignId: seed.campaign(eur, 'sales'),
    valueRuleSetId,
    value_rules_applied: true,
    existingCustomerBudgetPercentage: 20,
    promotedObject: { pixel_id: seed.pixel, custom_event_type: 'PURCHASE' },
    placement_soft_opt_out: { facebook_positions: ['right_hand_column'] },
  });
  const wanted =
    'value_rule_set_id,value_rules_applied,existing_customer_budget_percentage,placement_soft_opt_out';
  expect(await fixture.read(adSetId, wanted)).toMatchObject({
    value_rule_set_id: valueRuleSetId,
    value_rules_applied: true,
    existing_customer_budget_percentage: 20,
    placement_soft_opt_out: { facebook_positions: ['right_hand_column'] },
  });
});

test.each([
  ['traffic', {}, 'LINK_CLICKS'],
  ['awareness', {}, 'REACH'],
  [
    'engagement',
    { promotedObject: { page_id: seed.page }, destinationType: 'ON_POST' },
    'POST_ENGAGEMENT',
  ],
  [
    'leads',
    { promotedObject: { pixel_id: seed.pixel, custom_event_type: 'LEAD' } },
    'OFFSITE_CONVERSIONS',
  ],
  [
    'sales',
    { promotedObject: { pixel_id: seed.pixel, custom_event_type: 'PURCHASE' } },
    'OFFSITE_CONVERSIONS',
  ],
  [
    'app',
    {
      promotedObject: {
        application_id: '880000000000001',
        object_store_url: 'https://apps.example.com/slipway',
      },
    },
    'APP_INSTALLS',
  ],
] as const)('the goal follows from the campaign: %s', async (campaign, body, goal) => {
  const fixture = await createManageFixture();
  const { adSet } = await create(fixture, { campaignId: seed.campaign(eur, campaign), ...body });
  expect(adSet.optimization_goal).toBe(goal);
});

test('without a location it targets the United States, and says so', async () => {
  const fixture = await createManageFixture();
  const { adSetId, warnings } = await create(fixture, { location: undefined });
  expect(warnings).toEqual([
    expect.objectContaining({ path: 'location', code: 'default_location' }),
  ]);
  expect(await fixture.read(adSetId, 'targeting')).toMatchObject({
    targeting: { geo_locations: { countries: ['US'] } },
  });
});

test('what Meta drops or ends is told before it happens', async () => {
  const fixture = await createManageFixture();
  const targeting = {
    geo_locations: { countries: ['US'] },
    publisher_platforms: ['facebook', 'messenger'],
    facebook_positions: ['feed'],
    messenger_positions: ['messenger_home', 'story'],
  };
  const { adSetId, warnings } = await create(fixture, {
    location: undefined,
    targeting,
    existingCustomerBudgetPercentage: 20,
  });
  expect(warnings).toEqual([
    expect.objectContaining({ path: 'targeting.messenger_positions', code: 'placement_gone' }),
    expect.objectContaining({ path: 'existingCustomerBudgetPercentage', code: 'setting_ends' }),
  ]);
  expect(await fixture.read(adSetId, 'targeting')).toMatchObject({
    targeting: { messenger_positions: ['messenger_home'] },
  });
});

test('a lifetime budget with its end, in a campaign without a budget', async () => {
  const fixture = await createManageFixture();
  const { adSetId } = await create(fixture, {
    dailyBudget: undefined,
    lifetimeBudget: 700,
    endTime: '2026-11-30T00:00:00Z',
  });
  expect(await fixture.read(adSetId, 'lifetime_budget')).toMatchObject({
    lifetime_budget: '70000',
  });
});

test('spend limits under a campaign that holds the budget', async () => {
  const fixture = await createManageFixture();
  const campaignId = await newCampaign(fixture, { objective: 'OUTCOME_TRAFFIC', dailyBudget: 500 });
  const { adSetId } = await create(fixture, {
    campaignId,
    dailyBudget: undefined,
    dailyMinSpendTarget: 10,
    dailySpendCap: 100,
  });
  expect(await fixture.read(adSetId, fields)).toMatchObject({
    daily_min_spend_target: '1000',
    daily_spend_cap: '10000',
  });
});

test('what was said about the campaign reaches its ad sets', async () => {
  const fixture = await createManageFixture();
  const promotedObject = { pixel_id: seed.pixel, custom_event_type: 'PURCHASE' };
  const campaignId = await newCampaign(fixture, {
    objective: 'OUTCOME_SALES',
    dailyBudget: 500,
    bidStrategy: 'COST_CAP',
    campaignBidAmount: 4,
    promotedObject,
    isAutomatedCampaign: true,
  });
  const { adSetId, adSet } = await create(fixture, { campaignId, dailyBudget: undefined });
  expect(adSet.optimization_goal).toBe('OFFSITE_CONVERSIONS');
  expect(await fixture.read(adSetId, fields)).toMatchObject({
    bid_amount: 400,
    promoted_object: promotedObject,
    targeting: { targeting_automation: { advantage_audience: 1 } },
  });
});

describe('an automated audience that does not fit is replaced', () => {
  test.each([
    ['1870188', { age_min: 30, targeting_automation: { advantage_audience: 1 } }],
    ['1870189', { age_max: 40, targeting_automation: { advantage_audience: 1 } }],
    [
      '1870196',
      { targeting_automation: { advantage_audience: 0, individual_setting: { gender: 1 } } },
    ],
  ])('%s', async (_, targeting) => {
    const fixture = await createManageFixture();
    const { adSetId, warnings } = await create(fixture, { targeting });
    expect(warnings?.map(({ code }) => code)).toContain('changed_by_platform');
    expect(await fixture.read(adSetId, 'targeting')).toMatchObject({
      targeting: { targeting_automation: { advantage_audience: 0 } },
    });
  });

  test('1870227 cannot happen: the flag is always said', async () => {
    const fixture = await createManageFixture();
    const { adSetId } = await create(fixture, { targeting: { genders: [1] } });
    expect(await fixture.read(adSetId, 'targeting')).toMatchObject({
      targeting: { targeting_automation: { advantage_audience: 0 } },
    });
  });

  test('one refusal after the other, in the order the platform gives them', async () => {
    const fixture = await createManageFixture();
    await fixture.fault({
      fault: 'error',
      method: 'POST',
      path: '*/adsets',
      code: 100,
      subcode: 1870227,
      times: 1,
    });
    await fixture.fault({
      fault: 'error',
      method: 'POST',
      path: '*/adsets',
      code: 100,
      subcode: 1870196,
      nth: 2,
      times: 1,
    });
    const { adSetId } = await create(fixture, {});
    expect(await fixture.read(adSetId, 'targeting')).toMatchObject({
      targeting: { targeting_automation: { advantage_audience: 0 } },
    });
  });
});

describe('budget schedules', () => {
  const hour = 3600;
  const now = Date.UTC(2026, 10, 15, 12) / 1000;
  const period = {
    budgetValue: 200,
    budgetValueType: 'ABSOLUTE',
    timeStart: now + hour,
    timeEnd: now + 5 * hour,
  };

  test('are applied after the ad set is made', async () => {
    const fixture = await createManageFixture();
    const schedules = [
      period,
      {
        budget_value: 2,
        budget_value_type: 'multiplier',
        time_start: now + 9 * hour,
        time_end: now + 19 * hour,
      },
    ];
    const { value, calls } = await fixture.counting(() =>
      create(fixture, { budget_schedules: schedules }),
    );
    expect(value.warnings).toBeUndefined();
    expect(calls).toBe(4);
    const { body } = await fixture.client.get(`/${value.adSetId}/budget_schedules`, {
      fields: 'budget_value,budget_value_type',
    });
    expect(body.data).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ budget_value: 20_000, budget_value_type: 'ABSOLUTE' }),
        expect.objectContaining({ budget_value: 2, budget_value_type: 'MULTIPLIER' }),
      ]),
    );
  });

  test('that are refused leave the ad set standing, and are said', async () => {
    const fixture = await createManageFixture();
    await fixture.fault({
      fault: 'error',
      method: 'POST',
      path: '*/budget_schedules',
      code: 100,
      userMessage: 'Not for this account',
    });
    const { adSetId, warnings } = await create(fixture, { budgetSchedules: [period] });
    expect(warnings).toEqual([
      expect.objectContaining({ message: expect.stringContaining('Not for this account') }),
    ]);
    expect(await fixture.read(adSetId, 'status')).toMatchObject({ status: 'PAUSED' });
  });

  test.each([
    [
      'budgetSchedules',
      {
        dailyBudget: undefined,
        lifetimeBudget: 700,
        endTime: 1_800_000_000,
        budgetSchedules: [period],
      },
    ],
    ['budgetSchedules[0].timeEnd', { budgetSchedules: [{ ...period, timeEnd: now + 2 * hour }] }],
    ['budgetSchedules[0].budgetValue', { budgetSchedules: [{ ...period, budgetValue: 801 }] }],
    [
      'budgetSchedules[0].value',
      {
        budgetSchedules: [
          { ...period, budgetValue: undefined, value: 9, budgetValueType: 'MULTIPLIER' },
        ],
      },
    ],
  ])('that cannot be are refused first: %s', async (path, body) => {
    const fixture = await createManageFixture();
    const { value, calls } = await fixture.counting(() => refusal(create(fixture, body)));
    expect(value).toMatchObject({ code: 'unprocessable_entity', paths: [path] });
    expect(calls).toBe(0);
  });
});

test('leads without a page and without a pixel get a goal that needs neither', async () => {
  const fixture = await createManageFixture();
  const { adSet } = await create(fixture, { campaignId: seed.campaign(eur, 'leads') });
  expect(adSet).toMatchObject({ optimization_goal: 'LINK_CLICKS' });
});

test('hours of the week go with day parting and a lifetime budget', async () => {
  const fixture = await createManageFixture();
  const { adSetId } = await create(fixture, {
    dailyBudget: undefined,
    lifetimeBudget: 900,
    endTime: '2026-11-25T00:00:00Z',
    pacingType: ['day_parting'],
    adsetSchedule: [{ start_minute: 540, end_minute: 1020, days: [1, 2, 3] }],
  });
  expect(await fixture.read(adSetId, 'pacing_type,adset_schedule')).toMatchObject({
    pacing_type: ['day_parting'],
    adset_schedule: [{ start_minute: 540, end_minute: 1020, days: [1, 2, 3] }],
  });
});

test('placements take the neutral words; explore, which the version lacks, is left out with a warning', async () => {
  const fixture = await createManageFixture();
  const placed = async (targeting: object) => {
    const { adSetId, warnings } = await create(fixture, { targeting });
    const read = (await fixture.read(adSetId, 'targeting')).targeting as {
      readonly [field: string]: unknown;
    };
    return { ...read, warned: (warnings ?? []).length };
  };
  expect(
    await placed({
      publisher_platforms: ['primary', 'secondary'],
      secondary_positions: ['stream'],
    }),
  ).toMatchObject({
    publisher_platforms: ['facebook', 'instagram'],
    instagram_positions: ['stream'],
  });
  const read = await placed({
    publisher_platforms: ['secondary'],
    secondary_positions: ['stream', 'explore'],
  });
  expect(read).toMatchObject({ warned: 1, instagram_positions: ['stream'] });
});

test('an ad set whose only placement has ended is refused: without it the ad set would run in all of them', async () => {
  const fixture = await createManageFixture();
  const targeting = { publisher_platforms: ['secondary'], secondary_positions: ['explore'] };
  await expect(create(fixture, { targeting })).rejects.toMatchObject({
    code: 'unprocessable_entity',
    details: [{ path: 'targeting.secondary_positions', code: 'placement_ended' }],
  });
  const { warnings } = await create(fixture, {
    targeting: { ...targeting, secondary_positions: ['explore', 'stream'] },
  });
  expect(warnings).toEqual([
    { path: 'targeting', code: 'changed_by_platform', message: expect.stringContaining('explore') },
  ]);
});
