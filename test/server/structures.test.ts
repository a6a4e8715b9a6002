import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { seed } from '../../adapters/sandbox/meta/seed/names.ts';
import { png } from '../samples/media.ts';
import { failOnDrift } from './harness.ts';
import { type ServiceFixture, startServiceFixture } from './service-fixture.ts';

failOnDrift();

/** Campaigns and ad sets that are made with their ads, over the API: limits, approvals, undo. */
let fixture: ServiceFixture;
let url: string;
beforeAll(async () => {
  fixture = await startServiceFixture();
  url = (await fixture.uploadAs('boat.png', await png(600, 600))).url;
});
afterAll(() => fixture.worker.stop());

const account = seed.accounts.usd;
const ask = (method: string, path: string, body?: object) =>
  fixture.call(method, path, body && { body });

const campaign = (more: object = {}) => ({
  ref: 'c',
  adAccountId: account,
  name: 'Spring',
  objective: 'OUTCOME_TRAFFIC',
  status: 'ACTIVE',
  dailyBudget: 40,
  ...more,
});
const adSet = (more: object = {}) => ({
  ref: 's',
  adAccountId: account,
  campaign: { ref: 'c' },
  name: 'United States',
  status: 'ACTIVE',
  location: { countries: ['US'] },
  ...more,
});
const ad = (more: object = {}) => ({
  adName: 'Boat',
  adAccountId: account,
  page: seed.page,
  secondary: seed.profile,
  title: 'Title',
  description: 'Text',
  cta: 'LEARN_MORE',
  link: 'https://shop.example/',
  adSets: [{ ref: 's' }],
  media: [{ url }],
  status: 'ACTIVE',
  ...more,
});
const body = (more: object = {}) => ({
  newCampaigns: [campaign()],
  newAdSets: [adSet()],
  ads: [ad()],
  again: true,
  ...more,
});

async function launched(sent: object) {
  const { body: accepted, status } = await ask('POST', '/v1/launch', sent);
  expect([status, accepted.error]).toEqual([202, undefined]);
  await fixture.run(accepted.adBatchId);
  return (await ask('GET', `/v1/batches/${accepted.adBatchId}`)).body;
}

async function undone(id: number) {
  await ask('POST', `/v1/batches/${id}/undo`, { mode: 'delete' });
  await expect
    .poll(async () => (await ask('GET', `/v1/batch-status/${id}`)).body.undo?.finishedAt)
    .toBeDefined();
  return (await ask('GET', `/v1/batch-status/${id}`)).body;
}

describe('money', () => {
  test('of a new campaign counts as started, however it is paused until all of it is there', async () => {
    const plan = await ask('POST', '/v1/launch/plan', body());
    expect(plan.body.moneyAtStake).toMatchObject([{ adAccountId: account, dailyBudget: 40 }]);
    const paused = await ask(
      'POST',
      '/v1/launch/plan',
      body({ newCampaigns: [campaign({ status: 'PAUSED' })] }),
    );
    expect(paused.body.moneyAtStake).toMatchObject([{ dailyBudget: 0 }]);
    const own = {
      newCampaigns: [campaign({ dailyBudget: undefined })],
      newAdSets: [adSet({ dailyBudget: 25 })],
    };
    expect((await ask('POST', '/v1/launch/plan', body(own))).body.moneyAtStake).toMatchObject([
      { dailyBudget: 25 },
    ]);
  });

  test('above a limit is refused at the budget that exceeds it, and nothing is made', async () => {
    const held = await fixture.held('campaigns');
    const sent = body({ newCampaigns: [campaign({ dailyBudget: 5_000_000 })] });
    const plan = await ask('POST', '/v1/launch/plan', sent);
    expect(plan.body.guards).toContainEqual(
      expect.objectContaining({ exceeded: true, path: 'newCampaigns[0].dailyBudget' }),
    );
    const refused = await ask('POST', '/v1/launch', sent);
    expect(refused.status).toBe(422);
    expect(await fixture.held('campaigns')).toHaveLength(held.length);
  });
});

describe('an ad set in a campaign that exists', () => {
  test('is made there, switched on last, and taken back alone', async () => {
    const campaignId = seed.campaign(account, 'traffic');
    const sent = {
      newAdSets: [adSet({ campaign: campaignId, dailyBudget: 15 })],
      ads: [ad()],
      again: true,
    };
    const plan = await ask('POST', '/v1/launch/plan', sent);
    expect(plan.body.operations.at(-1).summary).toBe(
      'Switch ad set “United States” on, once all of it is there',
    );
    const status = await launched(sent);
    expect(status).toMatchObject({
      rawStatus: 'Success',
      made: [{ type: 'adset', state: 'made', status: 'ACTIVE', ads: 1 }],
    });
    const after = await undone(status.adBatchId);
    expect(after).toMatchObject({ undo: { left: [] }, made: [{ undone: 'deleted' }] });
    expect((await fixture.held('campaigns')).some(({ id }) => id === campaignId)).toBe(true);
  });
});

describe('an undo', () => {
  test('keeps what others put in, names it, and deletes the rest', async () => {
    const status = await launched(body());
    const [made, set] = status.made;
    const { body: other } = await ask('POST', '/v1/manage/create-adset', {
      accountId: account,
      campaignId: made.id,
      name: 'By a person',
      location: { countries: ['US'] },
    });
    expect(other.success).toBe(true);
    const after = await undone(status.adBatchId);
    expect(after.made).toMatchObject([{ id: made.id }, { id: set.id, undone: 'deleted' }]);
    expect(after.undo.left).toEqual([
      { type: 'campaign', id: made.id, message: expect.stringContaining('“By a person”') },
    ]);
    await ask('POST', '/v1/manage/delete', {
      businessId: account,
      entityType: 'adsets',
      entityIds: [other.adSetId],
      confirm: true,
    });
    expect((await undone(status.adBatchId)).made[0]).toMatchObject({ undone: 'deleted' });
  });
});

describe('an approval', () => {
  test('shows every object before it is made, and what became of each', async () => {
    const key = await fixture.keyWith('read', 'plan');
    const { body: asked } = await fixture.call('POST', '/v1/approvals', {
      key,
      body: { operations: [{ operation: 'launch', input: body() }] },
    });
    expect(JSON.stringify(asked)).toContain(
      'Launch 1 ad in 1 new campaign and 1 new ad set, delivering at once',
    );
    expect(JSON.stringify(asked)).toContain('Create paused campaign “Spring”');
    const { adBatchId } = await launched(body());
    const back = await fixture.call('POST', '/v1/approvals', {
      key,
      body: {
        operations: [{ operation: 'batches.undo', input: { id: adBatchId, mode: 'delete' } }],
      },
    });
    expect(JSON.stringify(back.body)).toContain('Delete 1 ad, 1 ad set, 1 campaign, all that ');
  });
});
