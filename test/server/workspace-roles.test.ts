import { afterAll, beforeAll, expect, test } from 'vitest';
import { seed } from '../../adapters/sandbox/meta/seed/names.ts';
import { png } from '../samples/media.ts';
import { type Called, failOnDrift } from './harness.ts';
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
  await fixture.call('POST', `/v1/workspaces/${north}/move`, {
    body: { accountIds: ['act_1002'] },
  });
  const { url } = await fixture.uploadAs('walk.png', await png(600, 600));
  ad = async (account) => {
    const [{ page, secondary }] = (await fixture.call('GET', `/v1/profiles?accountId=${account}`))
      .body.data;
    const { data } = (
      await fixture.call('GET', `/v1/adsets?accountId=${account}&status=ACTIVE&limit=200`)
    ).body;
    const adSets = [data.find(({ adCount }: { adCount: number }) => adCount === 0).value];
    return {
      ads: [
        {
          adName: 'Walk',
          adAccountId: account,
          page,
          secondary,
          link: 'https://example.com',
          media: [{ url }],
        },
      ],
      adSets,
    };
  };
  elsewhere = String(
    (await fixture.call('POST', '/v1/launch', { body: await ad('act_1001') })).body.adBatchId,
  );
});
afterAll(() => fixture.worker.stop());

const ids = (body: {
  data: { id?: unknown; adBatchId?: unknown; accountId?: unknown }[];
}): string => JSON.stringify(body.data);

test('a role in one workspace shows and changes what is on its ad accounts, and nothing of the others', async () => {
  const ask = asks(
    fixture,
    await signedIn(fixture, { workspaces: [{ workspaceId: north, role: 'launcher' }] }),
  );
  const accounts = await ask('GET', '/v1/adaccounts');
  expect([accounts.body.data.length, ids(accounts.body).includes('act_1002')]).toEqual([1, true]);

  const refused = await ask('POST', '/v1/launch', { body: await ad('act_1001') });
  expect([refused.status, JSON.stringify(refused.body).includes('unknown_ad_account')]).toEqual([
    422,
    true,
  ]);
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
    expect([path, (await ask(method, path, method === 'POST' ? { body: {} } : {})).status]).toEqual(
      [path, 404],
    );

  const question =
    '/v1/reports/query?accountIds=act_1001&startDate=2026-11-01&endDate=2026-11-02&groupBy=day';
  expect((await fixture.call('GET', question)).status).toBe(200);
  expect((await ask('GET', question)).status).toBeGreaterThanOrEqual(400);
  expect((await ask('GET', question.replace('act_1001', 'act_1002'))).status).toBe(200);
  const renamed = { businessId: 'act_1002', entityType: 'adset', entityId: 'x', name: 'y' };
  expect(
    (await ask('POST', '/v1/manage/rename', { body: renamed })).body.error.details[0].code,
  ).toBe('role_lacking');
});

const codeOf = ({ body }: Called): string => body.error?.details?.[0]?.code;

test('drafts are judged by the ad accounts they name, before and after a change', async () => {
  const main = (
    await fixture.call('POST', '/v1/drafts', { body: { name: 'Main', ...(await ad('act_1001')) } })
  ).body.draftId;
  const open = (await fixture.call('POST', '/v1/drafts', { body: { name: 'Open', ads: [] } })).body
    .draftId;
  const rights = { workspaces: [{ workspaceId: north, role: 'launcher' as const }] };
  const ask = asks(fixture, await signedIn(fixture, rights));
  const evil = {
    revision: 1,
    ads: [{ adName: 'Evil', adAccountId: 'act_1002', link: 'https://evil.example' }],
  };
  for (const id of [main, open]) {
    expect((await ask('GET', `/v1/drafts/${id}`)).status).toBe(404);
    expect((await ask('PATCH', `/v1/drafts/${id}`, { body: evil })).status).toBe(404);
    expect((await ask('DELETE', `/v1/drafts/${id}`)).status).toBe(404);
    expect((await ask('POST', `/v1/drafts/${id}/launch`, { body: {} })).status).toBe(404);
    expect((await ask('POST', '/v1/launch/from-draft', { body: { batchId: id } })).status).toBe(
      404,
    );
    expect((await fixture.call('GET', `/v1/drafts/${id}`)).body.revision).toBe(1);
  }

  // One without an ad account is its author's, until it names one.
  const own = (await ask('POST', '/v1/drafts', { body: { name: 'Own', ads: [] } })).body.draftId;
  const colleague = asks(fixture, await signedIn(fixture, rights));
  expect((await colleague('GET', `/v1/drafts/${own}`)).status).toBe(404);
  expect(
    (await ask('PATCH', `/v1/drafts/${own}`, { body: { revision: 1, ...(await ad('act_1002')) } }))
      .status,
  ).toBe(200);
  expect(
    (await colleague('GET', '/v1/drafts')).body.data.map(
      ({ draftId }: { draftId: number }) => draftId,
    ),
  ).toEqual([own]);
  for (const ads of [
    [{ adAccountId: 'act_1001' }],
    [{ adAccountId: 'act_1002' }, { businessId: '1001' }],
    [{ accountIds: ['act_1002', 'act_1001'] }],
    [{ adAccountId: 'act_9999' }],
  ]) {
    const moved = await ask('PATCH', `/v1/drafts/${own}`, { body: { revision: 2, ads } });
    expect([moved.status, codeOf(moved)]).toEqual([403, 'outside_workspaces']);
    const made = await ask('POST', '/v1/drafts', { body: { name: 'Elsewhere', ads } });
    expect([made.status, codeOf(made)]).toEqual([403, 'outside_workspaces']);
  }
  // A colleague's would be nobody's without its account.
  const emptied = await colleague('PATCH', `/v1/drafts/${own}`, { body: { revision: 2, ads: [] } });
  expect([emptied.status, codeOf(emptied)]).toEqual([403, 'outside_workspaces']);
  expect((await colleague('POST', `/v1/drafts/${own}/launch`, { body: {} })).status).toBe(202);
});

test('the library is changed by roles in the whole company, and shows of other accounts nothing', async () => {
  const { id, url } = await fixture.uploadAs('shared.png', await png(620, 620));
  const body = await ad('act_1001');
  const [first] = (body as { ads: object[] }).ads;
  await fixture.call('POST', '/v1/launch', {
    body: { ...body, ads: [{ ...first, adName: 'Shared', media: [{ url }] }] },
  });
  await fixture.clock.sleep(600_000);
  const ask = asks(
    fixture,
    await signedIn(fixture, { workspaces: [{ workspaceId: north, role: 'admin' }] }),
  );
  for (const [method, path] of [
    ['PATCH', `/v1/library/assets/${id}`],
    ['POST', '/v1/library/boards'],
    ['DELETE', `/v1/media/${id}`],
    ['PUT', `/v1/media/${id}/poster`],
  ] as const)
    expect([
      path,
      codeOf(await ask(method, path, { body: { name: 'x', title: 'x', image: 'AAAA' } })),
    ]).toEqual([path, 'role_lacking']);
  const seen = (await ask('GET', `/v1/library/assets/${id}`)).body;
  expect([seen.usedIn.total, seen.copies]).toEqual([0, []]);
  expect(
    (await ask('GET', '/v1/library/assets?usedIn=primary:act_1001')).body.pagination.total,
  ).toBe(0);
  // Asking did not take from the others what was not noted yet.
  const whole = (await fixture.call('GET', `/v1/library/assets/${id}`)).body;
  expect([whole.usedIn.total, whole.copies.length]).toEqual([1, 1]);
});

test('a limit of the whole company counts accounts that a person does not see', async () => {
  const east = (await fixture.call('POST', '/v1/workspaces', { body: { name: 'East' } })).body.id;
  await fixture.call('POST', `/v1/workspaces/${east}/move`, { body: { accountIds: ['act_1001'] } });
  const budget = {
    businessId: 'act_1001',
    entityType: 'adset',
    entityId: seed.deliveringAdSet('act_1001', 'sales'),
  };
  const raise = { ...budget, dailyBudget: 51 };
  const limited = (companyDailyBudget: number) =>
    fixture.call('PUT', '/v1/guardrails', {
      body: { currencies: { EUR: { companyDailyBudget } } },
    });
  await limited(1_000_000);
  const request = { operation: 'manage.updateBudget', request: raise };
  const { guards } = (await fixture.call('POST', '/v1/guardrails/check', { body: request })).body;
  await limited(
    guards.find(({ guard }: { guard: string }) => guard === 'companyDailyBudget').asked - 1,
  );
  const ask = asks(
    fixture,
    await signedIn(fixture, { workspaces: [{ workspaceId: east, role: 'manager' }] }),
  );
  expect(codeOf(await ask('POST', '/v1/manage/update-budget', { body: raise }))).toBe(
    'guard_exceeded',
  );
  await fixture.call('PUT', '/v1/guardrails', { body: {} });
  expect((await ask('POST', '/v1/manage/update-budget', { body: raise })).status).toBe(200);
});

test('what is put together from several things shows nothing that needs a role in the whole company', async () => {
  const operations = [{ operation: 'batches.undo', input: { id: Number(elsewhere) } }];
  expect((await fixture.call('POST', '/v1/approvals', { body: { operations } })).status).toBe(202);
  expect((await fixture.call('GET', '/v1/overview')).body.approvals.waiting).toBeGreaterThan(0);
  const ask = asks(
    fixture,
    await signedIn(fixture, { workspaces: [{ workspaceId: north, role: 'viewer' }] }),
  );
  const { status, body } = await ask('GET', '/v1/overview');
  expect([status, body.approvals.waiting, body.rules.runs]).toEqual([200, 0, []]);
  expect(JSON.stringify(body.running)).not.toContain(`"adBatchId":${elsewhere}`);
});

test('a role in the company and a higher one in a workspace each hold where they are', async () => {
  const person = await signedIn(fixture, {
    role: 'viewer',
    workspaces: [{ workspaceId: north, role: 'launcher' }],
  });
  const ask = asks(fixture, person);
  expect((await ask('GET', '/v1/adaccounts')).body.data.length).toBeGreaterThan(1);
  expect((await ask('GET', `/v1/batch-status/${elsewhere}`)).status).toBe(200);
  expect((await ask('POST', '/v1/launch', { body: await ad('act_1001') })).status).toBe(422);
  expect((await ask('POST', '/v1/launch/plan', { body: await ad('act_1002') })).status).toBe(200);
});

test('an account that guardrails keep to a workspace is open to people with a role there', async () => {
  await fixture.call('PUT', '/v1/guardrails', {
    body: { accounts: { act_1002: { workspaceId: north } } },
  });
  const body = { businessId: 'act_1002', entityType: 'adset', entityId: '1', name: 'x' };
  const codes = async (call: typeof fixture.call) =>
    JSON.stringify((await call('POST', '/v1/manage/rename', { body })).body);
  expect(await codes(fixture.call)).toContain('guard_exceeded');
  const manager = await signedIn(fixture, {
    workspaces: [{ workspaceId: north, role: 'manager' }],
  });
  const wide = await signedIn(fixture, { role: 'manager', workspaces: [] });
  for (const person of [manager, wide])
    expect(await codes(asks(fixture, person))).not.toContain('guard_exceeded');
  await fixture.call('PUT', '/v1/guardrails', { body: {} });
});

test('plans name who planned and who approved them; another person counts as another key', async () => {
  const [ann, bob] = [
    await signedIn(fixture, { role: 'manager', workspaces: [] }, 'ann@example.com'),
    await signedIn(fixture, { role: 'manager', workspaces: [] }, 'bob@example.com'),
  ];
  await fixture.call('PUT', '/v1/approval-policy', { body: { approver: 'another-key' } });
  const { data } = (await fixture.call('GET', '/v1/adsets?accountId=act_1001&limit=1')).body;
  const input = {
    businessId: 'act_1001',
    entityType: 'adset',
    entityId: data[0].value,
    name: 'Renamed',
  };
  const planned = await asks(fixture, ann)('POST', '/v1/approvals', {
    body: { operations: [{ operation: 'manage.rename', input }] },
  });
  expect([planned.status, planned.body.planner]).toEqual([202, 'Ann <ann@example.com>']);
  const decide = (who: typeof ann) =>
    asks(fixture, who)('POST', `/v1/approvals/${planned.body.digest}`, {
      body: { decision: 'approve' },
    });
  expect((await decide(ann)).body.error.details[0].code).toBe('another_key');
  expect((await decide(bob)).body.approved).toMatchObject({
    by: bob.id,
    person: 'Ann <bob@example.com>',
  });
  const { data: audit } = (await fixture.call('GET', '/v1/audit')).body;
  expect(audit.find(({ action }: { action: string }) => action === 'plan.approve').person).toBe(
    'Ann <bob@example.com>',
  );
});
