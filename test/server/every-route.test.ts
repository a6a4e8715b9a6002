import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { seed } from '../../adapters/sandbox/meta/seed/names.ts';
import { photoMessaging } from '../../adapters/sandbox/snapchat/seed/ids.ts';
import { grantKind } from '../../core/access/client-grants.ts';
import type { Scope } from '../../core/access/scopes.ts';
import { sealRequest } from '../../core/features/grants/requests.ts';
import type { Route } from '../../server/http/route.ts';
import { catalogue } from '../catalogue.ts';
import { keptDocuments } from '../kept-documents.ts';
import { png } from '../samples/media.ts';
import { failOnDrift } from './harness.ts';
import { asks, signedIn } from './people-fixture.ts';
import { type ServiceFixture, startServiceFixture } from './service-fixture.ts';

failOnDrift();

const photos = photoMessaging.accounts.eur;
let fixture: ServiceFixture;
/** By the path of the resource: the id of one that belongs to the company. */
const ids = new Map<string, string>();

beforeAll(async () => {
  fixture = await startServiceFixture();
  const made = async (
    path: string,
    body: object,
    id: (answer: { [name: string]: unknown }) => unknown,
  ): Promise<void> => {
    const answer = await fixture.call('POST', path, { body });
    expect([path, answer.status]).toEqual([
      path,
      answer.status < 300 ? answer.status : JSON.stringify(answer.body),
    ]);
    ids.set(path, String(id(answer.body)));
  };
  await made('/v1/keys', { name: 'x' }, ({ id }) => id);
  const person = await signedIn(fixture, { role: 'viewer', workspaces: [] });
  ids.set('/v1/people', person.id);
  ids.set(
    '/v1/sessions',
    (await fixture.call('GET', '/v1/sessions?everyone=true')).body.data[0].id,
  );
  await made('/v1/invites', { email: 'walk@example.com', role: 'viewer' }, ({ id }) => id);
  await made(
    '/v1/saved-reports',
    { name: 'x', query: { accountIds: ['act_1001'] } },
    ({ id }) => id,
  );
  await made('/v1/workspaces', { name: 'Walk' }, ({ id }) => id);
  await made(
    '/v1/ad-copy-templates',
    { name: 'x', titles: ['t'], descriptions: ['d'] },
    ({ id }) => id,
  );
  await made(
    '/v1/connections',
    { platform: 'primary', credentials: { accessToken: 'sandbox-token' } },
    ({ id }) => id,
  );
  await made('/v1/webhooks', { url: 'https://hooks.example/a' }, ({ id }) => id);
  await made('/v1/comment-filters', { name: 'x', links: true }, ({ id }) => id);
  await made('/v1/saved-replies', { name: 'x', text: 'Thank you' }, ({ id }) => id);
  const convention = {
    name: 'x',
    level: 'ad',
    separator: '_',
    fields: [{ key: 'hook', source: 'free' }],
  };
  await made('/v1/naming-conventions', convention, (answer) => answer.id);
  await made(
    '/v1/utm-templates',
    { name: 'x', parameters: [{ name: 'utm_source', value: 'x' }] },
    ({ id }) => id,
  );
  await made(
    '/v1/presets',
    { name: 'x', level: 'ad', settings: { cta: 'LEARN_MORE' } },
    ({ id }) => id,
  );
  const comments = await fixture.call(
    'GET',
    `/v1/comments?adId=${seed.ad('act_1001', 'sales', 1)}`,
  );
  ids.set('/v1/comments', comments.body.data[0].id);
  await made(
    '/v1/drafts',
    { name: 'Northern lights', ads: [{ adName: 'x', adAccountId: 'act_1001' }] },
    ({ draftId }) => draftId,
  );
  await made(
    '/v1/exports',
    { accountIds: ['act_1001'], level: 'campaign' },
    ({ exportId }) => exportId,
  );
  const event = {
    eventId: 'walk',
    name: 'lead',
    happenedAt: new Date(fixture.clock.now()).toISOString(),
    source: 'email',
  };
  const events = [{ ...event, user: { email: 'walk@example.com' } }];
  await made(
    '/v1/conversions',
    { destinations: [`primary:${seed.pixel}`], events },
    ({ uploadId }) => uploadId,
  );
  ids.set('/v1/conversions/uploads', ids.get('/v1/conversions') ?? '');
  const { id, url } = await fixture.uploadAs('walk.png', await png());
  ids.set('/v1/media', String(id));
  ids.set('/v1/library/assets', String(id));
  await made('/v1/library/boards', { name: 'x' }, (answer) => answer.id);
  await made('/v1/media/import', { urls: [url] }, (answer) => answer.id);
  ids.set('/v1/media/imports', ids.get('/v1/media/import') ?? '');
  const adSets = await fixture.call('GET', '/v1/adsets?accountId=act_1001&status=ACTIVE');
  const profiles = await fixture.call('GET', '/v1/profiles?accountId=act_1001');
  const { page, secondary } = profiles.body.data[0];
  const adSet = adSets.body.data.find(({ adCount }: { adCount: number }) => adCount === 0);
  const ad = {
    adName: 'Walk',
    adAccountId: 'act_1001',
    page,
    secondary,
    link: 'https://example.com',
    media: [{ url }],
  };
  const source = { spreadsheetId: 'file', sheetId: '0', rows: [{ key: 'R-1', fingerprint: 'f' }] };
  await made(
    '/v1/launch',
    { ads: [{ ...ad, source }], adSets: [adSet] },
    ({ adBatchId }) => adBatchId,
  );
  const copied = { adsetId: adSet.value, accountId: 'act_1001' };
  await made('/v1/manage/duplicate-adset', copied, ({ duplicateId }) => duplicateId);
  const changes = [
    { level: 'adset', id: adSet.value, adAccountId: 'act_1001', set: { name: adSet.label ?? 'x' } },
  ];
  await made('/v1/changes', { changes }, ({ changeId }) => changeId);
  const operations = [
    {
      operation: 'manage.rename',
      input: { businessId: 'act_1001', entityType: 'adset', entityId: adSet.value, name: 'x' },
    },
  ];
  await made('/v1/approvals', { operations }, ({ digest }) => digest);
  ids.set('/v1/receipts', ids.get('/v1/approvals') ?? '');
  const client = { name: 'x', host: 'x.example', redirectUri: 'https://x.example/', digest: 'x' };
  const asked = {
    client,
    state: 's',
    scope: 'read',
    challenge: 'c',
    resource: 'https://slipway.test/mcp',
  };
  const request = await sealRequest(fixture.ports, asked);
  await fixture.call('POST', '/v1/grants', { body: { request, decision: 'allow' } });
  const { items: grants } = await fixture.ports.store.find(grantKind, fixture.companyId, {
    limit: 1,
  });
  ids.set('/v1/grants', grants[0]?.id ?? '');
  const rule = {
    name: 'x',
    actions: [{ type: 'notify' }],
    schedule: { at: ['08:00'] },
    scope: { level: 'account', accountIds: ['act_1001'] },
    when: { attr: 'weekday', op: 'is', value: 'mon' },
  };
  await made('/v1/automations', rule, (answer) => answer.id);
  const run = await fixture.call('POST', `/v1/automations/${ids.get('/v1/automations')}/execute`, {
    body: {},
  });
  ids.set('/v1/automations/executions', run.body.executionId);
  ids.set('/v1/manage/duplicates', ids.get('/v1/manage/duplicate-adset') ?? '');
  ids.set('/v1/batches', ids.get('/v1/launch') ?? '');
  ids.set('/v1/previews/batches', ids.get('/v1/launch') ?? '');
  ids.set('/v1/previews/media', ids.get('/v1/media') ?? '');
  ids.set('/v1/sheets', ids.get('/v1/launch') ?? '');
  ids.set('/v1/batch-status', ids.get('/v1/launch') ?? '');
  const watch = await fixture.call('PUT', '/v1/lead-watches', { body: { accountId: 'act_1001' } });
  ids.set('/v1/lead-watches', watch.body.watch.id);
  ids.set('/v1/leads', await aLead());
  for (const name of ['photo-messaging', 'snapchat'])
    ids.set(`/v1/manage/${name}`, photoMessaging.emptyAdSquads(photos, 'traffic')[0] ?? '');
});
afterAll(() => fixture.worker.stop());

async function aLead(): Promise<string> {
  await fixture.control('POST', 'leads', { platform: 'meta' });
  for (;;) {
    const { data } = (await fixture.call('GET', '/v1/leads')).body;
    if (data.length > 0) return data[0].id;
    await fixture.clock.sleep(60_000);
  }
}

const title = ({ method, path }: Route): string => `${method} ${path}`;
const keyed = catalogue
  .filter(({ scope }) => scope !== 'open')
  .map((route) => [title(route), route] as const);

/** The path with the id of a real object of the company in it. */
function pathOf(route: Route): string {
  const resource = route.path.slice(0, Math.max(0, route.path.indexOf('/{')));
  const named = route.path.replace('{kind}', 'adsquads').replace('{spreadsheetId}', 'file');
  return named.replace(/\{(id|digest|executionId)\}/, ids.get(resource) ?? 'none');
}

const codeOf = (route: Route, body: { error?: { code?: string } }): string | undefined => {
  if (route.envelope !== 'older') expect(body).toMatchObject({ success: false });
  else expect(body).toMatchObject({ error: { doc_url: expect.any(String) } });
  return body.error?.code;
};

describe('without a key', () => {
  test.each(keyed)('%s answers 401', async (_title, route) => {
    const { status, body, headers } = await fixture.call(route.method, pathOf(route), {
      key: null,
    });
    expect([status, codeOf(route, body)]).toEqual([401, 'unauthorized']);
    expect(headers.get('x-request-id')).toBeTruthy();
    expect(headers.get('x-ratelimit-limit')).toBeNull();
  });
});

describe('with a key that lacks the scope', () => {
  const lacking: { readonly [S in Scope]: Scope } = {
    read: 'operator',
    launch: 'manage',
    manage: 'launch',
    admin: 'manage',
    operator: 'admin',
    unattended: 'read',
    plan: 'read',
    leads: 'manage',
  };
  test.each(keyed)('%s answers 403', async (_title, route) => {
    const key = await fixture.keyWith(lacking[route.scope as Scope]);
    const { status, body, headers } = await fixture.call(route.method, pathOf(route), { key });
    expect([status, codeOf(route, body)]).toEqual([403, 'forbidden']);
    expect(headers.get('x-ratelimit-remaining')).toBeTruthy();
  });
});

/** What administers refuses members that it does not know. */
function knownTo({ operation, body }: (typeof keyed)[number][1], sent: object): object {
  const known = body !== undefined && 'entries' in body ? Object.keys(body.entries as object) : [];
  const isStrict = 'isStrict' in operation && operation.isStrict;
  return isStrict
    ? Object.fromEntries(Object.entries(sent).filter(([name]) => known.includes(name)))
    : sent;
}

describe('with another company’s key', () => {
  const common = {
    image: 'AAAA',
    revision: 1,
    decision: 'approve',
    for: 'x',
    name: 'x',
    enabled: true,
    text: 'x',
    credentials: { accessToken: 'x' },
  };
  // What concerns the whole installation belongs to no company.
  const owned = keyed.filter(
    ([, { path, scope }]) => /\{(id|digest|executionId)\}/.test(path) && scope !== 'operator',
  );
  test.each(owned)('%s answers 404, as if there were nothing', async (_title, route) => {
    const path = pathOf(route);
    expect(path).not.toContain('none');
    const sent = {
      ...common,
      confirm: true,
      accountId: photos,
      planDigest: 'x',
      rows: [{ hook: 'x' }],
      names: ['x'],
    };
    const body = route.body === undefined ? {} : { body: knownTo(route, sent) };
    const query = route.path.endsWith('/coverage') ? '?accountId=act_1001' : '';
    const foreign = await fixture.call(route.method, path + query, {
      key: fixture.foreignKey,
      ...body,
    });
    expect([foreign.status, codeOf(route, foreign.body)]).toEqual([404, 'not_found']);
    const absent = await fixture.call(
      route.method,
      route.path
        .replace('{kind}', 'adsquads')
        .replace('{id}', '999999')
        .replace('{executionId}', '999999')
        .replace('{digest}', '0'.repeat(32)) + query,
      {
        key: fixture.foreignKey,
        ...body,
      },
    );
    expect(absent.status).toBe(404);
    expect(absent.body.error.message).toBe(foreign.body.error.message);
  });

  test.each([
    '/v1/profiles?businessId=act_1001',
    '/v1/adsets?accountId=act_1001',
    '/v1/campaigns?accountId=act_1001',
    '/v1/reports/query?accountIds=act_1001&startDate=2026-11-01&endDate=2026-11-02',
    '/v1/analytics/top-ads?accountIds=act_1001&startDate=2026-11-01&endDate=2026-11-02',
    '/v1/analytics/top-creatives?accountIds=act_1001&startDate=2026-11-01&endDate=2026-11-02',
    '/v1/analytics/lag-curve?accountId=act_1001',
    '/v1/spend/daily?accountIds=act_1001&startDate=2026-11-01&endDate=2026-11-02',
    '/v1/reports/primary/reach-composition?accountId=act_1001&startDate=2026-11-01&endDate=2026-11-02',
    '/v1/reports/primary/country-breakdown?accountId=act_1001&startDate=2026-11-01&endDate=2026-11-02',
    '/v1/manage/list-ads?accountId=act_1001',
    '/v1/manage/changes?businessId=act_1001',
  ])('GET %s answers 404', async (path) => {
    expect((await fixture.call('GET', path)).status).toBe(200);
    const foreign = await fixture.call('GET', path, { key: fixture.foreignKey });
    expect([foreign.status, foreign.body.error.code]).toEqual([404, 'not_found']);
  });

  test.each([
    [
      '/v1/manage/update-status',
      { businessId: 'act_1001', entityType: 'ad', entityIds: ['1'], newStatus: 'PAUSED' },
    ],
    [
      '/v1/manage/delete',
      { businessId: 'act_1001', entityType: 'ads', entityIds: ['1'], confirm: true },
    ],
    [
      '/v1/manage/create-campaign',
      { accountId: 'act_1001', name: 'x', objective: 'OUTCOME_TRAFFIC' },
    ],
    ['/v1/manage/duplicate-ad', { accountId: 'act_1001', adId: '1' }],
    ['/v1/manage/rename', { businessId: 'act_1001', entityType: 'ad', entityId: '1', name: 'x' }],
    ['/v1/exports', { accountIds: ['act_1001'], level: 'ad' }],
  ])('POST %s answers 404', async (path, body) => {
    const foreign = await fixture.call('POST', path, { key: fixture.foreignKey, body });
    expect([foreign.status, foreign.body.error.code]).toEqual([404, 'not_found']);
  });
});

describe('with a role in another workspace', () => {
  const body = {
    name: 'Taken',
    title: 'Taken',
    tags: ['taken'],
    revision: 1,
    ads: [],
    image: 'AAAA',
    text: 'Taken',
    decision: 'approve',
    enabled: false,
    confirm: true,
    mode: 'delete',
    accountId: 'act_1001',
    accountIds: ['act_1001'],
    role: 'viewer',
    email: 'taken@example.com',
    credentials: { accessToken: 'taken' },
    url: 'https://hooks.example/taken',
  };
  const query =
    'accountId=act_1001&accountIds=act_1001&businessId=act_1001&usedIn=act_1001&q=x&startDate=2026-11-01&endDate=2026-11-02';
  // Sessions and what somebody has seen are a person's own.
  const walked = keyed
    .map(([, route]) => route)
    .filter(({ path }) => !/\/(sessions|notifications|me)\b/.test(path));

  // What changes from here on was changed by a request.
  beforeAll(async () => {
    await fixture.clock.sleep(3_600_000);
    await fixture.worker.stop();
    await fixture.call('GET', '/v1/library/assets');
  });

  test.each(['viewer', 'launcher', 'manager', 'admin'] as const)(
    '%s: nothing of the others is shown or changed',
    async (role) => {
      const { id: workspaceId } = (
        await fixture.call('POST', '/v1/workspaces', { body: { name: `Far ${role}` } })
      ).body;
      await fixture.call('POST', `/v1/workspaces/${workspaceId}/move`, {
        body: { accountIds: ['act_1002'] },
      });
      const ask = asks(fixture, await signedIn(fixture, { workspaces: [{ workspaceId, role }] }));
      const before = await keptDocuments(fixture);
      const leaks: string[] = [];
      for (const [i, route] of walked.entries()) {
        // A session has an allowance of its own for each minute.
        if (i % 50 === 0) await fixture.clock.sleep(61_000);
        const { method } = route;
        const path = pathOf(route);
        const isRead = method === 'GET';
        const answer = await ask(
          method,
          isRead ? `${path}?${query}` : path,
          isRead || route.multipart ? {} : { body },
        );
        expect([title(route), answer.status]).not.toEqual([title(route), 429]);
        const told = answer.status < 300 ? JSON.stringify(answer.body) : '';
        if (/act_1001|Northern lights/.test(told)) leaks.push(title(route));
      }
      expect(leaks).toEqual([]);
      const after = await keptDocuments(fixture);
      expect([...before].filter(([id, doc]) => after.get(id) !== doc)).toEqual([]);
    },
  );
});

describe('with a body that is not JSON', () => {
  const bodied = keyed.filter(([, { body, multipart }]) => body !== undefined && !multipart);
  test.each(bodied)(
    '%s answers 400 in its envelope, with the limit told',
    async (_title, route) => {
      const { status, body, headers } = await fixture.call(route.method, pathOf(route), {
        body: '{"a":',
      });
      expect(status).toBe(400);
      if (route.envelope === 'upload')
        expect(body).toMatchObject({
          success: false,
          error: 'BAD_REQUEST',
          message: expect.any(String),
        });
      else
        expect(body).toMatchObject({
          success: false,
          error: { code: 'bad_request', requestId: headers.get('x-request-id') },
        });
      expect(headers.get('x-ratelimit-limit')).toBeTruthy();
      expect(headers.get('x-ratelimit-remaining')).toBeTruthy();
    },
  );

  test.each(bodied)('%s answers 415 to another content type', async (_title, route) => {
    const { status } = await fixture.call(route.method, pathOf(route), {
      body: 'a=b',
      headers: { 'content-type': 'text/plain' },
    });
    expect(status).toBe(415);
  });
});

describe('with a wrong method', () => {
  const paths = [...new Set(catalogue.map(({ path }) => path))];
  test.each(paths)('%s answers 405 and says what is allowed', async (path) => {
    const { status, headers } = await fixture.call('PROPFIND', path.replace(/\{\w+\}/g, 'x'));
    expect(status).toBe(405);
    for (const { method } of catalogue.filter((route) => route.path === path))
      expect(headers.get('allow')).toContain(method);
  });
});

describe('open routes', () => {
  const open = catalogue
    .filter(({ scope }) => scope === 'open')
    .map((route) => [title(route), route] as const);
  test.each(open)('%s answers without a key', async (_title, route) => {
    const { status, headers } = await fixture.call('GET', route.path.replace(/\{\w+\}/g, 'x'), {
      key: null,
    });
    expect([200, 404]).toContain(status);
    expect(headers.get('x-request-id')).toBeTruthy();
  });
});
