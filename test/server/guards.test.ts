import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { seed } from '../../adapters/sandbox/meta/seed/names.ts';
import { png } from '../samples/media.ts';
import { failOnDrift } from './harness.ts';
import { type ServiceFixture, startServiceFixture } from './service-fixture.ts';

failOnDrift();

const { eur, disabled } = seed.accounts;
const [empty = ''] = seed.emptyAdSets(eur, 'traffic');
/** One that delivers: 50 a day. */
const other = seed.deliveringAdSet(eur, 'traffic');
const campaign = seed.campaign(eur, 'advantage');

let fixture: ServiceFixture;
let manager: string;
let second: string;
let ad: object;

beforeAll(async () => {
  fixture = await startServiceFixture();
  manager = await fixture.keyWith('launch', 'manage');
  second = await fixture.keyWith('launch', 'manage');
  const { url } = await fixture.uploadAs('walk.png', await png());
  ad = {
    adName: 'Walk',
    adAccountId: eur,
    page: seed.page,
    secondary: seed.profile,
    link: 'https://example.com',
    media: [{ url }],
    adSets: [empty],
  };
});
afterAll(() => fixture.worker.stop());
beforeEach(async () => {
  // The platform lets nobody change one budget more than a few times an hour.
  await fixture.clock.advance(3_600_000);
  await guards({});
});

const guards = async (body: object) => {
  const answer = await fixture.call('PUT', '/v1/guardrails', { body });
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return answer.body;
};
const post = (path: string, body: object, key = manager) =>
  fixture.call('POST', path, { body, key });
const raise = (dailyBudget: number, entityId = other, key = manager) =>
  post(
    '/v1/manage/update-budget',
    { businessId: eur, entityType: 'adset', entityId, dailyBudget, confirm: true },
    key,
  );
const turn = (newStatus: string, entityId = campaign, key = manager) =>
  post(
    '/v1/manage/update-status',
    { businessId: eur, entityType: 'campaign', entityIds: [entityId], newStatus },
    key,
  );
const check = async (operation: string, request: object) =>
  (await post('/v1/guardrails/check', { operation, request })).body;
const named = ({ status, body }: Awaited<ReturnType<typeof post>>) => ({
  status,
  guards: (body.error?.details ?? []).map(
    (fault: { guard?: { name: string } }) => fault.guard?.name,
  ),
  codes: (body.error?.details ?? []).map((fault: { code: string }) => fault.code),
});
const refusedBy = (guard: string) => ({ status: 422, guards: [guard], codes: ['guard_exceeded'] });
const inAll = async (): Promise<number> => {
  const budget = { businessId: eur, entityType: 'adset', entityId: other, dailyBudget: 51 };
  const { guards: told } = await check('manage.updateBudget', budget);
  return told.find(({ guard }: { guard: string }) => guard === 'accountDailyBudget').asked - 1;
};

describe('the total of an account', () => {
  test('holds over any number of operations, and is read anew before anything is refused', async () => {
    const total = await inAll();
    await guards({ accounts: { [eur]: { accountDailyBudget: total + 30 } } });
    expect((await raise(70)).status).toBe(200);
    expect(named(await raise(81))).toEqual(refusedBy('accountDailyBudget'));
    const { body } = await raise(81);
    expect(body.error.details[0]).toMatchObject({
      hint: 'ask-admin',
      guard: { adAccountId: eur, currency: 'EUR', limit: total + 30, asked: total + 31 },
      message: expect.stringMatching(
        /would deliver in act_\d+\. It allows at most .* An admin can change this limit/,
      ),
    });
    // Lowering makes room at once, though nobody has told the total of it.
    expect((await raise(60)).status).toBe(200);
    expect((await raise(80)).status).toBe(200);
    expect((await raise(50)).status).toBe(200);
  });

  test('is shown before anything is sent', async () => {
    const total = await inAll();
    await guards({ accounts: { [eur]: { accountDailyBudget: total } } });
    const active = { ads: [{ ...ad, status: 'ACTIVE' }] };
    const plan = (await post('/v1/launch/plan', active)).body;
    expect(plan.guards).toContainEqual(
      expect.objectContaining({ guard: 'accountDailyBudget', exceeded: true, asked: total + 50 }),
    );
    expect(named(await post('/v1/launch', active))).toEqual(refusedBy('accountDailyBudget'));
  });
});

test('the total of a company is that of all its accounts in a currency, read before it is judged', async () => {
  const own = await inAll();
  const limits = await guards({ currencies: { EUR: { companyDailyBudget: own + 100_000 } } });
  expect(
    limits.accounts.filter(({ currency }: { currency: string }) => currency === 'EUR').length,
  ).toBeGreaterThan(1);
  const request = { businessId: eur, entityType: 'adset', entityId: other, dailyBudget: 51 };
  const told = (await check('manage.updateBudget', request)).guards.find(
    ({ guard }: { guard: string }) => guard === 'companyDailyBudget',
  );
  expect(told.asked).toBeGreaterThanOrEqual(own + 1);
  await guards({ currencies: { EUR: { companyDailyBudget: told.asked - 1 } } });
  expect(named(await raise(51))).toEqual(refusedBy('companyDailyBudget'));
  await guards({ currencies: { EUR: { companyDailyBudget: told.asked } } });
  expect((await raise(51)).status).toBe(200);
  expect((await raise(50)).status).toBe(200);
});

test('more ads than one launch may have are refused, paused ones too', async () => {
  await guards({ adsPerLaunch: 2, accounts: { [eur]: { adsPerLaunch: 1 } } });
  const ads = [ad, { ...ad, adName: 'Run' }];
  expect(named(await post('/v1/launch', { ads }))).toEqual(refusedBy('adsPerLaunch'));
  const draft = (await post('/v1/drafts', { name: 'Two', ads })).body.draftId;
  expect(named(await post(`/v1/drafts/${draft}/launch`, {}))).toEqual(refusedBy('adsPerLaunch'));
  expect((await post('/v1/launch', { ads: ads.slice(1) })).status).toBe(202);
});

describe('operations that are blocked', () => {
  test('are refused to everybody through every door, and nothing else is', async () => {
    await guards({ blockedOperations: ['manage.delete', 'manage.updateBudget'] });
    expect(named(await raise(55, other, fixture.key))).toEqual(refusedBy('blockedOperations'));
    const step = {
      operation: 'manage.updateBudget',
      input: { businessId: eur, entityType: 'adset', entityId: other, dailyBudget: 55 },
    };
    expect(named(await post('/v1/approvals', { operations: [step] }))).toEqual(
      refusedBy('blockedOperations'),
    );
    expect(await check('manage.updateBudget', step.input)).toMatchObject({ allowed: false });
    expect((await turn('PAUSED')).status).toBe(200);
    expect((await turn('ACTIVE')).status).toBe(200);
  });

  test('are not made by a launch either: its plan says so, and nothing is accepted', async () => {
    const body = {
      newCampaigns: [
        {
          ref: 'c',
          adAccountId: eur,
          name: 'Spring',
          objective: 'OUTCOME_TRAFFIC',
          dailyBudget: 40,
        },
      ],
      newAdSets: [
        {
          ref: 's',
          adAccountId: eur,
          campaign: { ref: 'c' },
          name: 'Coast',
          location: { countries: ['US'] },
        },
      ],
      ads: [
        {
          ...ad,
          title: 'Title',
          description: 'Text',
          cta: 'LEARN_MORE',
          adSets: [{ ref: 's' }],
          status: 'PAUSED',
        },
      ],
    };
    for (const blocked of ['manage.createCampaign', 'manage.createAdSet']) {
      await guards({ blockedOperations: [blocked] });
      const plan = await post('/v1/launch/plan', body);
      expect(plan.body.guards).toContainEqual(
        expect.objectContaining({ guard: 'blockedOperations', asked: blocked, exceeded: true }),
      );
      expect(named(await post('/v1/launch', body))).toEqual(refusedBy('blockedOperations'));
    }
    expect((await fixture.held('campaigns')).some(({ name }) => name === 'Spring')).toBe(false);
  });

  test('are known by their names, and the one that changes the guardrails cannot be among them', async () => {
    const { status, body } = await fixture.call('PUT', '/v1/guardrails', {
      body: { blockedOperations: ['manage.delte', 'guardrails.replace', 'accounts.list'] },
    });
    expect([status, body.error.details.map(({ path }: { path: string }) => path)]).toEqual([
      422,
      ['blockedOperations[0]', 'blockedOperations[1]', 'blockedOperations[2]'],
    ]);
    expect(body.error.details[0].message).toContain('manage.delete');
  });
});

test('nothing starts in quiet hours of the account’s zone; what runs may be changed and paused', async () => {
  const hourIn = (zone: string, at: number) =>
    new Intl.DateTimeFormat('en-GB', {
      timeZone: zone,
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    }).format(at);
  const now = fixture.clock.now();
  const [local, later] = [hourIn('Europe/Berlin', now), hourIn('Europe/Berlin', now + 3_600_000)];
  await guards({ accounts: { [eur]: { quietHours: [{ from: local, to: later }] } } });
  expect((await turn('PAUSED')).status).toBe(200);
  expect(named(await turn('ACTIVE'))).toEqual(refusedBy('quietHours'));
  expect(
    named(await post('/v1/launch', { ads: [{ ...ad, adName: 'Night', status: 'ACTIVE' }] })),
  ).toEqual(refusedBy('quietHours'));
  expect((await raise(51)).status).toBe(200);
  expect((await raise(50)).status).toBe(200);
  await fixture.clock.advance(2 * 3_600_000);
  expect((await turn('ACTIVE')).status).toBe(200);
});

test('an account that one workspace has to itself is changed by its keys alone', async () => {
  const workspace = (await post('/v1/workspaces', { name: 'Team' }, fixture.key)).body;
  const made = await post(
    '/v1/keys',
    { name: 'Team', scopes: ['launch', 'manage'], workspaceId: workspace.id },
    fixture.key,
  );
  expect(made.body).toMatchObject({ workspaceId: workspace.id });
  await guards({ accounts: { [eur]: { workspaceId: workspace.id } } });
  const rename = { businessId: eur, entityType: 'campaign', entityId: campaign, name: 'Other' };
  for (const refused of [
    await raise(55),
    await turn('PAUSED'),
    await post('/v1/manage/rename', rename),
    await post('/v1/launch', { ads: [ad] }),
    await post('/v1/manage/create-campaign', {
      accountId: eur,
      name: 'x',
      objective: 'OUTCOME_TRAFFIC',
    }),
    await post('/v1/manage/duplicate-campaign', { accountId: eur, campaignId: campaign }),
  ])
    expect(named(refused)).toEqual(refusedBy('workspaceId'));
  expect((await raise(55, other, made.body.key)).status).toBe(200);
  expect((await raise(50, other, made.body.key)).status).toBe(200);
  const unknown = { workspaceId: 'ws_nowhere' };
  expect((await post('/v1/keys', { name: 'x', ...unknown }, fixture.key)).status).toBe(422);
  expect(
    (await fixture.call('PUT', '/v1/guardrails', { body: { accounts: { [disabled]: unknown } } }))
      .status,
  ).toBe(422);
});

describe('above the limit of one key', () => {
  const step = (dailyBudget: number) => ({
    operation: 'manage.updateBudget',
    input: { businessId: eur, entityType: 'adset', entityId: other, dailyBudget, confirm: true },
  });
  const plan = async (dailyBudget: number, key = manager) =>
    (await post('/v1/approvals', { operations: [step(dailyBudget)] }, key)).body;
  const decide = (digest: string, key: string) =>
    post(`/v1/approvals/${digest}`, { decision: 'approve' }, key);
  const apply = (digest: string, key = manager) => post(`/v1/approvals/${digest}/apply`, {}, key);

  beforeEach(() => guards({ currencies: { EUR: { secondKeyDailyBudget: 100 } } }));

  test('nothing is done before a second key has approved the plan', async () => {
    expect(named(await raise(101))).toEqual({
      status: 409,
      guards: ['secondKeyDailyBudget'],
      codes: ['approval_required'],
    });
    expect(await check('manage.updateBudget', step(101).input)).toMatchObject({
      allowed: false,
      needs: 'another-key',
    });
    const { digest, needs, status, guards: told } = await plan(101);
    expect([needs, status]).toEqual(['another-key', 'awaiting_approval']);
    expect(told).toContainEqual(
      expect.objectContaining({ guard: 'secondKeyDailyBudget', exceeded: true, approvable: true }),
    );
    expect(named(await decide(digest, manager)).codes).toEqual(['another_key']);
    expect(named(await apply(digest)).codes).toEqual(['approval_required']);
    expect((await decide(digest, second)).status).toBe(200);
    expect((await apply(digest)).body).toMatchObject({ status: 'applied' });
    expect((await raise(50)).status).toBe(200);
  });

  test('the scope unattended does not stand for a second key', async () => {
    const alone = await fixture.keyWith('manage', 'unattended');
    const { digest } = await plan(102, alone);
    expect(named(await apply(digest, alone)).codes).toEqual(['approval_required']);
    const small = await plan(60, alone);
    expect(small.needs).toBe('anyone');
    expect((await apply(small.digest, alone)).body).toMatchObject({ status: 'applied' });
    expect((await raise(50)).status).toBe(200);
  });

  test('a plan whose object is another by then is not carried out', async () => {
    const { digest } = await plan(103);
    await decide(digest, second);
    expect((await raise(40)).status).toBe(200);
    expect(named(await apply(digest)).codes).toEqual(['plan_outdated']);
    const again = await plan(103);
    expect(again.digest).not.toBe(digest);
    await decide(again.digest, second);
    expect((await apply(again.digest)).body).toMatchObject({ status: 'applied' });
    expect((await raise(50)).status).toBe(200);
  });

  test('a hard limit stays one, whoever approves', async () => {
    const { status, body } = await post('/v1/approvals', { operations: [step(10_001)] });
    expect([status, body.error.details.map(({ code }: { code: string }) => code)]).toEqual([
      422,
      ['guard_exceeded', 'guard_exceeded'],
    ]);
  });
});

test('who approves plans is one of the guardrails, stays when it is left out, and is asked for by itself too', async () => {
  await fixture.call('PUT', '/v1/approval-policy', { body: { approver: 'another-key' } });
  expect(await guards({ risePercent: 50 })).toMatchObject({
    approver: 'another-key',
    own: { approver: 'another-key' },
  });
  expect(await guards({ approver: null })).toMatchObject({ approver: 'anyone' });
  expect((await fixture.call('GET', '/v1/approval-policy')).body.approver).toBe('anyone');
});

test('values to begin with are offered in the currencies of the accounts, and can be taken as they are', async () => {
  const { suggested } = (await fixture.call('GET', '/v1/guardrails')).body;
  expect(suggested).toMatchObject({
    risePercent: 100,
    currencies: { EUR: { dailyBudget: 1_000 }, JPY: { dailyBudget: 100_000 } },
  });
  const taken = await guards(suggested);
  const of = (id: string) =>
    taken.accounts.find(({ adAccountId }: { adAccountId: string }) => adAccountId === id);
  expect(of(eur).limits).toMatchObject({
    accountDailyBudget: 10_000,
    companyDailyBudget: 25_000,
    secondKeyDailyBudget: 2_500,
  });
});
