import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { appNetwork } from '../../adapters/sandbox/applovin/seed/ids.ts';
import { demoCompany } from '../../adapters/sandbox/companies.ts';
import { searchAds } from '../../adapters/sandbox/google/seed/ids.ts';
import { professionalNetwork } from '../../adapters/sandbox/linkedin/seed/ids.ts';
import { appSecret } from '../../adapters/sandbox/meta/graph/tokens.ts';
import { seed } from '../../adapters/sandbox/meta/seed/names.ts';
import { researchKey } from '../../adapters/sandbox/research/seed.ts';
import { photoMessaging } from '../../adapters/sandbox/snapchat/seed/ids.ts';
import { shortVideo } from '../../adapters/sandbox/tiktok/seed/ids.ts';
import { sealRequest } from '../../core/features/grants/requests.ts';
import type { JobWorker } from '../../core/ports/jobs.ts';
import { jobId } from '../../core/records/job.ts';
import { catalogue } from '../catalogue.ts';
import { letDie } from '../dead-job.ts';
import { keptDocuments } from '../kept-documents.ts';
import { png } from '../samples/media.ts';
import { type Called, failOnDrift } from './harness.ts';
import { asks, signedIn } from './people-fixture.ts';
import { rejectedAd } from './rejected-ad.ts';
import { type ServiceFixture, startServiceFixture } from './service-fixture.ts';

failOnDrift();

let fixture: ServiceFixture;
let worker: JobWorker;
const account = { accountId: seed.accounts.eur };
const photos = photoMessaging.accounts.eur;
const network = professionalNetwork.accounts.eur;
const [campaignId = ''] = professionalNetwork.emptyCampaigns(network, 'visits');
const business = { businessId: seed.accounts.eur };
const adId = seed.ad(seed.accounts.eur, 'traffic', 1);
const { app } = appNetwork.accounts;
/**
 * What requests of the walk need to exist, made beforehand: by a name, or by the path that made it.
 */
const made: { [name: string]: string } = {};

const ids = async (path: string, body: object, member: string): Promise<string> => {
  const answer = await fixture.call('POST', path, { body });
  expect([path, answer.status < 300, answer.body.error]).toEqual([path, true, undefined]);
  return String(answer.body[member]);
};

async function batch(name: string): Promise<string> {
  const [{ page, secondary }] = (await fixture.call('GET', '/v1/profiles?accountId=act_1001')).body
    .data;
  const media = [{ url: made.url }];
  const ad = {
    adName: name,
    adAccountId: 'act_1001',
    page,
    secondary,
    link: 'https://example.com',
    media,
  };
  return ids('/v1/launch', { ads: [ad], adSets: [made.roomy] }, 'adBatchId');
}

async function ended(id: string): Promise<string> {
  while ((await fixture.call('GET', `/v1/batch-status/${id}`)).body.status === 'processing')
    await fixture.clock.sleep(100);
  return id;
}

/** The plan of a run, once it waits for somebody. */
async function planned(id: string): Promise<string> {
  for (;;) {
    const { status, planDigest } = (await fixture.call('GET', `/v1/automations/executions/${id}`))
      .body;
    if (status === 'awaitingApproval') return planDigest;
    expect(status).toBe('running');
    await fixture.clock.sleep(100);
  }
}

beforeAll(async () => {
  fixture = await startServiceFixture();
  made.url = (await fixture.uploadAs('walk.png', await png(600, 600))).url;
  const adSets = (
    await fixture.call('GET', '/v1/adsets?accountId=act_1001&status=ACTIVE&limit=200')
  ).body.data;
  made.roomy = adSets.find(({ adCount }: { adCount: number }) => adCount === 0).value;
  made.campaign = await ids(
    '/v1/manage/create-campaign',
    { ...account, name: 'C', objective: 'OUTCOME_TRAFFIC' },
    'campaignId',
  );
  const adSet = {
    ...account,
    campaignId: made.campaign,
    name: 'A',
    dailyBudget: 50,
    location: { countries: ['US'] },
  };
  made.adSet = await ids('/v1/manage/create-adset', adSet, 'adSetId');
  made.doomed = await ids('/v1/manage/create-adset', { ...adSet, name: 'Doomed' }, 'adSetId');
  made.update = await ids(
    '/v1/manage/update-adset',
    { ...account, adSetId: made.doomed, name: 'Still doomed' },
    'updateId',
  );
  made.rejected = await rejectedAd(fixture);
  made.workspace = await ids('/v1/workspaces', { name: 'Moved' }, 'id');
  made.person = (await signedIn(fixture, { role: 'viewer', workspaces: [] })).id;
  made.invite = await ids('/v1/invites', { email: 'again@example.com', role: 'viewer' }, 'id');
  made.company = await ids('/v1/companies', { name: 'Guests' }, 'companyId');
  made.launched = await ended(await batch('Launched'));
  await fixture.call('POST', '/v1/sandbox/faults', {
    body: { fault: 'error', method: 'POST', path: '*/ads', code: 100 },
  });
  made.failed = await ended(await batch('Failed'));
  await fixture.call('DELETE', '/v1/sandbox/faults');
  // Is given up two days after it was sent. Nothing works in between: it would take figures every
  // quarter of an hour.
  await fixture.call('POST', '/v1/sandbox/faults', {
    body: { fault: 'answer-lost', path: '/{id}/events' },
  });
  made.uncertain = await ids('/v1/conversions', events('walk-0'), 'uploadId');
  const isFinished = async () =>
    (await fixture.call('GET', `/v1/conversions/uploads/${made.uncertain}`)).body.finished;
  await fixture.clock.sleep(60_000);
  await fixture.worker.stop();
  await fixture.clock.sleep(2 * 86_400_000);
  worker = fixture.work();
  while (!(await isFinished())) await fixture.clock.sleep(60_000);
  await fixture.call('DELETE', '/v1/sandbox/faults');
  for (const draft of ['draft', 'other'])
    made[draft] = await ids(
      '/v1/drafts',
      { name: draft, ads: [(await draftAd()) as object], adSets: [made.roomy] },
      'draftId',
    );
  for (const [plan, name] of Object.entries({
    plan: 'Planned',
    approved: 'Approved',
    shared: 'Shared',
    refused: 'Refused',
  })) {
    const entityId = seed.deliveringAdSet(
      seed.accounts.eur,
      plan === 'refused' ? 'sales' : 'leads',
    );
    const operations = [
      { operation: 'manage.rename', input: { ...business, entityType: 'adset', entityId, name } },
    ];
    made[plan] = await ids('/v1/approvals', { operations }, 'digest');
  }
  for (const plan of ['approved', 'refused'])
    await fixture.call('POST', `/v1/approvals/${made[plan]}`, { body: { decision: 'approve' } });
  await fixture.control('POST', 'faults', {
    platform: 'meta',
    fault: 'error',
    code: 200,
    method: 'POST',
    times: 1,
  });
  expect((await fixture.call('POST', `/v1/approvals/${made.refused}/apply`)).body.status).toBe(
    'failed',
  );
  made.procedure = 'boards.create';
  made.spreadsheet = 'a-spreadsheet-of-forty-four-characters-1234567';
  const research = await fixture.call('PUT', '/v1/research/connection', {
    body: { apiKey: researchKey(demoCompany) },
  });
  expect(research.status).toBe(200);
  const watch = await fixture.call('PUT', '/v1/lead-watches', { body: { accountId: 'act_1001' } });
  made['/v1/lead-watches'] = watch.body.watch.id;
  made.rule = await ids('/v1/automations', { ...rule, mode: 'approve' }, 'id');
  made.seen = await ids(`/v1/automations/${made.rule}/execute`, {}, 'executionId');
  made.run = await ids(`/v1/automations/${made.rule}/execute`, { dryRun: false }, 'executionId');
  made.digest = await planned(made.run);
  made.declined = await ids(
    `/v1/automations/${made.rule}/execute`,
    { dryRun: false },
    'executionId',
  );
  await planned(made.declined);
  const onAd = `/v1/comments?adId=${seed.ad(seed.accounts.eur, 'sales', 1)}`;
  const comments = (await fixture.call('GET', onAd)).body.data.filter(
    ({ placement }: { placement: string }) => placement === 'feed',
  );
  made.comment = comments[0].id;
  made.doomedComment = comments[1].id;
  made.squad = photoMessaging.emptyAdSquads(photos, 'traffic')[0] ?? '';
  for (const { path } of posts)
    if (path.includes('{') && samples[path]?.id === undefined)
      made[parentOf(path)] ??= await ids(
        parentOf(path),
        (await bodyOf(parentOf(path))) ?? {},
        'id',
      );
  made.posted = await ids('/v1/changes', rowsOf('Posted before'), 'changeId');
  // What is queued stays so.
  await worker.stop();
  made.queued = await batch('Queued');
});
afterAll(() => worker.stop());

/** What a platform sends back once a person has let the app in. */
async function letIn(): Promise<{ readonly state: string; readonly code: string }> {
  const { body } = await fixture.call('POST', '/v1/oauth/authorize', { body: { platform: 'pin' } });
  const request = new Request(`${body.authorizeUrl}&sandbox_company=1`, { redirect: 'manual' });
  const back = new URL((await fixture.sandbox.fetch(request)).headers.get('location') ?? '');
  return { state: body.state, code: back.searchParams.get('code') ?? '' };
}

/** What a program asks a person for, as the page of the dashboard gets it. */
const programRequest = (): Promise<string> =>
  sealRequest(fixture.ports, {
    client: { name: 'Claude', host: 'claude.ai', redirectUri: 'https://claude.ai/cb', digest: 'd' },
    state: 's',
    scope: 'read',
    challenge: 'c',
    resource: 'https://slipway.test/mcp',
  });

const draftAd = async (): Promise<object> => {
  const [{ page, secondary }] = (await fixture.call('GET', '/v1/profiles?accountId=act_1001')).body
    .data;
  return {
    adName: 'Draft',
    adAccountId: 'act_1001',
    page,
    secondary,
    link: 'https://example.com',
    media: [{ url: made.url }],
  };
};

const searchId = searchAds.accounts.eur;
const searchAccount = { accountId: searchId };
/** The operations of the search platform, at its neutral and its real name. */
const underBoth = (verb: string, body: () => object) =>
  Object.fromEntries(['search-ads', 'google-ads'].map((name) => [`/v1/${name}/${verb}`, { body }]));
const networkAd = () => ({
  adName: 'Walk',
  adAccountId: network,
  organizationId: professionalNetwork.organization,
  postUrn: professionalNetwork.posts[0],
  adSets: [campaignId],
});
const creativeId = professionalNetwork.creative(network, 'visits', 1);

const rule = {
  name: 'Walk',
  scope: { level: 'adset', accountIds: [seed.accounts.eur] },
  when: { left: { attr: 'dailyBudget' }, is: '>', right: 0 },
  actions: [{ type: 'pause' }],
  schedule: { at: ['08:00'] },
  guards: { minAgeHours: 0, skipChangedWithinHours: 0 },
};
const searchAction = `search-ads:customers/${searchId}/conversionActions/6${searchId.slice(-6)}60001`;
const justNow = (): string => new Date(fixture.clock.now() - 60_000).toISOString();
const events = (eventId: string) => ({
  destinations: [`primary:${seed.pixel}`],
  events: [
    {
      eventId,
      name: 'purchase',
      happenedAt: justNow(),
      source: 'email',
      user: { email: 'buyer@shop.example' },
    },
  ],
});

const rowsOf = (name: string) => ({
  changes: [{ level: 'adset', id: made.adSet, adAccountId: seed.accounts.eur, set: { name } }],
});

/**
 * What POSTs carry out that takes more than the example of their operation: a body, and the id in
 * the path.
 */
const samples: {
  readonly [path: string]: { readonly id?: string; body?(): Promise<object> | object };
} = {
  '/v1/launch': { body: async () => ({ ads: [await draftAd()], adSets: [made.roomy] }) },
  '/v1/launch/plan': { body: async () => ({ ads: [await draftAd()], adSets: [made.roomy] }) },
  '/v1/batches/{id}/retry': { id: 'failed' },
  '/v1/batches/{id}/cancel': { id: 'queued' },
  '/v1/batches/{id}/undo': { id: 'launched', body: () => ({ mode: 'pause' }) },
  '/v1/drafts/{id}/launch': { id: 'draft' },
  '/v1/launch/from-draft': { body: () => ({ batchId: Number(made.other) }) },
  '/v1/previews/launch': { body: async () => ({ ads: [await draftAd()], adSets: [made.roomy] }) },
  '/v1/leads/forms': {
    body: () => ({
      ...account,
      page: seed.page,
      name: 'Walk',
      privacyPolicyUrl: 'https://shop.example/privacy',
      questions: [{ type: 'email' }],
    }),
  },
  '/v1/manage/create-campaign': {
    body: () => ({ ...account, name: 'Walk', objective: 'OUTCOME_TRAFFIC' }),
  },
  '/v1/manage/create-adset': {
    body: () => ({ ...account, campaignId: made.campaign, name: 'Walk', dailyBudget: 50 }),
  },
  '/v1/manage/update-status': {
    body: () => ({ ...business, entityIds: [made.adSet], newStatus: 'ACTIVE' }),
  },
  '/v1/manage/delete': {
    body: () => ({ ...business, entityType: 'adsets', entityIds: [made.doomed], confirm: true }),
  },
  '/v1/manage/update-budget': {
    body: () => ({ ...business, entityType: 'adset', entityId: made.adSet, dailyBudget: 60 }),
  },
  '/v1/manage/rename': {
    body: () => ({ ...business, entityType: 'adset', entityId: made.adSet, name: 'Renamed' }),
  },
  '/v1/manage/appeal': {
    body: () => ({ businessId: shortVideo.accounts.smart, entityId: made.rejected }),
  },
  '/v1/manage/update-campaign': {
    body: () => ({ ...account, campaignId: made.campaign, name: 'Renamed' }),
  },
  '/v1/manage/update-adset': {
    body: () => ({ ...account, adSetId: made.adSet, name: 'Renamed once more' }),
  },
  '/v1/manage/update-ad': { body: () => ({ ...account, adId, primaryTexts: ['Other words'] }) },
  '/v1/manage/undo-update': { body: () => ({ updateId: made.update }) },
  '/v1/manage/update-adset-zip-targeting': {
    body: () => ({ ...business, adSetId: made.adSet, zips: ['94304'] }),
  },
  '/v1/changes': { body: () => rowsOf('Posted') },
  '/v1/changes/plan': { body: () => rowsOf('Planned') },
  '/v1/changes/stop': { body: () => ({ everyone: true, dryRun: true }) },
  '/v1/changes/{id}/undo': { id: 'posted' },
  '/v1/guardrails/check': {
    body: () => ({
      operation: 'create-campaign',
      request: { ...account, name: 'Walk', objective: 'OUTCOME_TRAFFIC' },
    }),
  },
  '/v1/manage/ad-debug-data': { body: () => ({ adIds: [adId] }) },
  '/v1/manage/delivery': { body: () => ({ ...account, entityType: 'ad', entityIds: [adId] }) },
  '/v1/manage/ad-creative-specs': { body: () => ({ adIds: [adId] }) },
  '/v1/manage/duplicate-adset': { body: () => ({ ...account, adsetId: made.adSet }) },
  '/v1/manage/duplicate-campaign': { body: () => ({ ...account, campaignId: made.campaign }) },
  '/v1/manage/duplicate-ad': { body: () => ({ ...account, adId }) },
  ...underBoth('status', () => ({
    ...searchAccount,
    entityType: 'ad',
    entityId: searchAds.ad(searchId, 'search', 1),
    status: 'PAUSED',
  })),
  ...underBoth('budget', () => ({
    ...searchAccount,
    campaignId: searchAds.campaign(searchId, 'generic'),
    dailyBudget: 501,
  })),
  ...underBoth('duplicate-campaign', () => ({
    ...searchAccount,
    campaignId: searchAds.campaign(searchId, 'generic'),
  })),
  ...Object.fromEntries(
    ['app-network', 'applovin'].flatMap((name) => [
      [
        `/v1/${name}/duplicate-campaign`,
        { body: () => ({ accountId: app, campaignId: appNetwork.delivering(app) }) },
      ],
      [
        `/v1/${name}/country-amounts`,
        {
          body: () => ({ accountId: app, campaignId: appNetwork.byCountry(app), goals: { US: 1 } }),
        },
      ],
    ]),
  ),
  '/v1/comments/hide': { body: () => ({ ids: [made.comment] }) },
  '/v1/comments/{id}/reply': { id: 'comment', body: () => ({ text: 'Thank you' }) },
  '/v1/comments/{id}/hide': { id: 'comment' },
  '/v1/comments/{id}/unhide': { id: 'comment' },
  '/v1/comments/{id}/like': { id: 'comment', body: () => ({}) },
  '/v1/comments/{id}/delete': { id: 'doomedComment' },
  '/v1/media/import': { body: () => ({ urls: [made.url] }) },
  '/v1/media/upload/url': { body: () => ({ url: made.url, name: 'again.png' }) },
  '/upload/url': { body: () => ({ url: made.url, name: 'older.png' }) },
  '/v1/saved-reports': { body: () => ({ name: 'Weekly', query: { accountIds: 'act_1001' } }) },
  '/v1/exports': { body: () => ({ accountIds: ['act_1001'], level: 'campaign' }) },
  '/v1/conversions': { body: () => events('walk-1') },
  '/v1/conversions/events': { body: () => events('walk-2') },
  '/v1/conversions/csv': {
    body: () => ({
      destinations: [`primary:${seed.pixel}`],
      csv: `eventId,name,happenedAt,email\nwalk-3,purchase,${justNow()},buyer@shop.example`,
    }),
  },
  '/v1/conversions/uploads/{id}/resend': { id: 'uncertain', body: () => ({ confirm: true }) },
  '/v1/conversions/adjustments': {
    body: () => ({
      destination: searchAction,
      adjustments: [{ kind: 'retract', orderId: 'walk' }],
    }),
  },
  '/v1/connections': {
    body: () => ({ platform: 'primary', credentials: { accessToken: 'sandbox-token' } }),
  },
  '/v1/jobs/drop': {
    async body() {
      const { store, clock } = fixture.ports;
      const id = jobId('launch', fixture.companyId, await batch('Dropped'));
      await letDie(store, id, clock.now());
      return { id };
    },
  },
  '/v1/oauth/authorize': { body: () => ({ platform: 'pin' }) },
  '/v1/oauth/redeem': { body: () => letIn() },
  '/v1/oauth/finish': {
    async body() {
      const { state, code } = await letIn();
      await fixture.call('POST', '/v1/oauth/redeem', { body: { state, code } });
      return { state };
    },
  },
  '/v1/automations': { body: () => rule },
  '/v1/automations/check': { body: () => rule },
  '/v1/automations/backtest': {
    body: () => ({ ruleId: made.rule, from: '2026-11-13', to: '2026-11-14' }),
  },
  '/v1/automations/{id}/toggle': { id: 'rule', body: () => ({ enabled: false }) },
  '/v1/automations/{id}/execute': { id: 'rule', body: () => ({}) },
  '/v1/automations/executions/{executionId}/decline': { id: 'declined' },
  '/v1/sheets/{spreadsheetId}/failed-refreshes': {
    id: 'spreadsheet',
    body: () => ({ reportId: 'r1', name: 'Spend', message: 'It has ended.' }),
  },
  '/v1/automations/executions/{executionId}/approve': {
    id: 'run',
    body: () => ({ planDigest: made.digest }),
  },
  '/v1/automations/executions/{executionId}/undo': { id: 'seen' },
  '/v1/invites/{id}/resend': { id: 'invite' },
  '/v1/people/{id}/sign-out': { id: 'person' },
  '/v1/workspaces/{id}/move': { id: 'workspace', body: () => ({ accountIds: ['act_1003'] }) },
  '/v1/companies/{id}/suspend': { id: 'company' },
  '/v1/companies/{id}/resume': { id: 'company' },
  '/v1/companies/{id}/delete': {
    id: 'company',
    body: () => ({ confirm: 'Guests', withoutExport: true }),
  },
  '/v1/companies/{id}/keys': { id: 'company', body: () => ({ name: 'Support' }) },
  '/v1/approvals': {
    body: () => ({
      operations: [{ operation: 'batches.undo', input: { id: Number(made.launched) } }],
    }),
  },
  '/v1/approvals/{digest}/links': { id: 'shared', body: () => ({ for: 'Client Ltd' }) },
  '/v1/grants/asked': { body: async () => ({ request: await programRequest() }) },
  '/v1/grants': { body: async () => ({ request: await programRequest(), decision: 'allow' }) },
  '/v1/approvals/{digest}': { id: 'plan', body: () => ({ decision: 'decline' }) },
  '/v1/approvals/{digest}/apply': { id: 'approved' },
  '/v1/approvals/{digest}/retry': { id: 'refused' },
  '/v1/manage/photo-messaging/{kind}/{id}': {
    id: 'squad',
    body: () => ({ accountId: photos, name: 'Renamed' }),
  },
  '/v1/manage/snapchat/{kind}/{id}': {
    id: 'squad',
    body: () => ({ accountId: photos, name: 'Renamed again' }),
  },
  '/v1/professional-network/duplicate-campaign': {
    body: () => ({ accountId: network, campaignId }),
  },
  '/v1/linkedin/duplicate-campaign': { body: () => ({ accountId: network, campaignId }) },
  '/v1/professional-network/duplicate-creative': {
    body: () => ({ accountId: network, creativeId }),
  },
  '/v1/linkedin/duplicate-creative': { body: () => ({ accountId: network, creativeId }) },
  '/v1/professional-network/launch': { body: networkAd },
  '/v1/linkedin/launch': { body: networkAd },
  '/v1/lead-watches/{id}/address': {
    // The walk has connected the platform without it.
    body: async () => {
      const credentials = { accessToken: seed.token, appSecret };
      await ids('/v1/connections', { platform: 'primary', credentials }, 'id');
      return {};
    },
  },
  '/v1/research/scrape': { body: () => ({ url: 'https://www.facebook.com/ads/library/?id=1' }) },
  '/v1/research/rpc/{procedure}': { id: 'procedure', body: () => ({ name: 'Walk' }) },
};

/** Calls of platforms bring no key. */
const posts = catalogue.filter(({ method, scope }) => method === 'POST' && scope !== 'open');

const isStrict = (path: string): boolean =>
  posts.some(
    ({ path: its, operation }) => its === path && 'isStrict' in operation && operation.isStrict,
  );

function exampleOf(path: string): object | undefined {
  const route = posts.find((each) => each.path === path);
  return route && 'example' in route.operation ? (route.operation.example as object) : undefined;
}

const bodyOf = async (path: string): Promise<object | undefined> =>
  samples[path] === undefined ? exampleOf(path) : samples[path]?.body?.();

const parentOf = (path: string): string => path.slice(0, path.indexOf('/{'));

test('the walk knows every POST there is', () => {
  const unknown = posts.filter(
    ({ path, body }) => body !== undefined && (samples[path] ?? exampleOf(path)) === undefined,
  );
  expect(unknown.map(({ path }) => path)).toEqual([]);
  expect(
    Object.keys(samples).filter((path) => !posts.some((route) => route.path === path)),
  ).toEqual([]);
});

const placeOf = (path: string): string =>
  path
    .replace('{kind}', 'adsquads')
    .replace(/\{\w+\}/, made[samples[path]?.id ?? parentOf(path)] ?? '');

test('a person with a role in another workspace carries none of them out on what the others have', async () => {
  const { id: workspaceId } = (
    await fixture.call('POST', '/v1/workspaces', { body: { name: 'Far' } })
  ).body;
  await fixture.call('POST', `/v1/workspaces/${workspaceId}/move`, {
    body: { accountIds: ['act_1002'] },
  });
  const ask = asks(
    fixture,
    await signedIn(fixture, { workspaces: [{ workspaceId, role: 'admin' }] }),
  );
  const walked = posts.filter(
    ({ scope, multipart, path }) =>
      scope !== 'operator' && !multipart && path !== '/v1/me/sign-out-others',
  );
  const bodies = new Map<string, object | undefined>();
  for (const { path } of walked) bodies.set(path, await bodyOf(path));
  await fixture.call('GET', '/v1/library/assets');
  const before = await keptDocuments(fixture);
  const carriedOut: string[] = [];
  for (const [i, { path }] of walked.entries()) {
    // A session has an allowance of its own for each minute.
    if (i % 50 === 0) await fixture.clock.sleep(61_000);
    // The objects of the others as they are, and as if they were in an account of the person's own.
    const body = bodies.get(path);
    const own = body && JSON.parse(JSON.stringify(body).replaceAll('act_1001', 'act_1002'));
    for (const sent of [body, own]) {
      const { status, body: told } = await ask('POST', placeOf(path), sent && { body: sent });
      expect([path, status]).not.toEqual([path, 429]);
      if (status < 300 && told.success !== false) carriedOut.push(path);
    }
  }
  const after = await keptDocuments(fixture);
  expect([...before].filter(([id, doc]) => after.get(id) !== doc)).toEqual([]);
  // A draft without an ad account is its author's, a program acts for its own person, conventions
  // are everybody's to use, and everybody uploads. The rest makes something in the account of the
  // person's own.
  expect([...new Set(carriedOut)].sort()).toEqual([
    '/upload/url',
    // Of rows each has its own outcome: those of the others are refused.
    '/v1/changes',
    '/v1/changes/plan',
    '/v1/drafts',
    '/v1/exports',
    '/v1/grants',
    '/v1/grants/asked',
    '/v1/manage/create-campaign',
    '/v1/media/import',
    '/v1/media/upload/url',
    '/v1/naming-conventions/{id}/parse',
    '/v1/naming-conventions/{id}/render',
  ]);
});

async function send(path: string, key: string, body: object | undefined): Promise<Called> {
  const headers = { 'idempotency-key': key };
  if (!posts.find((route) => route.path === path)?.multipart)
    return fixture.call('POST', placeOf(path), {
      headers,
      ...(body && { body }),
    });
  const form = new FormData();
  form.set(
    'file',
    new File([Uint8Array.from(await png(32, 32))], `walk${path.replaceAll('/', '-')}.png`),
  );
  const response = await fixture.app.request(path, {
    method: 'POST',
    headers: { ...headers, authorization: `Bearer ${fixture.key}` },
    body: form,
  });
  return { status: response.status, headers: response.headers, body: await response.json() };
}

describe('sent twice with one Idempotency-Key it is carried out once and answered twice', () => {
  test.each(posts.map(({ path }) => path))('POST %s', async (path) => {
    const body = await bodyOf(path);
    const key = `walk ${path}`;
    const first = await send(path, key, body);
    expect([first.status, first.body.error, first.headers.get('idempotent-replay')]).toEqual([
      posts.find((route) => route.path === path)?.status,
      undefined,
      null,
    ]);
    const second = await send(path, key, body);
    expect([second.status, second.headers.get('idempotent-replay')]).toEqual([
      first.status,
      'true',
    ]);
    expect(second.body).toEqual(first.body);
    if (body === undefined) return;
    const other = await send(path, key, { ...body, unlike: 'the first' });
    const faults: { code: string }[] = other.body.error.details ?? other.body.details.faults;
    // What administers refuses the unknown member before it looks at the key.
    const refused = isStrict(path) ? [422, ['unknown_field']] : [409, ['key_reused']];
    expect([other.status, faults.map(({ code }) => code)]).toEqual(refused);
  });
});

test('two names of one operation share their keys', async () => {
  const body = { url: made.url, name: 'twice.png' };
  const first = await send('/upload/url', 'two names', body);
  const second = await send('/v1/media/upload/url', 'two names', body);
  expect([second.headers.get('idempotent-replay'), second.body]).toEqual(['true', first.body]);
});

test('one key for two objects is two operations', async () => {
  const first = await fixture.call('POST', `/v1/connections/${made['/v1/connections']}/test`, {
    headers: { 'idempotency-key': 'objects' },
  });
  const other = await fixture.call('POST', '/v1/connections/none/test', {
    headers: { 'idempotency-key': 'objects' },
  });
  expect([first.status, other.status]).toEqual([200, 404]);
});
