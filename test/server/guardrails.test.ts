import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { seed } from '../../adapters/sandbox/meta/seed/names.ts';
import type { Caller } from '../../core/access/caller.ts';
import { type Company, openCompanyHandle } from '../../server/embed/company.ts';
import { png } from '../samples/media.ts';
import { failOnDrift } from './harness.ts';
import { type ServiceFixture, startServiceFixture } from './service-fixture.ts';

failOnDrift();

const eur = seed.accounts.eur;
let fixture: ServiceFixture;
let company: Company;
let media: string;

beforeAll(async () => {
  fixture = await startServiceFixture();
  const caller: Caller = { companyId: fixture.companyId, keyId: 'embedded', scopes: ['admin'] };
  company = openCompanyHandle(fixture.ports, caller, new AbortController().signal);
  media = (await fixture.uploadAs('walk.png', await png())).url;
});
afterAll(() => fixture.worker.stop());
beforeEach(() => fixture.call('PUT', '/v1/guardrails', { body: {} }));

const put = (body: object, key?: string) =>
  fixture.call('PUT', '/v1/guardrails', { body, ...(key && { key }) });
const check = async (operation: string, request: object) =>
  (await fixture.call('POST', '/v1/guardrails/check', { body: { operation, request } })).body;

describe('the limits of a company', () => {
  test('are defaults in each account’s currency until somebody sets them', async () => {
    const { status, body } = await fixture.call('GET', '/v1/guardrails', {
      key: await fixture.keyWith('read'),
    });
    expect(status).toBe(200);
    const of = (id: string) =>
      body.accounts.find(({ adAccountId }: { adAccountId: string }) => adAccountId === id);
    expect(of(eur)).toMatchObject({
      currency: 'EUR',
      source: 'default',
      limits: { dailyBudget: 10_000, risePercent: 9_900 },
    });
    expect(of(seed.accounts.jpy)).toMatchObject({
      currency: 'JPY',
      limits: { dailyBudget: 1_000_000 },
    });
    expect(body.own).toEqual({ currencies: {}, accounts: {} });
  });

  test('are replaced by an admin, by currency and by account, with both in the audit', async () => {
    const wanted = {
      risePercent: 300,
      currencies: { eur: { dailyBudget: 250 } },
      accounts: { '1001': { dailyBudget: '99.50' } },
    };
    const { status, body } = await put(wanted);
    expect(status).toBe(200);
    expect(body.own).toEqual({
      risePercent: 300,
      currencies: { EUR: { dailyBudget: 250 } },
      accounts: { act_1001: { dailyBudget: 99.5 } },
    });
    const of = (id: string) =>
      body.accounts.find(({ adAccountId }: { adAccountId: string }) => adAccountId === id);
    expect(of(eur)).toMatchObject({
      source: 'account',
      limits: { dailyBudget: 99.5, risePercent: 300 },
    });
    expect(of(seed.accounts.disabled)).toMatchObject({
      source: 'company',
      limits: { dailyBudget: 250 },
    });
    await put({ currencies: { EUR: { dailyBudget: null } } });
    const { data } = (await fixture.call('GET', '/v1/audit?limit=20')).body;
    expect(data).toContainEqual(
      expect.objectContaining({
        action: 'guardrails.change',
        details: {
          before: {
            risePercent: 300,
            currencies: { EUR: { dailyBudget: 250 } },
            accounts: { act_1001: { dailyBudget: 99.5 } },
          },
          after: { currencies: {}, accounts: {} },
        },
      }),
    );
  });

  test('are nobody’s but an admin’s to change', async () => {
    for (const scope of ['read', 'launch', 'manage'] as const)
      expect((await put({}, await fixture.keyWith(scope))).status).toBe(403);
  });

  test('refuse what would protect nobody, all faults at once', async () => {
    const { status, body } = await put({
      risePercent: 2,
      currencies: {
        EUR: { dailyBuget: 5 },
        JPY: { dailyBudget: 1.5 },
        XXX: { dailyBudget: 1 },
        USD: { risePercent: 2 },
      },
      accounts: { act_404: { dailyBudget: 1 } },
    });
    expect(status).toBe(422);
    expect(
      body.error.details.map(({ path, code }: { path: string; code: string }) => [path, code]),
    ).toEqual([
      ['currencies.EUR.dailyBuget', 'unknown_limit'],
      ['currencies.JPY.dailyBudget', 'amount'],
      ['currencies.XXX', 'unknown_currency'],
      ['currencies.USD.risePercent', 'unknown_limit'],
      ['accounts.act_404', 'unknown_ad_account'],
    ]);
    for (const risePercent of [-0.5, 1.234, 1e9])
      expect((await put({ risePercent })).status).toBe(422);
    expect((await put({ currencies: { EUR: { dailyBudget: 0 } } })).status).toBe(422);
  });

  test('know when they were changed meanwhile', async () => {
    const { revision } = (await fixture.call('GET', '/v1/guardrails')).body;
    expect((await put({ revision, risePercent: 7 })).status).toBe(200);
    const late = await put({ revision, risePercent: 8 });
    expect([late.status, late.body.error.details[0].code]).toEqual([409, 'stale_revision']);
  });
});

describe('what the limits would say', () => {
  const campaign = { accountId: eur, name: 'x', objective: 'OUTCOME_TRAFFIC' };

  test('to each operation, without carrying it out', async () => {
    const adSet = seed.emptyAdSets(eur, 'traffic')[0];
    const before = await fixture.call('GET', `/v1/campaigns?accountId=${eur}`);
    expect(
      await check('create-campaign', { ...campaign, dailyBudget: 5_000_000, status: 'ACTIVE' }),
    ).toMatchObject({
      allowed: false,
      guards: [
        {
          guard: 'dailyBudget',
          limit: 10_000,
          asked: 5_000_000,
          exceeded: true,
          path: 'dailyBudget',
        },
      ],
      moneyAtStake: [{ adAccountId: eur, dailyBudget: 0, delivering: 0 }],
    });
    expect(await check('create-campaign', { ...campaign, dailyBudget: 10 })).toMatchObject({
      allowed: true,
    });
    expect(
      await check('update-budget', {
        businessId: eur,
        entityType: 'adset',
        entityId: adSet,
        dailyBudget: 4_500,
      }),
    ).toMatchObject({
      allowed: true,
      guards: [
        { guard: 'dailyBudget' },
        { guard: 'risePercent', asked: 8_900, limit: 9_900 },
        { guard: 'startedDailyBudget', asked: 4_450 },
        { guard: 'accountDailyBudget', limit: 200_000 },
      ],
      moneyAtStake: [{ dailyBudget: 4_450, currency: 'EUR' }],
    });
    await put({ accounts: { [eur]: { startedDailyBudget: 5_000 } } });
    const copies = {
      accountId: eur,
      campaignId: seed.campaign(eur, 'advantage'),
      copyCount: 10,
      initialStatus: 'ACTIVE',
    };
    expect(await check('duplicate-campaign', copies)).toMatchObject({
      allowed: true,
      moneyAtStake: [{ dailyBudget: 5_000, lifetimeBudget: 0, currency: 'EUR', delivering: 10 }],
    });
    expect(
      await check('update-status', { businessId: eur, entityId: adSet, newStatus: 'PAUSED' }),
    ).toMatchObject({
      allowed: true,
      guards: [],
      moneyAtStake: [],
    });
    expect((await fixture.call('GET', `/v1/campaigns?accountId=${eur}`)).body.data).toHaveLength(
      before.body.data.length,
    );
    const wrong = await fixture.call('POST', '/v1/guardrails/check', {
      body: { operation: 'create-campaign', request: {} },
    });
    expect(wrong.status).toBe(400);
  });

  test('to a launch, in its plan: the money at stake of each account before anything is sent', async () => {
    const [first, second] = seed.emptyAdSets(eur, 'traffic');
    const ad = (adSets: unknown[], more: object) => ({
      adName: 'Walk',
      adAccountId: eur,
      page: seed.page,
      secondary: seed.profile,
      link: 'https://example.com',
      media: [{ url: media }],
      adSets,
      ...more,
    });
    const ads = [ad([first, second], { status: 'ACTIVE' }), ad([first], { adName: 'Still' })];
    const plan = (await fixture.call('POST', '/v1/launch/plan', { body: { ads } })).body;
    expect(plan).toMatchObject({
      launchStatus: 'MIXED',
      moneyAtStake: [
        { adAccountId: eur, dailyBudget: 100, lifetimeBudget: 0, currency: 'EUR', delivering: 2 },
      ],
      guards: [
        { guard: 'dailyBudget', asked: 50, limit: 10_000, exceeded: false },
        { guard: 'startedDailyBudget', asked: 100, limit: 50_000, exceeded: false },
        { guard: 'accountDailyBudget', limit: 200_000, exceeded: false },
        { guard: 'adsPerLaunch', asked: 3, limit: 5_000, exceeded: false },
      ],
    });
    const still = (await fixture.call('POST', '/v1/launch/plan', { body: { ads: ads.slice(1) } }))
      .body;
    expect(still).toMatchObject({
      launchStatus: 'PAUSED',
      moneyAtStake: [],
      guards: [{ guard: 'adsPerLaunch', asked: 1 }],
    });
    await put({ accounts: { [eur]: { startedDailyBudget: 99 } } });
    const over = (await fixture.call('POST', '/v1/launch/plan', { body: { ads } })).body;
    expect(over.guards).toContainEqual(
      expect.objectContaining({
        guard: 'startedDailyBudget',
        exceeded: true,
        asked: 100,
        limit: 99,
      }),
    );
    const refused = await fixture.call('POST', '/v1/launch', {
      body: { ads, planDigest: over.digest },
    });
    expect([refused.status, refused.body.error.details[0].code]).toEqual([422, 'guard_exceeded']);
    expect(await check('launch', { ads })).toMatchObject({ allowed: false });
  });
});

describe('a chain of tenfold rises', () => {
  const rest = (entityId: string, dailyBudget: number, key?: string) =>
    fixture
      .call('POST', '/v1/manage/update-budget', {
        body: { businessId: eur, entityType: 'adset', entityId, dailyBudget, confirm: true },
        ...(key && { headers: { 'Idempotency-Key': key } }),
      })
      .then(({ status }) => status);
  const embedded = (entityId: string, dailyBudget: number) =>
    company.manage
      .updateBudget({ businessId: eur, entityType: 'adset', entityId, dailyBudget, confirm: true })
      .then(
        () => 200,
        () => 422,
      );

  test.each([
    ['over REST', 'sales', [rest, rest, rest, rest]],
    [
      'over REST, each with a key',
      'leads',
      [rest, rest, rest, rest].map(
        (door, i) => (id: string, to: number) => door(id, to, `rise-${i}`),
      ),
    ],
    ['by a program that embeds the service', 'app', [embedded, embedded, embedded, embedded]],
    ['over both in turn', 'awareness', [rest, embedded, rest, embedded]],
  ] as const)('%s ends at the limit', async (_, campaign, doors) => {
    const entityId = seed.emptyAdSets(eur, campaign)[0] ?? '';
    await put({ accounts: { [eur]: { dailyBudget: 1e6, startedDailyBudget: 1e6 } } });
    const steps = [500, 5_000, 5_001, 50_000];
    const statuses: number[] = [];
    for (const [i, door] of doors.entries()) statuses.push(await door(entityId, steps[i] ?? 0));
    expect(statuses).toEqual([200, 200, 422, 422]);
  });
});

test('the plan of copies says how many ads would deliver', async () => {
  const source = { accountId: eur, adsetId: seed.deliveringAdSet(eur, 'traffic') };
  const counted = async (status: string): Promise<number> =>
    (await fixture.call('GET', `/v1/manage/list-ads?adSetId=${source.adsetId}&status=${status}`))
      .body.count;
  const [active, paused] = [await counted('ACTIVE'), await counted('PAUSED')];
  expect([active > 0, paused > 0]).toEqual([true, true]);
  const ads = 2 * (active + paused);
  const whole = await check('duplicate-adset', {
    ...source,
    copyCount: 2,
    initialStatus: 'ACTIVE',
  });
  expect(whole.copies).toEqual({ copies: 2, ads, delivering: 2 * active });
  const started = await check('duplicate-adset', {
    ...source,
    copyCount: 2,
    initialStatus: 'ACTIVE',
    startPaused: false,
  });
  expect(started.copies).toEqual({ copies: 2, ads, delivering: ads });
  expect((await check('duplicate-adset', { ...source, copyCount: 2 })).copies).toEqual({
    copies: 2,
    ads,
    delivering: 0,
  });
  const { body } = await fixture.call('POST', '/v1/approvals', {
    body: {
      operations: [
        {
          operation: 'manage.duplicateAdSet',
          input: { ...source, copyCount: 2, initialStatus: 'ACTIVE' },
        },
      ],
    },
  });
  expect(body.summary).toContain(`2 copies with ${ads} ads, ${2 * active} of which would deliver`);
});
