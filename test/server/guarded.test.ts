import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { platformModules } from '../../adapters/platforms/registry.ts';
import { appNetwork } from '../../adapters/sandbox/applovin/seed/ids.ts';
import { searchAds } from '../../adapters/sandbox/google/seed/ids.ts';
import { professionalNetwork } from '../../adapters/sandbox/linkedin/seed/ids.ts';
import { seed } from '../../adapters/sandbox/meta/seed/names.ts';
import { photoMessaging } from '../../adapters/sandbox/snapchat/seed/ids.ts';
import type { Caller } from '../../core/access/caller.ts';
import { type Fault, SlipwayError } from '../../core/base/errors.ts';
import { operationsFor } from '../../core/features/registry.ts';
import { type Company, openCompanyHandle } from '../../server/embed/company.ts';
import { type PlacedName, placeOf } from '../../server/routes/table.ts';
import { png } from '../samples/media.ts';
import { failOnDrift } from './harness.ts';
import { type ServiceFixture, startServiceFixture } from './service-fixture.ts';

failOnDrift();

const eur = seed.accounts.eur;
const [empty = '', other = ''] = seed.emptyAdSets(eur, 'traffic');
const paused = seed.deliveringAdSet(eur, 'leads');
const photos = photoMessaging.accounts.eur;
const network = professionalNetwork.accounts.eur;
const { app } = appNetwork.accounts;
const [campaign = ''] = professionalNetwork.emptyCampaigns(network, 'visits');

let fixture: ServiceFixture;
let company: Company;
/** Ids of what was made before the limits were lowered. */
const search = searchAds.accounts.eur;
const searchGroup = searchAds.deliveringAdGroup(search, 'search');
const made = { draft: 0, failed: 0 };
let ad: object;

const call = async (method: string, path: string, body?: object) => {
  const answer = await fixture.call(method, path, body && { body });
  if (answer.status >= 300)
    throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body;
};

beforeAll(async () => {
  fixture = await startServiceFixture();
  const caller: Caller = { companyId: fixture.companyId, keyId: 'embedded', scopes: ['admin'] };
  company = openCompanyHandle(fixture.ports, caller, new AbortController().signal);
  const { url } = await fixture.uploadAs('walk.png', await png());
  ad = {
    adName: 'Walk',
    adAccountId: eur,
    page: seed.page,
    secondary: seed.profile,
    link: 'https://example.com',
    media: [{ url }],
    adSets: [empty],
    status: 'ACTIVE',
  };
  made.draft = (await call('POST', '/v1/drafts', { name: 'Draft', ads: [ad] })).draftId;
  const fault = {
    fault: 'error',
    path: '*/ads',
    method: 'POST',
    code: 100,
    subcode: 1885252,
    status: 400,
  };
  await call('POST', '/v1/sandbox/faults', fault);
  const failing = await company.launch({ ads: [{ ...ad, adName: 'Failing' }] } as never);
  await company.finished(failing.adBatchId);
  await call('DELETE', '/v1/sandbox/faults');
  made.failed = failing.adBatchId;
  await call('POST', '/v1/manage/update-status', {
    businessId: eur,
    entityType: 'adset',
    entityId: paused,
    newStatus: 'PAUSED',
  });
  await call('POST', '/v1/search-ads/status', {
    accountId: search,
    entityType: 'adGroup',
    entityId: searchGroup,
    status: 'PAUSED',
  });
  const tiny = {
    dailyBudget: 1,
    lifetimeBudget: 1,
    startedDailyBudget: 1,
    startedLifetimeBudget: 1,
    risePercent: 0,
  };
  await call('PUT', '/v1/guardrails', {
    accounts: {
      [eur]: tiny,
      [photos]: tiny,
      [`professional-network:${network}`]: tiny,
      [`app-network:${app}`]: tiny,
      [`search-ads:${search}`]: tiny,
    },
  });
});
afterAll(() => fixture.worker.stop());

const newAdSet = {
  accountId: eur,
  campaignId: seed.campaign(eur, 'traffic'),
  name: 'New',
  location: { countries: ['US'] },
};

/** By operation: a request that no limit of the company allows. */
const guarded: { readonly [N in PlacedName]?: () => { readonly [name: string]: unknown } } = {
  launch: () => ({ ads: [ad] }),
  'batches.retry': () => ({ id: made.failed }),
  'drafts.launch': () => ({ id: made.draft }),
  'drafts.launchBatch': () => ({ batchId: made.draft }),
  'manage.createCampaign': () => ({
    accountId: eur,
    name: 'New',
    objective: 'OUTCOME_TRAFFIC',
    dailyBudget: 2,
  }),
  'manage.createAdSet': () => ({ ...newAdSet, dailyBudget: 2 }),
  'manage.updateStatus': () => ({
    businessId: eur,
    entityType: 'adset',
    entityId: paused,
    newStatus: 'ACTIVE',
  }),
  'manage.updateBudget': () => ({
    businessId: eur,
    entityType: 'adset',
    entityId: other,
    dailyBudget: 60,
    confirm: true,
  }),
  'manage.duplicateAdSet': () => ({ accountId: eur, adsetId: empty }),
  'manage.duplicateCampaign': () => ({
    accountId: eur,
    campaignId: seed.campaign(eur, 'advantage'),
  }),
  'photoMessaging.update': () => ({
    kind: 'adsquads',
    id: photoMessaging.emptyAdSquads(photos, 'traffic')[0],
    accountId: photos,
    dailyBudget: 160,
    confirm: true,
  }),
  'manage.duplicateAd': () => ({
    accountId: eur,
    adId: seed.ad(eur, 'traffic', 1),
    targetAdSetId: empty,
    initialStatus: 'ACTIVE',
  }),
  'searchAds.updateStatus': () => ({
    accountId: search,
    entityType: 'adGroup',
    entityId: searchGroup,
    status: 'ACTIVE',
  }),
  'searchAds.updateBudget': () => ({
    accountId: search,
    campaignId: searchAds.campaign(search, 'generic'),
    dailyBudget: 600,
  }),
  'searchAds.duplicateCampaign': () => ({
    accountId: search,
    campaignId: searchAds.campaign(search, 'generic'),
  }),
  'appNetwork.duplicateCampaign': () => ({ accountId: app, campaignId: appNetwork.byCountry(app) }),
  'appNetwork.setCountryAmounts': () => ({
    accountId: app,
    campaignId: appNetwork.byCountry(app),
    dailyBudgets: { US: 500, FR: 20 },
    confirm: true,
  }),
  'professionalNetwork.launch': () => ({
    adName: 'Walk',
    adAccountId: network,
    adSets: [`urn:li:sponsoredCampaign:${campaign}`],
    status: 'ACTIVE',
    organizationId: professionalNetwork.organization,
    postUrn: professionalNetwork.posts[0],
  }),
  'professionalNetwork.duplicateCampaign': () => ({ accountId: network, campaignId: campaign }),
  'professionalNetwork.duplicateCreative': () => ({
    accountId: network,
    creativeId: professionalNetwork.creative(network, 'visits', 1),
    targetCampaignId: campaign,
    initialStatus: 'ACTIVE',
  }),
};
const guardedNames = Object.keys(guarded) as readonly PlacedName[];

/** Writes that start and raise no spending. A new operation belongs here or above. */
const spendNothing: readonly PlacedName[] = [
  ...([
    'batches.cancel',
    'batches.undo',
    'batches.rename',
    'drafts.create',
    'drafts.update',
    'drafts.delete',
  ] as const),
  ...([
    'manage.delete',
    'manage.rename',
    'manage.appeal',
    'manage.updateZips',
    'exports.start',
  ] as const),
  ...([
    'conversions.send',
    'conversions.sendCsv',
    'conversions.resend',
    'conversions.adjust',
  ] as const),
  // A later end passes the gate: test/core/manage/update.test.ts.
  ...([
    'manage.updateCampaign',
    'manage.updateAdSet',
    'manage.updateAd',
    'manage.undoUpdate',
  ] as const),
  ...([
    'connections.create',
    'connections.delete',
    'connections.test',
    'connections.testAll',
    'connections.replaceCredentials',
  ] as const),
  ...(['jobs.retry', 'jobs.drop'] as const),
  ...(['connections.authorize', 'connections.redeem', 'connections.finish'] as const),
  ...([
    'media.upload',
    'media.uploadUrl',
    'media.import',
    'media.setHosts',
    'media.setPoster',
    'media.connectSource',
    'media.disconnectSource',
    'media.delete',
    'launchDefaults.replace',
  ] as const),
  ...([
    'library.createBoard',
    'library.updateBoard',
    'library.deleteBoard',
    'library.updateAsset',
  ] as const),
  ...(['library.putOnBoard', 'library.takeOffBoard'] as const),
  ...([
    'namingConventions.create',
    'namingConventions.update',
    'namingConventions.delete',
  ] as const),
  ...(['presets.create', 'presets.update', 'presets.delete'] as const),
  ...(['utmTemplates.create', 'utmTemplates.update', 'utmTemplates.delete'] as const),
  ...(['adCopyTemplates.create', 'adCopyTemplates.update', 'adCopyTemplates.delete'] as const),
  ...(['invites.create', 'invites.resend', 'invites.withdraw'] as const),
  ...([
    'people.update',
    'people.remove',
    'people.signOut',
    'sessions.revoke',
    'sessions.revokeOthers',
  ] as const),
  ...(['grants.allow', 'grants.end', 'approvals.share'] as const),
  'sheets.refreshFailed',
  ...([
    'keys.create',
    'keys.update',
    'keys.revoke',
    'workspaces.create',
    'guardrails.replace',
  ] as const),
  ...(['savedReports.create', 'savedReports.update', 'savedReports.delete'] as const),
  ...(['workspaces.update', 'workspaces.delete', 'workspaces.move', 'webhooks.update'] as const),
  ...(['webhooks.rotateSecret', 'webhooks.test'] as const),
  ...(['companies.create', 'companies.update', 'companies.delete', 'companies.createKey'] as const),
  // What goes on after a suspension has passed the gate before.
  ...(['companies.suspend', 'companies.resume'] as const),
  // What a plan holds passes the gate when it is planned and when it is applied:
  // test/server/approvals.test.ts.
  ...([
    'approvals.request',
    'approvals.decide',
    'approvals.apply',
    'approvals.retry',
    'approvals.setPolicy',
  ] as const),
  ...([
    'research.connect',
    'research.disconnect',
    'research.mutate',
    'research.createBoard',
    'research.scrape',
  ] as const),
  // Each object passes the gate when it is carried out: test/server/changes.test.ts.
  ...(['changes.apply', 'changes.stop', 'changes.undo'] as const),
  // What a rule wants passes the gate when it is carried out:
  // test/core/features/automations/run.test.ts.
  ...([
    'automations.create',
    'automations.update',
    'automations.delete',
    'automations.toggle',
  ] as const),
  ...([
    'automations.execute',
    'automations.approve',
    'automations.decline',
    'automations.undo',
    'automations.stop',
  ] as const),
  ...([
    'comments.reply',
    'comments.hide',
    'comments.unhide',
    'comments.like',
    'comments.delete',
    'comments.remove',
    'comments.hideMany',
  ] as const),
  ...(['commentFilters.create', 'commentFilters.update', 'commentFilters.delete'] as const),
  ...(['savedReplies.create', 'savedReplies.update', 'savedReplies.delete'] as const),
  ...(['leads.makeForm', 'leads.erase', 'leads.stages', 'leads.stagesCsv'] as const),
  ...(['leadWatches.set', 'leadWatches.delete', 'leadWatches.address'] as const),
  ...(['notifications.markSeen', 'notifications.choose', 'views.keep'] as const),
  ...(['webhooks.create', 'webhooks.delete', 'sandbox.addFault', 'sandbox.clearFaults'] as const),
];

const refusedByGuard = ({
  code,
  details,
}: {
  readonly code: string;
  readonly details: readonly Fault[];
}): void => {
  expect(code).toBe('unprocessable_entity');
  expect(details.length).toBeGreaterThan(0);
  for (const fault of details) {
    expect([fault.code, fault.hint]).toEqual(['guard_exceeded', 'ask-admin']);
    expect([eur, photos, network, search, app]).toContain(fault.guard?.adAccountId);
    const currency = fault.guard?.adAccountId === app ? 'USD' : 'EUR';
    expect(fault.guard).toMatchObject({
      currency,
      name: expect.any(String),
      asked: expect.any(Number),
    });
    expect(fault.message).toMatch(/An admin can change this limit/);
  }
};

describe('every operation that writes', () => {
  test('passes the gate, or is declared as one that spends nothing', () => {
    const writing = operationsFor(platformModules).filter(({ effects }) => effects !== 'reads');
    expect([...guardedNames, ...spendNothing].sort()).toEqual(
      writing.map(({ name }) => name).sort(),
    );
  });

  test.each(guardedNames)('%s is refused above the limits over HTTP', async (name) => {
    const { id = '', kind = '', ...body } = guarded[name]?.() ?? {};
    const { method, path } = placeOf(name);
    const answer = await fixture.call(
      method,
      path.replace('{id}', String(id)).replace('{kind}', String(kind)),
      { body },
    );
    expect(answer.status).toBe(422);
    refusedByGuard(answer.body.error);
  });

  test.each(guardedNames)('%s is refused above the limits in a program', async (name) => {
    const [group = '', verb] = name.split('.');
    const member = company[group as 'launch'] as unknown as {
      readonly [verb: string]: (input: object) => Promise<unknown>;
    };
    const call = (verb === undefined ? member : member[verb]) as (
      input: object,
    ) => Promise<unknown>;
    const error = await call(guarded[name]?.() ?? {}).then(
      () => undefined,
      (refusal: unknown) => refusal,
    );
    expect(error).toBeInstanceOf(SlipwayError);
    refusedByGuard(error as SlipwayError);
  });

  test.each(guardedNames)('%s is told to exceed them before it is carried out', async (name) => {
    const request = guarded[name]?.() ?? {};
    const { status, body } = await fixture.call('POST', '/v1/guardrails/check', {
      body: { operation: name, request },
    });
    expect([name, status, body.allowed]).toEqual([name, 200, false]);
  });

  test('undo, pause, cancel and delete are never held up by limits', async () => {
    const { results } = await call('POST', '/v1/manage/update-status', {
      businessId: eur,
      entityType: 'ad',
      entityIds: [seed.ad(eur, 'traffic', 2)],
      newStatus: 'PAUSED',
    });
    expect(results).toMatchObject([{ success: true }]);
    expect(await call('POST', `/v1/batches/${made.failed}/undo`, {})).toMatchObject({
      success: true,
    });
  });
});
