import { describe, expect, test } from 'vitest';
import { seed } from '../../../adapters/sandbox/meta/seed/names.ts';
import { createCampaign } from '../../../core/manage/create/create-object.ts';
import { createCampaignRequest } from '../../creation.ts';
import {
  caller,
  createManageFixture,
  eur,
  type ManageFixture,
  parsed,
  refusal,
} from './manage-fixture.ts';

const create = async (fixture: ManageFixture, body: object) => {
  const request = { accountId: eur, name: 'New', objective: 'OUTCOME_TRAFFIC', ...body };
  return await createCampaign(fixture.ports, caller, parsed(createCampaignRequest, request));
};

const fields =
  'name,objective,status,buying_type,special_ad_categories,daily_budget,lifetime_budget,bid_strategy,spend_cap,is_adset_budget_sharing_enabled,is_skadnetwork_attribution,promoted_object,stop_time';

test('a campaign is made paused, in one call, and comes back as the interface says', async () => {
  const fixture = await createManageFixture();
  const { value, calls, requests } = await fixture.counting(() => create(fixture, {}));
  expect(value).toEqual({
    success: true,
    campaignId: expect.stringMatching(/^\d+$/),
    campaign: {
      id: value.campaignId,
      name: 'New',
      objective: 'OUTCOME_TRAFFIC',
      status: 'PAUSED',
      buying_type: 'AUCTION',
    },
    updateId: expect.stringMatching(/^upd_/),
  });
  expect({ calls, requests }).toEqual({ calls: 1, requests: 1 });
  expect(await fixture.read(value.campaignId, fields)).toMatchObject({
    is_adset_budget_sharing_enabled: false,
    special_ad_categories: [],
  });
});

test('every field arrives, in either spelling', async () => {
  const fixture = await createManageFixture();
  const body = {
    business_id: '1001',
    accountId: undefined,
    name: 'Full',
    objective: 'OUTCOME_APP_PROMOTION',
    status: 'active',
    buying_type: 'AUCTION',
    special_ad_categories: ['NONE'],
    lifetime_budget: 12345.67,
    campaign_budget_type: 'LIFETIME',
    campaignBudgetOptimization: true,
    bid_strategy: 'COST_CAP',
    campaign_spend_cap: 20_000,
    is_skadnetwork_attribution: true,
    promoted_object: {
      application_id: '880000000000001',
      object_store_url: 'https://apps.example.com/slipway',
    },
    end_time: '2026-12-24T18:00:00+0100',
  };
  const { campaignId } = await create(fixture, body);
  expect(await fixture.read(campaignId, fields)).toMatchObject({
    status: 'ACTIVE',
    lifetime_budget: '1234567',
    bid_strategy: 'COST_CAP',
    spend_cap: '2000000',
    is_skadnetwork_attribution: true,
    promoted_object: body.promoted_object,
    stop_time: '2026-12-24T18:00:00+0100',
  });
});

test.each([
  [seed.accounts.jpy, 5000, '5000'],
  [seed.accounts.usd, 50.5, '5050'],
])('money of %s: %f is %s on the wire', async (accountId, dailyBudget, wire) => {
  const fixture = await createManageFixture();
  const { campaignId } = await create(fixture, { accountId, dailyBudget });
  expect((await fixture.read(campaignId, 'daily_budget')).daily_budget).toBe(wire);
});

test('special ad categories arrive, and NONE is none', async () => {
  const fixture = await createManageFixture();
  const categories = async (specialAdCategories: string[]) => {
    const { campaignId } = await create(fixture, { specialAdCategories });
    return (await fixture.read(campaignId, 'special_ad_categories')).special_ad_categories;
  };
  expect(await categories(['housing', 'EMPLOYMENT'])).toEqual(['HOUSING', 'EMPLOYMENT']);
  expect(await categories(['NONE'])).toEqual([]);
});

test('what the platform keeps on ad sets is kept for them, and said', async () => {
  const fixture = await createManageFixture();
  const promotedObject = { pixel_id: seed.pixel, custom_event_type: 'PURCHASE' };
  const body = {
    objective: 'OUTCOME_SALES',
    dailyBudget: 100,
    bidStrategy: 'COST_CAP',
    campaignBidAmount: 5,
    promotedObject,
  };
  const { warnings, campaignId } = await create(fixture, body);
  expect(warnings?.map(({ path, code }) => [path, code])).toEqual([
    ['promotedObject', 'kept_for_ad_sets'],
    ['campaignBidAmount', 'kept_for_ad_sets'],
  ]);
  expect(await fixture.read(campaignId, fields)).not.toHaveProperty('promoted_object');
});

test('an automated campaign is one with a budget and the right objective, nothing else', async () => {
  const fixture = await createManageFixture();
  const { campaignId } = await create(fixture, {
    objective: 'OUTCOME_SALES',
    dailyBudget: 100,
    isAutomatedCampaign: true,
  });
  expect(await fixture.read(campaignId, 'smart_promotion_type,daily_budget')).toEqual({
    id: campaignId,
    daily_budget: '10000',
  });
});

describe('refused before anything is asked', () => {
  test.each([
    ['dailyBudget', 'amount', { dailyBudget: 10.005 }],
    ['dailyBudget', 'budget_too_low', { dailyBudget: 0.5 }],
    ['lifetimeBudget', 'two_budgets', { dailyBudget: 50, lifetimeBudget: 500 }],
    [
      'campaignBudgetOptimization',
      'contradiction',
      { dailyBudget: 50, campaignBudgetOptimization: false },
    ],
    ['campaignBudgetOptimization', 'budget_required', { campaignBudgetOptimization: true }],
    [
      'campaign_budget_type',
      'contradiction',
      { dailyBudget: 50, campaign_budget_type: 'lifetime' },
    ],
    [
      'isAutomatedCampaign',
      'budget_required',
      { isAutomatedCampaign: true, objective: 'OUTCOME_SALES' },
    ],
    ['objective', 'not_automatable', { isAutomatedCampaign: true, dailyBudget: 50 }],
    ['isAppNetworkAttribution', 'contradiction', { isAppNetworkAttribution: true }],
    ['adSetBudgetSharing', 'contradiction', { adSetBudgetSharing: true, dailyBudget: 50 }],
    ['endTime', 'end_in_past', { endTime: 1_600_000_000 }],
    [
      'endTime',
      'end_before_start',
      { startTime: '2027-01-02T00:00:00Z', endTime: '2027-01-01T00:00:00Z' },
    ],
    [
      'campaignSpendCap',
      'spend_cap_too_low',
      { accountId: seed.accounts.usd, campaignSpendCap: 99 },
    ],
    ['dailyBudget', 'amount', { accountId: seed.accounts.jpy, dailyBudget: 5000.5 }],
  ])('%s: %s', async (path, reason, body) => {
    const fixture = await createManageFixture();
    const { value, calls } = await fixture.counting(() => refusal(create(fixture, body)));
    expect(value).toMatchObject({ code: 'unprocessable_entity', paths: [path], reasons: [reason] });
    expect(calls).toBe(0);
  });

  test.each([
    ['unprocessable_entity', 'objective', { objective: 'CONVERSIONS' }],
    ['unprocessable_entity', 'status', { status: 'ARCHIVED' }],
    ['unprocessable_entity', 'dailyBudget', { dailyBudget: -5 }],
    ['unprocessable_entity', 'specialAdCategories[0]', { specialAdCategories: ['POLITICS'] }],
    ['unprocessable_entity', 'endTime', { endTime: '2026-12-24T18:00:00' }],
    ['unprocessable_entity', 'name', { name: ' ' }],
    ['bad_request', 'name', { name: undefined }],
    ['bad_request', 'name', { name: 7 }],
    ['bad_request', 'accountId', { accountId: undefined }],
  ])('%s at %s', async (code, path, body) => {
    const fixture = await createManageFixture();
    expect(await refusal(async () => create(fixture, body))).toMatchObject({ code, paths: [path] });
  });

  test('an ad account that is not there', async () => {
    const fixture = await createManageFixture();
    expect(await refusal(create(fixture, { accountId: 'act_9' }))).toMatchObject({
      code: 'not_found',
      paths: ['accountId'],
    });
  });
});

test('a rule only the platform knows is told with its field', async () => {
  const fixture = await createManageFixture();
  const refused = await refusal(create(fixture, { campaign_spend_cap: 20 }));
  expect(refused).toMatchObject({
    code: 'unprocessable_entity',
    paths: ['campaign_spend_cap'],
    subcode: '2446307',
  });
});

test('a platform that allows no more calls says when to send the request again', async () => {
  const fixture = await createManageFixture();
  await fixture.fault({
    fault: 'error',
    method: 'POST',
    path: '*/campaigns',
    code: 17,
    subcode: 2446079,
    times: 1,
  });
  const error = await create(fixture, {}).catch((thrown) => thrown);
  expect(error.failure).toMatchObject({
    class: 'throttled',
    fix: expect.stringMatching(/Send the request again in \d+ seconds/),
  });
});

test('what was asked for and what was made are both on record', async () => {
  const fixture = await createManageFixture();
  const { campaignId } = await create(fixture, { dailyBudget: 20 });
  await fixture.fault({
    fault: 'error',
    method: 'POST',
    path: '*/campaigns',
    code: 100,
    message: 'No',
  });
  await refusal(create(fixture, { name: 'Never' }));
  const trail = (await fixture.audit()).map(({ action, subject, details }) => [
    action,
    subject,
    details.after,
  ]);
  expect(trail).toEqual(
    expect.arrayContaining([
      [
        'campaign.create',
        eur,
        expect.objectContaining({ name: 'New', dailyBudget: 20, status: 'PAUSED' }),
      ],
      ['campaign.created', campaignId, expect.objectContaining({ name: 'New' })],
      ['campaign.create.refused', eur, expect.objectContaining({ name: 'Never' })],
    ]),
  );
});
