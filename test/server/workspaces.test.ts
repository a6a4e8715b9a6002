import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { seed } from '../../adapters/sandbox/meta/seed/names.ts';
import { failOnDrift } from './harness.ts';
import { type ServiceFixture, startServiceFixture } from './service-fixture.ts';

failOnDrift();

let fixture: ServiceFixture;
/** The workspace of all ad accounts, and one that holds none. */
let main: string;
let empty: string;
const account = seed.accounts.eur;
const adSet = seed.deliveringAdSet(account, 'traffic');
const adId = seed.ad(account, 'traffic', 1);
const dates = 'startDate=2026-10-01&endDate=2026-10-31';

beforeAll(async () => {
  fixture = await startServiceFixture();
  main = (await fixture.call('GET', '/v1/adaccounts')).body.data[0].workspaceId;
  empty = (await fixture.call('POST', '/v1/workspaces', { body: { name: 'Empty' } })).body.id;
});
afterAll(() => fixture.worker.stop());

const ad = (workspaceId: string) => ({
  adName: 'Boat',
  adAccountId: account,
  adSets: [adSet],
  page: seed.page,
  secondary: seed.profile,
  link: 'https://example.com',
  media: [{ url: 'https://cdn.example.com/a.png' }],
  workspaceId,
});

const writes: readonly (readonly [string, string, (workspaceId: string) => object])[] = [
  ['/v1/launch/plan', 'ads[0].workspaceId', (workspaceId) => ({ ads: [ad(workspaceId)] })],
  [
    '/v1/manage/create-campaign',
    'workspaceId',
    (workspaceId) => ({
      accountId: account,
      name: 'Spring',
      objective: 'OUTCOME_TRAFFIC',
      workspaceId,
    }),
  ],
  [
    '/v1/manage/create-adset',
    'workspace_id',
    (id) => ({
      accountId: account,
      name: 'A',
      campaignId: seed.campaign(account, 'traffic'),
      dailyBudget: 50,
      workspace_id: id,
    }),
  ],
  [
    '/v1/manage/duplicate-ad',
    'workspaceId',
    (workspaceId) => ({ accountId: account, adId, workspaceId }),
  ],
  [
    '/v1/manage/duplicate-adset',
    'workspaceId',
    (workspaceId) => ({ accountId: account, adsetId: adSet, workspaceId }),
  ],
  [
    '/v1/manage/duplicate-campaign',
    'workspaceId',
    (workspaceId) => ({
      accountId: account,
      campaignId: seed.campaign(account, 'traffic'),
      workspaceId,
    }),
  ],
  [
    '/v1/manage/update-status',
    'workspaceId',
    (workspaceId) => ({
      businessId: account,
      entityType: 'ad',
      entityId: adId,
      newStatus: 'PAUSED',
      workspaceId,
    }),
  ],
];

describe.each(writes)('POST %s', (path, place, body) => {
  test('an unknown workspace and an account outside the workspace are refused, its own passes', async () => {
    const unknown = await fixture.call('POST', path, { body: body('ws_none') });
    expect([unknown.status, unknown.body.error.details]).toMatchObject([
      422,
      [{ path: place, code: 'unknown_workspace' }],
    ]);
    const outside = await fixture.call('POST', path, { body: body(empty) });
    expect([outside.status, outside.body.error.details]).toMatchObject([
      422,
      [{ path: place, code: 'account_outside_workspace' }],
    ]);
    const inside = await fixture.call('POST', path, { body: body(main) });
    expect([inside.status, inside.body.error]).toEqual([200, undefined]);
  });
});

describe.each([
  `/v1/adaccounts?limit=50`,
  `/v1/campaigns?accountId=${account}`,
  `/v1/adsets?accountId=${account}`,
  `/v1/manage/list-ads?adSetId=${adSet}`,
  `/v1/manage/list-ads?accountId=${account}`,
  `/v1/reports/query?accountIds=${account}&${dates}`,
  `/v1/reports/query?${dates}&groupBy=accountId`,
  `/v1/analytics/top-ads?accountIds=${account}&${dates}`,
  `/v1/spend/daily?${dates}`,
])('GET %s', (path) => {
  test('shows what is in the workspace, and refuses one that is not of the company', async () => {
    expect((await fixture.call('GET', `${path}&workspaceId=${main}`)).body.data).not.toEqual([]);
    const outside = await fixture.call('GET', `${path}&workspaceId=${empty}`);
    expect([outside.status, outside.body.data, outside.body.warnings]).toEqual([
      200,
      [],
      undefined,
    ]);
    const unknown = await fixture.call('GET', `${path}&workspaceId=ws_none`);
    expect([unknown.status, unknown.body.error.details]).toMatchObject([
      422,
      [{ code: 'unknown_workspace' }],
    ]);
  });
});

test('the changes of an account outside the workspace are not shown', async () => {
  const path = `/v1/manage/changes?businessId=${account}`;
  expect((await fixture.call('GET', `${path}&workspaceId=${empty}`)).body).toMatchObject({
    data: [],
    metadata: { count: 0 },
  });
  expect((await fixture.call('GET', `${path}&workspaceId=ws_none`)).status).toBe(422);
});

test.each(['ad-debug-data', 'ad-creative-specs'])(
  '%s finds no ad outside the workspace',
  async (verb) => {
    const ask = (workspaceId: string) =>
      fixture.call('POST', `/v1/manage/${verb}`, { body: { adIds: [adId], workspaceId } });
    expect((await ask(main)).body.data[0].success).toBe(true);
    expect((await ask(empty)).body).toMatchObject({
      success: false,
      data: [{ adId, success: false }],
    });
    expect((await ask('ws_none')).body.error.details[0].code).toBe('unknown_workspace');
  },
);

test('ad accounts and keys move into a workspace together, and it is deleted only without them', async () => {
  const { id } = (await fixture.call('POST', '/v1/workspaces', { body: { name: 'Agency' } })).body;
  const key = (await fixture.call('POST', '/v1/keys', { body: { name: 'Theirs' } })).body;
  const move = (to: string, body: object) =>
    fixture.call('POST', `/v1/workspaces/${to}/move`, { body });
  const unknown = await move(id, { accountIds: [account, 'act_404'], keyIds: ['key_none'] });
  expect([unknown.status, unknown.body.error.details]).toMatchObject([
    422,
    [
      { path: 'accountIds[1]', code: 'unknown_ad_account' },
      { path: 'keyIds[0]', code: 'unknown_key' },
    ],
  ]);
  expect((await fixture.call('GET', `/v1/workspaces/${id}`)).body).toMatchObject({
    adAccounts: 0,
    keys: 0,
  });
  const moved = await move(id, { accountIds: [account], keyIds: [key.id] });
  expect([moved.status, moved.body]).toMatchObject([200, { id, adAccounts: 1, keys: 1 }]);
  const listed = await fixture.call('GET', `/v1/adaccounts?workspaceId=${id}`);
  expect(listed.body.data).toMatchObject([{ id: account, workspaceName: 'Agency' }]);
  const refused = await fixture.call('DELETE', `/v1/workspaces/${id}`);
  expect([refused.status, refused.body.error.details[0].code]).toEqual([
    409,
    'workspace_not_empty',
  ]);
  await move(main, { accountIds: [account], keyIds: [key.id] });
  expect((await fixture.call('DELETE', `/v1/workspaces/${id}`)).status).toBe(200);
});

test('exports are listed, the newest first', async () => {
  const start = async () =>
    (
      await fixture.call('POST', '/v1/exports', {
        body: { accountIds: account, level: 'campaign' },
      })
    ).body.exportId;
  const first = await start();
  await fixture.clock.sleep(1000);
  const second = await start();
  const { body } = await fixture.call('GET', '/v1/exports?limit=2');
  expect(body.data.map(({ exportId }: { exportId: string }) => exportId)).toEqual([second, first]);
  expect(body.pagination.total).toBe(2);
  expect((await fixture.call('GET', '/v1/exports', { key: fixture.foreignKey })).body.data).toEqual(
    [],
  );
});
