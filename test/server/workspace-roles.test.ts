import { afterAll, beforeAll, expect, test } from 'vitest';
import { png } from '../samples/media.ts';
import { failOnDrift } from './harness.ts';
import { asks, signedIn } from './people-fixture.ts';
import { type ServiceFixture, startServiceFixture } from './service-fixture.ts';

failOnDrift();

let fixture: ServiceFixture;
let north = '';
/** A batch on an account that is not in the workspace. */
let elsewhere = '';
let ad: (account: string) => Promise<object>;
beforeAll(async () => {
  fixture = await startServiceFixture();
  north = (await fixture.call('POST', '/v1/workspaces', { body: { name: 'North' } })).body.id;
  await fixture.call('POST', `/v1/workspaces/${north}/move`, { body: { accountIds: ['act_1002'] } });
  const { url } = await fixture.uploadAs('walk.png', await png(600, 600));
  ad = async (account) => {
    const [{ page, secondary }] = (await fixture.call('GET', `/v1/profiles?accountId=${account}`)).body.data;
    const { data } = (await fixture.call('GET', `/v1/adsets?accountId=${account}&status=ACTIVE&limit=200`)).body;
    const adSets = [data.find(({ adCount }: { adCount: number }) => adCount === 0).value];
    return {
      ads: [{ adName: 'Walk', adAccountId: account, page, secondary, link: 'https://example.com', media: [{ url }] }],
      adSets,
    };
  };
  elsewhere = String((await fixture.call('POST', '/v1/launch', { body: await ad('act_1001') })).body.adBatchId);
});
afterAll(() => fixture.worker.stop());

const ids = (body: { data: { id?: unknown; adBatchId?: unknown; accountId?: unknown }[] }): string => JSON.stringify(body.data);

test('a role in one workspace shows and changes what is on its ad accounts, and nothing of the others', async () => {
  const ask = asks(fixture, await signedIn(fixture, { workspaces: [{ workspaceId: north, role: 'launcher' }] }));
  const accounts = await ask('GET', '/v1/adaccounts');
  expect([accounts.body.data.length, ids(accounts.body).includes('act_1002')]).toEqual([1, true]);

  const refused = await ask('POST', '/v1/launch', { body: await ad('act_1001') });
  expect([refused.status, JSON.stringify(refused.body).includes('unknown_ad_account')]).toEqual([422, true]);
  const launched = await ask('POST', '/v1/launch', { body: await ad('act_1002') });
  expect(launched.status).toBe(202);
  const own = String(launched.body.adBatchId);

  const listed = await ask('GET', '/v1/batches');
  expect([listed.body.pagination.total, listed.body.data.length]).toEqual([1, 1]);
  expect((await ask('GET', `/v1/batch-status/${own}`)).status).toBe(200);
  for (const [method, path] of [
    ['GET', `/v1/batch-status/${elsewhere}`],
    ['GET', `/v1/batches/${elsewhere}`],
    ['GET', `/v1/batches/${elsewhere}/events`],
    ['POST', `/v1/batches/${elsewhere}/undo`],
  ] as const)
    expect([path, (await ask(method, path, method === 'POST' ? { body: {} } : {})).status]).toEqual([path, 404]);

  const question = '/v1/reports/query?accountIds=act_1001&startDate=2026-11-01&endDate=2026-11-02&groupBy=day';
  expect((await fixture.call('GET', question)).status).toBe(200);
  expect((await ask('GET', question)).status).toBeGreaterThanOrEqual(400);
  expect((await ask('GET', question.replace('act_1001', 'act_1002'))).status).toBe(200);
  const renamed = { businessId: 'act_1002', entityType: 'adset', entityId: 'x', name: 'y' };
  expect((await ask('POST', '/v1/manage/rename', { body: renamed })).body.error.details[0].code).toBe('role_lacking');
});

test('what is put together from several things shows nothing that needs a role in the whole company', async () => {
  const operations = [{ operation: 'batches.undo', input: { id: Number(elsewhere) } }];
  expect((await fixture.call('POST', '/v1/approvals', { body: { operations } })).status).toBe(202);
  expect((await fixture.call('GET', '/v1/overview')).body.approvals.waiting).toBeGreaterThan(0);
  const ask = asks(fixture, await signedIn(fixture, { workspaces: [{ workspaceId: north, role: 'viewer' }] }));
  const { status, body } = await ask('GET', '/v1/overview');
  expect([status, body.approvals.waiting, body.rules.runs]).toEqual([200, 0, []]);
  expect(JSON.stringify(body.running)).not.toContain(`"adBatchId":${elsewhere}`);
});

test('a role in the company and a higher one in a workspace each hold where they are', async () => {
  const person = await signedIn(fixture, { role: 'viewer', workspaces: [{ workspaceId: north, role: 'launcher' }] });
  const ask = asks(fixture, person);
  expect((await ask('GET', '/v1/adaccounts')).body.data.length).toBeGreaterThan(1);
  expect((await ask('GET', `/v1/batch-status/${elsewhere}`)).status).toBe(200);
  expect((await ask('POST', '/v1/launch', { body: await ad('act_1001') })).status).toBe(422);
  expect((await ask('POST', '/v1/launch/plan', { body: await ad('act_1002') })).status).toBe(200);
});

test('an account that guardrails keep to a workspace is open to people with a role there', async () => {
  await fixture.call('PUT', '/v1/guardrails', { body: { accounts: { act_1002: { workspaceId: north } } } });
  const body = { businessId: 'act_1002', entityType: 'adset', entityId: '1', name: 'x' };
  const codes = async (call: typeof fixture.call) => JSON.stringify((await call('POST', '/v1/manage/rename', { body })).body);
  expect(await codes(fixture.call)).toContain('guard_exceeded');
  const manager = await signedIn(fixture, { workspaces: [{ workspaceId: north, role: 'manager' }] });
  const wide = await signedIn(fixture, { role: 'manager', workspaces: [] });
  for (const person of [manager, wide]) expect(await codes(asks(fixture, person))).not.toContain('guard_exceeded');
  await fixture.call('PUT', '/v1/guardrails', { body: {} });
});

test('plans name who planned and who approved them; another person counts as another key', async () => {
  const [ann, bob] = [
    await signedIn(fixture, { role: 'manager', workspaces: [] }, 'ann@example.com'),
    await signedIn(fixture, { role: 'manager', workspaces: [] }, 'bob@example.com'),
  ];
  await fixture.call('PUT', '/v1/approval-policy', { body: { approver: 'another-key' } });
  const { data } = (await fixture.call('GET', '/v1/adsets?accountId=act_1001&limit=1')).body;
  const input = { businessId: 'act_1001', entityType: 'adset', entityId: data[0].value, name: 'Renamed' };
  const planned = await asks(fixture, ann)('POST', '/v1/approvals', {
    body: { operations: [{ operation: 'manage.rename', input }] },
  });
  expect([planned.status, planned.body.planner]).toEqual([202, 'Ann <ann@example.com>']);
  const decide = (who: typeof ann) =>
    asks(fixture, who)('POST', `/v1/approvals/${planned.body.digest}`, { body: { decision: 'approve' } });
  expect((await decide(ann)).body.error.details[0].code).toBe('another_key');
  expect((await decide(bob)).body.approved).toMatchObject({ by: bob.id, person: 'Ann <bob@example.com>' });
  const { data: audit } = (await fixture.call('GET', '/v1/audit')).body;
  expect(audit.find(({ action }: { action: string }) => action === 'plan.approve').person).toBe('Ann <bob@example.com>');
});
