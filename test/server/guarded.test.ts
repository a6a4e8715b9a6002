import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { seed } from '../../adapters/sandbox/meta/seed/names.ts';
import { SlipwayError } from '../../core/errors.ts';
import { type UseCases, useCases } from '../../server/use-cases.ts';
import { catalogue } from '../catalogue.ts';
import { png } from '../samples/media.ts';
import { failOnDrift } from './harness.ts';
import { type ServiceFixture, startServiceFixture } from './service-fixture.ts';

failOnDrift();

const eur = seed.accounts.eur;
const [empty = '', other = ''] = seed.emptyAdSets(eur, 'traffic');
const paused = seed.deliveringAdSet(eur, 'leads');

let fixture: ServiceFixture;
let cases: UseCases;
/** Ids of what was made before the limits were lowered. */
const made = { draft: 0, failed: 0 };
let ad: object;

const call = async (method: string, path: string, body?: object) => {
  const answer = await fixture.call(method, path, body && { body });
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body;
};

beforeAll(async () => {
  fixture = await startServiceFixture();
  cases = useCases(fixture.ports, { companyId: fixture.companyId, keyId: 'embedded', scopes: ['admin'] });
  const { url } = await fixture.uploadAs('walk.png', await png());
  ad = {
    ...{ adName: 'Walk', adAccountId: eur, page: seed.page, secondary: seed.profile, link: 'https://example.com' },
    ...{ media: [{ url }], adSets: [empty], status: 'ACTIVE' },
  };
  made.draft = (await call('POST', '/v1/drafts', { name: 'Draft', ads: [ad] })).draftId;
  const fault = { fault: 'error', path: '*/ads', method: 'POST', code: 100, subcode: 1885252, status: 400 };
  await call('POST', '/v1/sandbox/faults', fault);
  const failing = await cases.launch({ ads: [{ ...ad, adName: 'Failing' }] } as never);
  await cases.finished(failing.adBatchId);
  await call('DELETE', '/v1/sandbox/faults');
  made.failed = failing.adBatchId;
  await call('POST', '/v1/manage/update-status', { businessId: eur, entityType: 'adset', entityId: paused, newStatus: 'PAUSED' });
  const tiny = { dailyBudget: 1, lifetimeBudget: 1, startedDailyBudget: 1, startedLifetimeBudget: 1, riseFactor: 1 };
  await call('PUT', '/v1/guardrails', { accounts: { [eur]: tiny } });
});
afterAll(() => fixture.worker.stop());

const newAdSet = { accountId: eur, campaignId: seed.campaign(eur, 'traffic'), name: 'New', location: { countries: ['US'] } };

/** By the route: a request that no limit of the company allows. */
const guarded: { readonly [route: string]: { readonly path?: () => string; readonly body?: () => object } } = {
  'POST /v1/launch': { body: () => ({ ads: [ad] }) },
  'POST /v1/batches/{id}/retry': { path: () => `/v1/batches/${made.failed}/retry` },
  'POST /v1/drafts/{id}/launch': { path: () => `/v1/drafts/${made.draft}/launch` },
  'POST /v1/launch/from-draft': { body: () => ({ batchId: made.draft }) },
  'POST /v1/manage/create-campaign': {
    body: () => ({ accountId: eur, name: 'New', objective: 'OUTCOME_TRAFFIC', dailyBudget: 2 }),
  },
  'POST /v1/manage/create-adset': { body: () => ({ ...newAdSet, dailyBudget: 2 }) },
  'POST /v1/manage/update-status': {
    body: () => ({ businessId: eur, entityType: 'adset', entityId: paused, newStatus: 'ACTIVE' }),
  },
  'POST /v1/manage/update-budget': {
    body: () => ({ businessId: eur, entityType: 'adset', entityId: other, dailyBudget: 60, confirm: true }),
  },
  'POST /v1/manage/duplicate-adset': { body: () => ({ accountId: eur, adsetId: empty }) },
  'POST /v1/manage/duplicate-campaign': { body: () => ({ accountId: eur, campaignId: seed.campaign(eur, 'advantage') }) },
  'POST /v1/manage/duplicate-ad': {
    body: () => ({ accountId: eur, adId: seed.ad(eur, 'traffic', 1), targetAdSetId: empty, initialStatus: 'ACTIVE' }),
  },
};

/** Writes that start and raise no spending. A new route belongs here or above. */
const spendNothing = [
  ...['POST /v1/launch/plan', 'POST /v1/batches/{id}/cancel', 'POST /v1/batches/{id}/undo'],
  ...['POST /v1/drafts', 'PATCH /v1/drafts/{id}', 'DELETE /v1/drafts/{id}'],
  ...['POST /v1/manage/delete', 'POST /v1/manage/rename', 'POST /v1/manage/update-adset-zip-targeting'],
  ...['POST /v1/manage/ad-debug-data', 'POST /v1/manage/ad-creative-specs', 'POST /v1/exports'],
  ...['POST /v1/media/upload', 'POST /upload', 'POST /v1/media/upload/url', 'POST /upload/url', 'DELETE /v1/media/{id}'],
  ...['POST /v1/connections', 'DELETE /v1/connections/{id}', 'POST /v1/connections/{id}/test', 'PUT /v1/launch-defaults'],
  ...['POST /v1/ad-copy-templates', 'PATCH /v1/ad-copy-templates/{id}', 'DELETE /v1/ad-copy-templates/{id}'],
  ...['POST /v1/keys', 'DELETE /v1/keys/{id}', 'POST /v1/workspaces', 'POST /v1/companies'],
  ...['PUT /v1/guardrails', 'POST /v1/guardrails/check', 'POST /v1/webhooks', 'DELETE /v1/webhooks/{id}'],
  ...['POST /v1/sandbox/faults', 'DELETE /v1/sandbox/faults'],
];

describe('every route that writes', () => {
  test('passes the gate, or is declared as one that spends nothing', () => {
    const writing = catalogue.filter(({ method }) => method !== 'GET').map(({ method, path }) => `${method} ${path}`);
    expect([...Object.keys(guarded), ...spendNothing].sort()).toEqual([...writing].sort());
  });

  test.each(Object.entries(guarded))('%s is refused above the limits', async (route, { path, body }) => {
    const [method = '', template = ''] = route.split(' ');
    const answer = await fixture.call(method, path?.() ?? template, body && { body: body() });
    const { error } = answer.body;
    expect([answer.status, error?.code]).toEqual([422, 'unprocessable_entity']);
    for (const { code, hint, guard, message } of error.details) {
      expect([code, hint]).toEqual(['guard_exceeded', 'ask-admin']);
      expect(guard).toMatchObject({ adAccountId: eur, currency: 'EUR', name: expect.any(String), asked: expect.any(Number) });
      expect(message).toMatch(/An admin can change this limit/);
    }
  });

  test('undo, pause, cancel and delete are never held up by limits', async () => {
    const { results } = await call('POST', '/v1/manage/update-status', {
      ...{ businessId: eur, entityType: 'ad', entityIds: [seed.ad(eur, 'traffic', 2)], newStatus: 'PAUSED' },
    });
    expect(results).toMatchObject([{ success: true }]);
    expect(await call('POST', `/v1/batches/${made.failed}/undo`, {})).toMatchObject({ success: true });
  });
});

/** The same for programs that embed the service. */
const guardedCases: { readonly [name: string]: (all: UseCases) => Promise<unknown> } = {
  launch: (all) => all.launch({ ads: [ad] } as never),
  retry: (all) => all.retry(made.failed),
  'duplicate.adSet': (all) => all.duplicate.adSet({ accountId: eur, adsetId: empty }),
  'duplicate.campaign': (all) => all.duplicate.campaign({ accountId: eur, campaignId: seed.campaign(eur, 'advantage') }),
  'duplicate.ad': (all) =>
    all.duplicate.ad({ accountId: eur, adId: seed.ad(eur, 'traffic', 1), targetAdSetId: empty, initialStatus: 'ACTIVE' }),
  createCampaign: (all) =>
    all.createCampaign({ accountId: eur, name: 'New', objective: 'OUTCOME_TRAFFIC', dailyBudget: 2 } as never),
  createAdSet: (all) => all.createAdSet({ ...newAdSet, dailyBudget: 2 } as never),
  updateBudget: (all) =>
    all.updateBudget({ businessId: eur, entityType: 'adset', entityId: other, dailyBudget: 60, confirm: true }),
  updateStatus: (all) => all.updateStatus({ businessId: eur, entityType: 'adset', entityIds: [paused], newStatus: 'ACTIVE' }),
};

const casesThatSpendNothing = [
  ...['connections', 'connect', 'adAccounts', 'adSets', 'profiles', 'upload', 'uploadUrl', 'plan', 'status', 'finished'],
  ...['batches', 'cancel', 'undo', 'guardrails', 'changeGuardrails', 'checkGuardrails', 'report', 'topAds', 'dailySpend'],
];

describe('every use case for programs', () => {
  test('passes the gate, or is declared as one that spends nothing', () => {
    const names = (all: object, prefix = ''): string[] =>
      Object.entries(all).flatMap(([name, value]) =>
        typeof value === 'function' ? [`${prefix}${name}`] : names(value as object, `${prefix}${name}.`),
      );
    expect([...Object.keys(guardedCases), ...casesThatSpendNothing].sort()).toEqual(names(cases).sort());
  });

  test.each(Object.entries(guardedCases))('%s is refused above the limits', async (_, work) => {
    const error = await work(cases).then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(SlipwayError);
    expect(error).toMatchObject({ code: 'unprocessable_entity', details: expect.arrayContaining([]) });
    if (error instanceof SlipwayError)
      expect(new Set(error.details.map(({ code }) => code))).toEqual(new Set(['guard_exceeded']));
  });
});
