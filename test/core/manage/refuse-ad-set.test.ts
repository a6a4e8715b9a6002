import { describe, expect, test } from 'vitest';
import { seed } from '../../../adapters/sandbox/meta/seed/names.ts';
import { createAdSet } from '../../../core/manage/create/create-object.ts';
import { createAdSetRequest } from '../../creation.ts';
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

describe('refused before anything is asked', () => {
  test.each([
    ['endTime', 'end_required', { dailyBudget: undefined, lifetimeBudget: 700 }],
    ['endTime', 'end_in_past', { endTime: '2026-11-15T11:59:00Z' }],
    [
      'endTime',
      'too_short',
      { dailyBudget: undefined, lifetimeBudget: 700, endTime: '2026-11-16T11:00:00Z' },
    ],
    ['lifetimeBudget', 'two_budgets', { lifetimeBudget: 9_000, endTime: '2026-12-30T00:00:00Z' }],
    ['dailyBudget', 'budget_too_low', { dailyBudget: 0.5 }],
    ['dailyBudget', 'amount', { dailyBudget: 10.005 }],
    ['location', 'no_geo', { location: {} }],
    ['location', 'no_geo', { location: { geo_markets: ['501'], electoral_districts: ['CA01'] } }],
    [
      'location.countries',
      'places_overlap',
      { location: { countries: ['US', 'CA'], cities: [{ key: '2', country: 'US' }] } },
    ],
    ['adsetSchedule', 'schedule_required', { pacingType: ['day_parting'] }],
    [
      'lifetimeBudget',
      'lifetime_budget_only',
      { adsetSchedule: [{ startMinute: 0, endMinute: 60, days: [1] }] },
    ],
    [
      'targeting.geo_locations',
      'no_geo',
      { location: undefined, targeting: { geo_locations: {} } },
    ],
    ['targeting.age_max', 'age_range', { targeting: { age_min: 40, age_max: 30 } }],
    ['dsaPayor', 'dsa_pair', { dsaBeneficiary: 'Us' }],
    ['valueRuleSetId', 'value_rules', { valueRulesApplied: true }],
    ['dailySpendCap', 'spend_range', { dailyMinSpendTarget: 20, dailySpendCap: 10 }],
    ['bidAmount', 'contradiction', { bidStrategy: 'LOWEST_COST_WITHOUT_CAP', bidAmount: 3 }],
    [
      'promotedObject.page_id',
      'page_required',
      { destinationType: 'MESSAGING_SECONDARY_DIRECT_MESSENGER' },
    ],
    [
      'billingEvent',
      'billing_event',
      { billingEvent: 'THRUPLAY', optimizationGoal: 'LINK_CLICKS' },
    ],
  ])('%s: %s', async (path, reason, body) => {
    const fixture = await createManageFixture();
    const { value, calls } = await fixture.counting(() => refusal(create(fixture, body)));
    expect(value).toMatchObject({ code: 'unprocessable_entity', paths: [path], reasons: [reason] });
    expect(calls).toBe(0);
  });

  test('all faults together, not the first alone', async () => {
    const fixture = await createManageFixture();
    const body = { dailyBudget: 0.5, location: {}, endTime: 1_600_000_000, dsaPayor: 'Us' };
    expect((await refusal(create(fixture, body))).paths.sort()).toEqual([
      'dailyBudget',
      'dsaBeneficiary',
      'endTime',
      'location',
    ]);
  });
});

describe('refused once the campaign is known, before anything is made', () => {
  test.each([
    ['dailyBudget', 'budget_on_campaign', seed.campaign(eur, 'advantage'), {}],
    ['dailyBudget', 'budget_required', traffic, { dailyBudget: undefined }],
    [
      'promotedObject.page_id',
      'page_required',
      seed.campaign(eur, 'leads'),
      { destinationType: 'ON_AD' },
    ],
    [
      'promotedObject.page_id',
      'page_required',
      seed.campaign(eur, 'leads'),
      { optimizationGoal: 'LEAD_GENERATION' },
    ],
    ['bidAmount', 'bid_required', traffic, { bidStrategy: 'COST_CAP' }],
    [
      'promotedObject',
      'conversion_required',
      seed.campaign(eur, 'sales'),
      { optimizationGoal: 'OFFSITE_CONVERSIONS' },
    ],
    ['campaignId', 'other_account', seed.campaign(seed.accounts.usd, 'traffic'), {}],
  ])('%s: %s', async (path, reason, campaignId, body) => {
    const fixture = await createManageFixture();
    const { value, calls } = await fixture.counting(() =>
      refusal(create(fixture, { campaignId, ...body })),
    );
    expect(value).toMatchObject({ code: 'unprocessable_entity', paths: [path], reasons: [reason] });
    expect(calls).toBe(1);
  });

  test('an unknown campaign, and one that is deleted', async () => {
    const fixture = await createManageFixture();
    expect(await refusal(create(fixture, { campaignId: '404' }))).toMatchObject({
      code: 'not_found',
      paths: ['campaignId'],
      subcode: '33',
    });
    const { campaign, adSet } = await fixture.tree([0]);
    const other = await refusal(create(fixture, { campaignId: adSet }));
    expect(other).toMatchObject({ code: 'not_found', paths: ['campaignId'] });
    expect(other.message).toContain('There is no campaign with this id');
    await fixture.client.remove(`/${campaign}`);
    expect(await refusal(create(fixture, { campaignId: campaign }))).toMatchObject({
      reasons: ['campaign_gone'],
    });
  });
});

test('a rule only the platform knows is told with its field: advertiser of an ad set in the EU', async () => {
  const fixture = await createManageFixture();
  const refused = await refusal(create(fixture, { location: { countries: ['DE'] } }));
  expect(refused).toMatchObject({ code: 'unprocessable_entity', subcode: '3858152' });
});

test('so is a value no check could catch, when the platform names its field', async () => {
  const fixture = await createManageFixture();
  for (const body of [
    { destination_type: 'MOON' },
    { valueRuleSetId: '404', valueRulesApplied: true },
  ])
    expect(await refusal(create(fixture, body))).toMatchObject({
      code: 'unprocessable_entity',
      paths: [Object.keys(body)[0]],
    });
});
