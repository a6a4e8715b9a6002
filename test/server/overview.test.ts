import { afterAll, beforeAll, expect, test } from 'vitest';
import { seed } from '../../adapters/sandbox/meta/seed/names.ts';
import { connectionKind } from '../../core/accounts/records.ts';
import { type ExecutionRecord, executionKind } from '../../core/features/automations/records.ts';
import { png } from '../samples/media.ts';
import { failOnDrift } from './harness.ts';
import { type ServiceFixture, startServiceFixture } from './service-fixture.ts';

failOnDrift();

const eur = seed.accounts.eur;
const [empty = ''] = seed.emptyAdSets(eur, 'traffic');
let fixture: ServiceFixture;
beforeAll(async () => {
  fixture = await startServiceFixture();
});
afterAll(() => fixture.worker.stop());

const overview = async (key = fixture.key) =>
  (await fixture.call('GET', '/v1/overview', { key })).body;

test('plans that wait and connections that end are told; connections to admins alone', async () => {
  expect(await overview()).toMatchObject({
    running: [],
    approvals: { waiting: 0, plans: [] },
    connections: [],
    rules: { runs: [] },
  });
  const input = { businessId: eur, entityType: 'adset', entityId: empty, dailyBudget: 60 };
  const { body } = await fixture.call('POST', '/v1/approvals', {
    body: { operations: [{ operation: 'manage.updateBudget', input }] },
  });
  const { store, clock } = fixture.ports;
  const { items } = await store.find(connectionKind, fixture.companyId);
  const [first] = items;
  if (first === undefined) throw new Error('There is no connection.');
  const ending = { ...first.doc, endsAt: clock.now() + 86_400_000 };
  await store.commit([
    {
      kind: connectionKind,
      companyId: fixture.companyId,
      id: first.id,
      expect: first.version,
      doc: ending,
    },
  ]);
  const told = await overview();
  expect(told.approvals).toMatchObject({
    waiting: 1,
    plans: [{ digest: body.digest, summary: body.summary[0] }],
  });
  expect(told.connections).toMatchObject([{ id: first.id, state: 'expiring' }]);
  expect((await overview(await fixture.keyWith('read'))).connections).toEqual([]);
});

test('runs of rules that acted, failed or wait are told since the moment asked for; simulations are not', async () => {
  const { store, clock } = fixture.ports;
  const hour = 3_600_000;
  const run = (executionId: string, hoursAgo: number, some: object) => {
    const at = clock.now() - hoursAgo * hour;
    const counts = {
      considered: 9,
      matched: 2,
      acted: 0,
      wouldHaveActed: 0,
      skipped: 0,
      failed: 0,
      beyondLimit: 0,
    };
    const doc = {
      executionId,
      ruleId: 'rule_1',
      ruleName: 'Stop losers',
      mode: 'act',
      status: 'done',
      phase: 'ended',
      createdAt: at,
      startedAt: new Date(at).toISOString(),
      counts,
    };
    // Only what an overview reads of a run.
    const record = { ...doc, ...some } as unknown as ExecutionRecord;
    return {
      kind: executionKind,
      companyId: fixture.companyId,
      id: executionId,
      expect: 'absent' as const,
      doc: record,
    };
  };
  const counts = { considered: 9, matched: 2, wouldHaveActed: 0, skipped: 0, beyondLimit: 0 };
  await store.commit([
    run('acted', 2, { counts: { ...counts, acted: 3, failed: 1 } }),
    run('quiet', 3, {}),
    run('waits', 4, { status: 'awaitingApproval', mode: 'approve' }),
    run('simulated', 5, { mode: 'simulate', counts: { ...counts, acted: 4, failed: 0 } }),
    run('long ago', 60, { counts: { ...counts, acted: 7, failed: 0 } }),
  ]);
  const { rules } = await overview();
  expect(rules.runs).toMatchObject([
    { executionId: 'acted', acted: 3, failed: 1, ruleName: 'Stop losers' },
    { executionId: 'waits' },
  ]);
  expect(rules.acted).toBe(3);
  const since = new Date(clock.now() - 70 * hour).toISOString();
  const longer = (await fixture.call('GET', `/v1/overview?since=${encodeURIComponent(since)}`)).body
    .rules;
  expect(longer.runs).toHaveLength(3);
});

test('ads that are on and were rejected are found once in a quarter of an hour', async () => {
  const rejected = async () => (await fixture.call('GET', '/v1/overview/rejected-ads')).body;
  const { url } = await fixture.uploadAs('rejected.png', await png());
  const ad = {
    adName: 'Refused',
    adAccountId: eur,
    page: seed.page,
    secondary: seed.profile,
    link: 'https://example.com',
    media: [{ url }],
    adSets: [empty],
    status: 'ACTIVE',
  };
  const first = await rejected();
  expect(first).toMatchObject({ data: [], count: 0, notKnown: [] });
  // Asked at once, before the clock can jump to the next thing that is due.
  expect((await rejected()).readAt).toBe(first.readAt);
  await fixture.call('POST', '/v1/sandbox/faults', {
    body: { platform: 'meta', fault: 'ad-disapproved', ms: 1, times: 1, path: '*/ads' },
  });
  const { body } = await fixture.call('POST', '/v1/launch', { body: { ads: [ad] } });
  await expect
    .poll(async () => (await fixture.call('GET', `/v1/batch-status/${body.adBatchId}`)).body.status)
    .toBe('success');
  await fixture.clock.advance(16 * 60_000);
  const told = await rejected();
  expect(told.data).toMatchObject([
    { name: 'Refused', accountId: eur, effectiveStatus: 'DISAPPROVED' },
  ]);
  expect(told.readAt).toMatch(/^20/);
});
