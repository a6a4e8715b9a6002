import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { seed } from '../../adapters/sandbox/meta/seed/names.ts';
import { batchKind } from '../../core/launch/journal/records.ts';
import { png } from '../samples/media.ts';
import { failOnDrift } from './harness.ts';
import { type ServiceFixture, startServiceFixture } from './service-fixture.ts';

failOnDrift();

const eur = seed.accounts.eur;
const [empty = '', other = ''] = seed.emptyAdSets(eur, 'traffic');
const delivering = seed.deliveringAdSet(eur, 'leads');

let fixture: ServiceFixture;
let planner: string;
let person: string;
let ad: object;

beforeAll(async () => {
  fixture = await startServiceFixture();
  planner = await fixture.keyWith('launch', 'manage');
  person = await fixture.keyWith('launch', 'manage');
  const { url } = await fixture.uploadAs('plan.png', await png());
  ad = {
    adName: 'Planned',
    adAccountId: eur,
    page: seed.page,
    secondary: seed.profile,
    link: 'https://example.com',
    media: [{ url }],
    adSets: [empty],
  };
});
afterAll(() => fixture.worker.stop());

const launchStep = (name: string, more: object = {}) => ({
  operation: 'launch',
  input: { ads: [{ ...ad, adName: name, ...more }] },
});
const budgetStep = (dailyBudget: number, entityId = other) => ({
  operation: 'manage.updateBudget',
  input: { businessId: eur, entityType: 'adset', entityId, dailyBudget },
});

const plan = (operations: readonly object[], key = planner) =>
  fixture.call('POST', '/v1/approvals', { key, body: { operations } });
const decide = (digest: string, decision: string, key = person) =>
  fixture.call('POST', `/v1/approvals/${digest}`, { key, body: { decision } });
const apply = (digest: string, key = planner) =>
  fixture.call('POST', `/v1/approvals/${digest}/apply`, { key });
const batches = () => fixture.ports.store.count(batchKind, fixture.companyId);
const budgetOf = async (id: string): Promise<number> => {
  const { body } = await fixture.call('GET', `/v1/adsets?accountId=${eur}&limit=200`);
  return body.data.find(({ value }: { value: string }) => value === id).dailyBudget;
};
const codes = ({
  body,
}: {
  readonly body: { readonly error: { readonly details: readonly { code: string }[] } };
}) => body.error.details.map(({ code }) => code);

describe('a plan', () => {
  test('changes nothing, tells what it would do and what is at stake, and waits for a person', async () => {
    const before = await batches();
    const { status, body } = await plan([launchStep('One', { status: 'ACTIVE' })]);
    expect([status, body.status, body.startsDelivering]).toEqual([202, 'awaiting_approval', true]);
    expect(body.summary).toEqual([
      expect.stringMatching(
        /^Launch 1 ad, delivering at once; at stake: .* EUR a day, in act_1001, as long as it delivers; in act_1001 “/,
      ),
      expect.stringMatching(
        /^Active ad in ad set \d+ “Traffic open 1”: name “One”, .*link “https:..example.com”, media “plan.png”$/,
      ),
    ]);
    expect(body.adAccountIds).toEqual([eur]);
    expect(body.moneyAtStake).toMatchObject([
      { adAccountId: eur, currency: 'EUR', dailyBudget: expect.any(Number) },
    ]);
    expect(body.operations[0].input).toMatchObject({ planDigest: expect.any(String) });
    expect(body.approveUrl).toContain(`/approve/${body.digest}`);
    expect(codes(await apply(body.digest))).toEqual(['approval_required']);
    expect(await batches()).toBe(before);
  });

  test('is applied once when it is approved, however often and from wherever it is asked for', async () => {
    const before = await batches();
    const { digest } = (await plan([launchStep('Two')])).body;
    expect((await decide(digest, 'approve')).body).toMatchObject({
      status: 'approved',
      approved: { by: expect.any(String) },
    });
    const answers = await Promise.all([
      apply(digest),
      apply(digest),
      apply(digest, person),
      apply(digest, fixture.key),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    // They are answered one after the other: the batch may have ended meanwhile.
    for (const { body } of answers) expect(['running', 'applied']).toContain(body.status);
    expect(new Set(answers.map(({ body }) => body.results[0].answer.adBatchId)).size).toBe(1);
    expect((await apply(digest)).body.results[0].answer).toEqual(
      answers[0]?.body.results[0].answer,
    );
    expect(await batches()).toBe(before + 1);
  });

  test('that was declined, or is too old, is not applied', async () => {
    const declined = (await plan([budgetStep(21)])).body.digest;
    expect((await decide(declined, 'decline')).body.status).toBe('declined');
    expect(codes(await apply(declined))).toEqual(['plan_declined']);
    expect(codes(await decide(declined, 'approve'))).toEqual(['plan_declined']);
    const old = (await plan([budgetStep(22)])).body.digest;
    await decide(old, 'approve');
    fixture.clock.step(24 * 60 * 60 * 1000);
    expect((await fixture.call('GET', `/v1/approvals/${old}`)).body.status).toBe('expired');
    expect(codes(await apply(old))).toEqual(['plan_expired']);
  });

  test('asked for again while it is open is the same plan; afterwards it is another', async () => {
    const first = (await plan([budgetStep(23)])).body;
    expect((await plan([budgetStep(23)])).body.digest).toBe(first.digest);
    expect((await plan([budgetStep(23)], person)).body.digest).not.toBe(first.digest);
    await decide(first.digest, 'decline');
    expect((await plan([budgetStep(23)])).body.digest).not.toBe(first.digest);
  });

  test('of a draft says what launching it would start, and is outdated once the draft is another launch', async () => {
    const draftOf = (ads: readonly object[]) =>
      fixture.call('POST', '/v1/drafts', { body: { name: 'Draft', ads } });
    const quiet = (await draftOf([ad])).body.draftId;
    expect((await plan([{ operation: 'drafts.launch', input: { id: quiet } }])).body).toMatchObject(
      {
        startsDelivering: false,
        summary: [
          expect.stringMatching(/^Launch 1 ad, paused; /),
          expect.stringContaining('name “Planned”'),
        ],
      },
    );
    const active = (await draftOf([{ ...ad, adName: 'Drafted', status: 'ACTIVE' }])).body.draftId;
    const { digest, moneyAtStake, startsDelivering } = (
      await plan([{ operation: 'drafts.launch', input: { id: active } }])
    ).body;
    expect([startsDelivering, moneyAtStake]).toMatchObject([
      true,
      [{ adAccountId: eur, dailyBudget: expect.any(Number) }],
    ]);
    await decide(digest, 'approve');
    const edited = await fixture.call('PATCH', `/v1/drafts/${active}`, {
      body: { revision: 1, ads: [{ ...ad, adName: 'Edited', status: 'ACTIVE' }] },
    });
    expect(edited.status).toBe(200);
    expect(codes(await apply(digest))).toEqual(['plan_outdated']);
  });

  test('of a change of settings is outdated once a field has another value', async () => {
    const rename = (name: string) => ({
      accountId: eur,
      campaignId: seed.campaign(eur, 'traffic'),
      name,
    });
    const step = { operation: 'manage.updateCampaign', input: rename('Planned name') };
    const { digest, startsDelivering } = (await plan([step])).body;
    expect(startsDelivering).toBe(false);
    await decide(digest, 'approve');
    await fixture.call('POST', '/v1/manage/update-campaign', { body: rename('Another name') });
    expect(codes(await apply(digest))).toEqual(['plan_outdated']);
  });

  test('is refused when its operations would be: faults, limits, scopes, names, and what no plan may hold', async () => {
    expect(
      codes(await plan([{ operation: 'launch', input: { ads: [{ adName: 'x' }] } }])),
    ).toContain('missing_field');
    expect(codes(await plan([budgetStep(10_000_000)]))).toContain('guard_exceeded');
    const reader = await fixture.keyWith('read');
    expect((await plan([budgetStep(24)], reader)).status).toBe(403);
    expect((await plan([{ operation: 'manage.updateBudgets' }])).body.error.message).toContain(
      'did you mean manage.updateBudget?',
    );
    for (const operation of [
      'keys.create',
      'connections.create',
      'webhooks.create',
      'approvals.decide',
      'approvals.apply',
    ])
      expect([operation, codes(await plan([{ operation }], fixture.key))]).toEqual([
        operation,
        [operation.startsWith('approvals') ? 'unknown_operation' : 'not_plannable'],
      ]);
  });

  test('needs somebody who could do all of it to approve and to apply it', async () => {
    const { digest } = (await plan([budgetStep(25)])).body;
    const launcher = await fixture.keyWith('launch');
    expect((await decide(digest, 'approve', launcher)).status).toBe(403);
    await decide(digest, 'approve');
    expect((await apply(digest, launcher)).status).toBe(403);
    expect(
      (await fixture.call('GET', `/v1/approvals/${digest}`, { key: fixture.foreignKey })).status,
    ).toBe(404);
  });

  test('with several operations carries them out in order and ends with the first that fails', async () => {
    const rename = (entityId: string, name: string) => ({
      operation: 'manage.rename',
      input: { businessId: eur, entityType: 'adset', entityId, name },
    });
    const { digest } = (
      await plan([rename(other, 'Renamed'), rename(empty, 'Nobody'), rename(other, 'Again')])
    ).body;
    await decide(digest, 'approve');
    await fixture.control('POST', 'faults', {
      fault: 'error',
      code: 200,
      method: 'POST',
      path: `*/${empty}`,
      times: 1,
    });
    const { body } = await apply(digest);
    expect(body.status).toBe('partly');
    expect(body.results.map(({ status }: { status: string }) => status)).toEqual([
      'done',
      'failed',
      'not_attempted',
    ]);
    expect(body.results[1].error.code).toBe('platform_error');
    expect(codes(await decide(digest, 'approve'))).toEqual(['plan_partly']);
  });

  test('is refused when more is at stake than was approved', async () => {
    await fixture.call('POST', '/v1/manage/update-budget', {
      body: budgetStep(10, delivering).input,
    });
    const status = (newStatus: string) => ({
      businessId: eur,
      entityType: 'adset',
      entityIds: [delivering],
      newStatus,
    });
    await fixture.call('POST', '/v1/manage/update-status', { body: status('PAUSED') });
    const { digest, moneyAtStake } = (
      await plan([{ operation: 'manage.updateStatus', input: status('ACTIVE') }])
    ).body;
    expect(moneyAtStake).toMatchObject([{ dailyBudget: 10, delivering: 1 }]);
    await decide(digest, 'approve');
    await fixture.call('POST', '/v1/manage/update-budget', {
      body: budgetStep(15, delivering).input,
    });
    expect(codes(await apply(digest))).toEqual(['plan_outdated']);
    await fixture.call('POST', '/v1/manage/update-budget', {
      body: budgetStep(10, delivering).input,
    });
    expect((await apply(digest)).body.status).toBe('applied');
  });

  test('is carried out by one request at a time: what one is refused no other carries out beside it', async () => {
    const { digest } = (await plan([budgetStep(25), budgetStep(24)])).body;
    await decide(digest, 'approve');
    const before = await budgetOf(other);
    await fixture.control('POST', 'faults', {
      fault: 'error',
      code: 200,
      method: 'POST',
      path: `*/${other}`,
      times: 1,
    });
    const answers = await Promise.all([apply(digest), apply(digest)]);
    await fixture.control('DELETE', 'faults');
    expect(
      answers.map(({ body }) => [
        body.status,
        body.results.map(({ status }: { status: string }) => status),
      ]),
    ).toEqual([
      ['failed', ['failed', 'not_attempted']],
      ['failed', ['failed', 'not_attempted']],
    ]);
    expect(await budgetOf(other)).toBe(before);
  });

  test('goes on when the platform was away, and sends nothing twice', async () => {
    const { digest } = (await plan([budgetStep(26)])).body;
    await decide(digest, 'approve');
    await fixture.control('POST', 'faults', { fault: 'error', code: 2, method: 'POST', times: 50 });
    expect((await apply(digest)).body.error.code).toBe('platform_error');
    await fixture.control('DELETE', 'faults');
    // The platform counts changes of a budget within an hour.
    await fixture.clock.sleep(3_600_000);
    expect((await apply(digest)).body.status).toBe('applied');
    expect(await budgetOf(other)).toBe(26);
  });
});

describe('who approves', () => {
  const setPolicy = (approver: string) =>
    fixture.call('PUT', '/v1/approval-policy', { body: { approver } });

  test('a key with the scope unattended needs nobody for its own plans, unless the company wants another key', async () => {
    const alone = await fixture.keyWith('manage', 'unattended');
    const own = (await plan([budgetStep(27)], alone)).body.digest;
    expect((await apply(own, alone)).body).toMatchObject({ status: 'applied' });
    const foreign = (await plan([budgetStep(28)])).body.digest;
    expect(codes(await apply(foreign, alone))).toEqual(['approval_required']);

    expect((await setPolicy('another-key')).body).toMatchObject({ approver: 'another-key' });
    const kept = (await plan([budgetStep(29)], alone)).body.digest;
    expect(codes(await apply(kept, alone))).toEqual(['approval_required']);
    expect(codes(await decide(kept, 'approve', alone))).toEqual(['another_key']);
    expect((await decide(kept, 'approve')).body.status).toBe('approved');
    expect((await apply(kept, alone)).body.status).toBe('applied');
    await setPolicy('anyone');
  });

  test('only an admin hands the scope on, and says who approves; all of it is in the audit', async () => {
    const made = await fixture.call('POST', '/v1/keys', {
      key: planner,
      body: { name: 'x', scopes: ['read', 'unattended'] },
    });
    expect(made.status).toBe(403);
    expect(
      (
        await fixture.call('PUT', '/v1/approval-policy', {
          key: planner,
          body: { approver: 'anyone' },
        })
      ).status,
    ).toBe(403);
    const { body } = await fixture.call('GET', '/v1/audit?limit=200');
    const actions = new Set(body.data.map(({ action }: { action: string }) => action));
    for (const action of [
      'plan.create',
      'plan.approve',
      'plan.decline',
      'plan.apply',
      'guardrails.change',
    ])
      expect(actions).toContain(action);
  });

  test('plans are listed by their status', async () => {
    const { body } = await fixture.call('GET', '/v1/approvals?status=declined&limit=5');
    expect(body.pagination.total).toBeGreaterThan(1);
    expect(body.data.every(({ status }: { status: string }) => status === 'declined')).toBe(true);
  });
});
