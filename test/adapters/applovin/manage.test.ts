import { describe, expect, test } from 'vitest';
import { applovin } from '../../../adapters/platforms/applovin/index.ts';
import { operationsOf } from '../../../server/invoke.ts';
import { createTestService, type TestService } from '../../test-service.ts';
import { applovinAtSandbox, appNetwork } from './applovin-at-sandbox.ts';

const { app, web } = appNetwork.accounts;
const CAMPAIGNS = 'applovin_campaigns';
const SETS = 'applovin_creative_sets';

async function started() {
  const service = await createTestService({
    platforms: [applovin],
    times: { 'app-network': { settleMs: 5_000 } },
  });
  return { service, api: operationsOf(service.ports, service.caller) };
}

const campaignOf = async (service: TestService, id: string) =>
  (await service.held(CAMPAIGNS)).find((each) => each.id === id);
const setsIn = async (service: TestService, id: string) =>
  (await service.held(SETS)).filter(
    ({ campaign_ids }) => Array.isArray(campaign_ids) && campaign_ids.includes(id),
  );

describe('amounts by country', () => {
  test('are set as decimal text, and what they were is answered', async () => {
    const { service, api } = await started();
    const campaignId = appNetwork.byCountry(app);
    const dailyBudgets = { US: 55.5, DE: 20 };
    const answer = await api.appNetwork.setCountryAmounts({
      accountId: app,
      campaignId,
      dailyBudgets,
      goals: { US: 3.25, DE: 2 },
    });
    expect(answer).toMatchObject({
      currency: 'USD',
      dailyBudget: null,
      dailyBudgets,
      goal: null,
      goals: { US: 3.25, DE: 2 },
    });
    expect(answer.previous.dailyBudgets).not.toEqual(dailyBudgets);
    const held = await campaignOf(service, campaignId);
    expect(held).toMatchObject({
      budget: { country_code_to_daily_budget: { US: '55.5', DE: '20' } },
      goal: { goal_type: 'AD_ROAS', country_code_to_goal_value: { US: '3.25', DE: '2' } },
    });
    expect(held?.budget).not.toHaveProperty('daily_budget_for_all_countries');
  });

  test('of goals leave the budgets as they are', async () => {
    const { service, api } = await started();
    const campaignId = appNetwork.byCountry(app);
    const before = (await campaignOf(service, campaignId))?.budget;
    await api.appNetwork.setCountryAmounts({ accountId: app, campaignId, goals: { US: 4 } });
    expect((await campaignOf(service, campaignId))?.budget).toEqual(before);
  });

  test('count together at the limits of the company', async () => {
    const { service, api } = await started();
    const campaignId = appNetwork.byCountry(app);
    const before = await campaignOf(service, campaignId);
    const dailyBudgets = Object.fromEntries(
      ['US', 'DE', 'FR', 'GB'].map((country) => [country, 4_000]),
    );
    await expect(
      api.appNetwork.setCountryAmounts({ accountId: app, campaignId, dailyBudgets, confirm: true }),
    ).rejects.toMatchObject({
      details: [{ code: 'guard_exceeded', guard: { asked: 16_000, limit: 10_000 } }],
    });
    expect(await campaignOf(service, campaignId)).toEqual(before);
  });

  test.each([
    [{}, 'missing_field'],
    [{ dailyBudgets: {} }, 'missing_field'],
    [{ dailyBudgets: { USA: 10 } }, undefined],
    [{ dailyBudgets: { us: 10 } }, undefined],
    [{ dailyBudgets: { US: 0 } }, undefined],
  ])('%j is refused before anything is asked', async (amounts, code) => {
    const { service, api } = await started();
    const { value, calls } = await service.counting(() =>
      api.appNetwork
        .setCountryAmounts({
          accountId: app,
          campaignId: appNetwork.byCountry(app),
          ...(amounts as object),
        })
        .then(() => undefined)
        .catch(
          (error: unknown) =>
            error as {
              readonly code: string;
              readonly details: readonly { readonly code: string }[];
            },
        ),
    );
    expect([calls, ['bad_request', 'unprocessable_entity'].includes(value?.code ?? '')]).toEqual([
      0,
      true,
    ]);
    if (code !== undefined && Object.keys(amounts).length === 0)
      expect(value?.details[0]?.code).toBe(code);
  });

  test('a budget for all countries is refused where each has its own, with the way there', async () => {
    const { api } = await started();
    const request = {
      businessId: app,
      entityType: 'campaign',
      entityId: appNetwork.byCountry(app),
      dailyBudget: 60,
    } as const;
    await expect(api.manage.updateBudget(request)).rejects.toMatchObject({
      details: [
        {
          code: 'budget_elsewhere',
          message: expect.stringContaining('appNetwork.setCountryAmounts'),
        },
      ],
    });
  });
});

describe('a copy of a campaign', () => {
  test('has its budgets and goals country by country, its sets, and is paused with a start that lies ahead', async () => {
    const { service, api } = await started();
    const campaignId = appNetwork.byCountry(app);
    const answer = await api.appNetwork.duplicateCampaign({
      accountId: app,
      campaignId,
      newName: 'Copy',
    });
    const [{ newCampaignId = '' } = {}] =
      (answer as unknown as { results: { newCampaignId?: string }[] }).results ?? [];
    const copies = (await service.held(CAMPAIGNS)).filter(({ name }) => name === 'Copy');
    expect(copies).toHaveLength(1);
    const [copy] = copies;
    const source = await campaignOf(service, campaignId);
    expect(copy).toMatchObject({
      status: 'PAUSED',
      budget: source?.budget,
      goal: source?.goal,
      targeting: source?.targeting,
    });
    expect(Date.parse(`${String(copy?.start_date).replace(' ', 'T')}Z`)).toBeGreaterThanOrEqual(
      service.clock.now() + 20 * 3_600_000,
    );
    const [theirs, ours] = [
      await setsIn(service, campaignId),
      await setsIn(service, copy?.id ?? ''),
    ];
    expect(ours.map(({ assets }) => assets)).toEqual(theirs.map(({ assets }) => assets));
    expect(ours.every(({ status }) => status === 'PAUSED')).toBe(true);
    expect(typeof newCampaignId).toBe('string');
  });

  test('is paused by the very next request', async () => {
    const at = await applovinAtSandbox();
    const source = {
      type: 'campaign',
      sourceId: appNetwork.byCountry(app),
      deep: false,
      status: 'PAUSED',
    } as const;
    const copy = await at.platform.duplicate.recreate(at.access, source);
    const writes = at.sent
      .filter(({ method }) => method === 'POST')
      .map(({ path, body }) => [path, JSON.parse(body).status]);
    expect([copy.state, writes]).toEqual([
      'done',
      [
        ['campaign/create', 'PAUSED'],
        ['campaign/update', 'PAUSED'],
      ],
    ]);
  });

  test('leaves out sets that were taken out of the campaign', async () => {
    const { service, api } = await started();
    const campaignId = appNetwork.delivering(app);
    await api.appNetwork.duplicateCampaign({ accountId: app, campaignId, newName: 'Copy' });
    const [copy] = (await service.held(CAMPAIGNS)).filter(({ name }) => name === 'Copy');
    expect((await setsIn(service, copy?.id ?? '')).length).toBe(
      (await setsIn(service, campaignId)).length,
    );
  });

  test('of a web shop keeps its address', async () => {
    const { service, api } = await started();
    const campaignId = appNetwork.delivering(web);
    await api.appNetwork.duplicateCampaign({ accountId: web, campaignId, newName: 'Copy' });
    const [copy] = (await service.held(CAMPAIGNS)).filter(({ name }) => name === 'Copy');
    const source = await campaignOf(service, campaignId);
    expect(copy).toMatchObject({
      type: 'WEB',
      website_url: source?.website_url,
      bidding_strategy: source?.bidding_strategy,
    });
  });

  test('is one, whatever answer is lost', async () => {
    for (const path of ['/campaign/create', '/creative_set/create']) {
      const { service, api } = await started();
      await service.fault({ platform: 'applovin', fault: 'answer-lost', path, nth: 1 });
      const campaignId = appNetwork.byCountry(app);
      await api.appNetwork.duplicateCampaign({ accountId: app, campaignId, newName: 'Copy' });
      const copies = (await service.held(CAMPAIGNS)).filter(({ name }) => name === 'Copy');
      expect([path, copies.length, copies[0]?.status]).toEqual([path, 1, 'PAUSED']);
      const names = (await setsIn(service, copies[0]?.id ?? '')).map(({ name }) => name);
      expect([path, names.length]).toEqual([path, (await setsIn(service, campaignId)).length]);
    }
  });

  test('of an account of another platform is refused', async () => {
    const { api } = await started();
    await expect(
      api.appNetwork.duplicateCampaign({ accountId: 'act_1001', campaignId: '1' }),
    ).rejects.toMatchObject({
      code: expect.stringMatching(/not_found|unprocessable_entity/),
    });
  });
});

describe('what the platform does not have', () => {
  test('reports answer unsupported_on_platform, and nothing is asked', async () => {
    const { service, api } = await started();
    const days = { startDate: '2026-11-01', endDate: '2026-11-02' };
    const asked = [
      () => api.reports.query({ accountIds: app, ...days }),
      () => api.reports.topAds({ accountId: app, ...days } as never),
      () => api.reports.dailySpend({ accountIds: app, ...days } as never),
    ];
    for (const ask of asked) {
      const { value, calls } = await service.counting(() =>
        ask().then(
          (answer) => JSON.stringify(answer),
          (error: { readonly details: readonly { readonly code: string }[] }) =>
            error.details.map(({ code }) => code).join(),
        ),
      );
      expect([value, calls]).toEqual(['unsupported_on_platform', 0]);
    }
  });

  test('campaigns are not deleted', async () => {
    const { service, api } = await started();
    const request = {
      businessId: app,
      entityType: 'campaigns',
      entityIds: [appNetwork.delivering(app)],
      confirm: true,
    } as const;
    const answer = await api.manage.delete(request).then(
      (done) => JSON.stringify(done),
      (error: { readonly details: readonly object[] }) => JSON.stringify(error.details),
    );
    expect(answer).toContain('unsupported_on_platform');
    expect(await campaignOf(service, appNetwork.delivering(app))).toMatchObject({ status: 'LIVE' });
  });
});

describe('edits', () => {
  test('of several objects read them once, and change each', async () => {
    const at = await applovinAtSandbox();
    const ids = [1, 2].map((number) => appNetwork.creativeSet(app, number));
    const results = await at.platform.edit.setStatus(
      at.access,
      ids.map((id) => ({ type: 'ad', id, status: 'PAUSED' })),
    );
    expect(results.map(({ failure }) => failure)).toEqual([undefined, undefined]);
    expect(at.sentTo('creative_set/list')).toHaveLength(1);
    expect(at.sentTo('creative_set/update')).toHaveLength(2);
  });

  test('an ad that is deleted is paused and taken out of its campaigns', async () => {
    const at = await applovinAtSandbox();
    const id = appNetwork.creativeSet(app, 1);
    expect(await at.platform.edit.remove(at.access, [{ type: 'ad', id }])).toEqual([{ id }]);
    const held = (await at.objects(SETS)).find((each) => each.id === id);
    expect(held).toMatchObject({ status: 'PAUSED', campaign_ids: [] });
  });

  test('what does not exist is missing, and the others are changed', async () => {
    const at = await applovinAtSandbox();
    const id = appNetwork.creativeSet(app, 1);
    const results = await at.platform.edit.rename?.(at.access, [
      { type: 'ad', id, name: 'New' },
      { type: 'ad', id: '404', name: 'New' },
    ]);
    expect(results?.map(({ failure }) => failure?.class)).toEqual([undefined, 'missing']);
  });

  test('end cards are the pages of the library', async () => {
    const at = await applovinAtSandbox();
    expect(await at.own.endCards(at.access)).toMatchObject([
      { id: appNetwork.endCard(app), status: 'ACTIVE' },
    ]);
  });
});
