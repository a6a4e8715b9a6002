import { afterAll, beforeAll, expect, test } from 'vitest';
import { openaiAccountId, ids as openaiIds } from '../../adapters/sandbox/openai/seed/ids.ts';
import { shortVideo } from '../../adapters/sandbox/tiktok/seed/ids.ts';
import { failOnDrift } from './harness.ts';
import { rejectedAd } from './rejected-ad.ts';
import { type ServiceFixture, startServiceFixture } from './service-fixture.ts';

failOnDrift();

let fixture: ServiceFixture;
const businessId = shortVideo.accounts.smart;

beforeAll(async () => {
  fixture = await startServiceFixture();
});
afterAll(() => fixture.worker.stop());

const appeal = (body: object, headers: { readonly [name: string]: string } = {}) =>
  fixture.call('POST', '/v1/manage/appeal', { body, headers });

test('ads are appealed each with its own result, once under a key, and the appeal is written down', async () => {
  const id = await rejectedAd(fixture);
  const good = shortVideo.smart.ad(businessId, 'web', 1);
  const request = { businessId, entityIds: [id, good, '404'], reason: 'It is allowed.' };
  const first = await appeal(request, { 'idempotency-key': 'appeal-1' });
  expect(first.body).toMatchObject({
    outcome: 'partly',
    results: [
      { entityId: id, success: true, outcome: 'done' },
      {
        entityId: good,
        success: false,
        outcome: 'refused',
        error: expect.stringContaining('not rejected'),
      },
      { entityId: '404', success: false, outcome: 'refused' },
    ],
  });
  const again = await appeal(request, { 'idempotency-key': 'appeal-1' });
  expect([again.headers.get('idempotent-replay'), again.body]).toEqual(['true', first.body]);
  const { data } = (await fixture.call('GET', '/v1/audit?limit=50')).body;
  const noted = data.filter(({ action }: { action: string }) => action.startsWith('ad.appeal'));
  expect(
    noted
      .map(({ action, subject }: { action: string; subject: string }) => [action, subject])
      .sort(),
  ).toEqual(
    [
      ['ad.appeal', good],
      ['ad.appeal', id],
      ['ad.appeal.refused', good],
    ].sort(),
  );
  const delivery = { accountId: businessId, entityType: 'ad', entityIds: [id] };
  const told = (await fixture.call('POST', '/v1/manage/delivery', { body: delivery })).body;
  expect(told.data[0].rejections[0].message).toContain('APPEALING');
});

test('a reason that the platform has no room for is refused', async () => {
  const { status, body } = await appeal({ businessId, entityId: '1', reason: 'x'.repeat(513) });
  expect([status, body.error.details[0].path]).toEqual([422, 'reason']);
});

test.each([
  ['primary', 'act_1001'],
  ['photo-messaging', '5ca90000-0000-4000-8000-000000010001'],
  ['pin', '549700001001'],
  ['search-ads', '5000010001'],
  ['professional-network', '500001001'],
  ['app-network', '300011'],
  ['openai-ads', openaiAccountId(1)],
])('%s is refused with the way out, also as a plan', async (platform, account) => {
  const adIds: { readonly [platform: string]: string } = {
    'photo-messaging': account,
    'openai-ads': openaiIds.ad(account, 'clicks', 1),
  };
  const input = { businessId: account, entityId: adIds[platform] ?? '1' };
  const plan = { operations: [{ operation: 'manage.appeal', input }] };
  for (const { status, body } of [
    await appeal(input),
    await fixture.call('POST', '/v1/approvals', { body: plan }),
  ]) {
    expect([platform, status]).toEqual([platform, 422]);
    expect(JSON.stringify(body)).toContain('unsupported_on_platform');
    expect(JSON.stringify(body)).toContain('appeal in its own ads manager');
  }
});
