import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { SlipwayError } from '../../core/base/errors.ts';
import { errorAnswer } from '../../server/http/errors.ts';
import { operationsOf } from '../../server/invoke.ts';
import { moduleOf } from '../test-service.ts';
import { failOnDrift, startHarness } from './harness.ts';
import { createTinyPlatform } from './tiny-platform.ts';

failOnDrift();

test('a refusal carries the request id that the header has', async () => {
  const { call } = await startHarness();
  const refused = await call('GET', '/v1/me', { key: null });
  expect(refused.body.error.requestId).toBe(refused.headers.get('x-request-id'));
});

test('a refusal names the page that explains it', async () => {
  const { app, call } = await startHarness();
  const linkOf = ({ headers }: { readonly headers: Headers }) =>
    /^<(.*)>; rel="help"$/.exec(headers.get('link') ?? '')?.[1] ?? '';
  const refused = await call('GET', '/v1/me', { key: null });
  const page = new URL(linkOf(refused));
  expect(await (await app.request(page.pathname)).text()).toContain(`id="${page.hash.slice(1)}"`);
  expect(page.hash).toBe('#unauthorized');
  const broken = await call('POST', '/v1/workspaces', { body: { name: '' } });
  expect(new URL(linkOf(broken)).hash).toBe(`#${broken.body.error.details[0].code}`);
});

test('a valid incoming request id is reused, another is not', async () => {
  const { call } = await startHarness();
  const id = 'trace-42.a:b_c';
  expect(
    (await call('GET', '/v1/me', { headers: { 'x-request-id': id } })).headers.get('x-request-id'),
  ).toBe(id);
  const hostile = 'a b"<script>';
  expect(
    (await call('GET', '/v1/me', { headers: { 'x-request-id': hostile } })).headers.get(
      'x-request-id',
    ),
  ).not.toBe(hostile);
});

test.each([
  ['text', '{"name":', 400, 'bad_request'],
  ['a list', '[]', 400, 'bad_request'],
  ['null', 'null', 400, 'bad_request'],
  ['a number', '7', 400, 'bad_request'],
  ['deep nesting', `{"name":"x","a":${'['.repeat(100)}${']'.repeat(100)}}`, 400, 'bad_request'],
  ['absurd nesting', '['.repeat(500_000), 400, 'bad_request'],
  [
    'more than four mebibytes',
    `{"name":"${'x'.repeat(4 * 1024 * 1024)}"}`,
    413,
    'payload_too_large',
  ],
])('a body that is %s is refused', async (_what, body, status, code) => {
  const { call } = await startHarness();
  const refused = await call('POST', '/v1/workspaces', { body });
  expect([refused.status, refused.body.error.code]).toEqual([status, code]);
});

test('a body that is not UTF-8 is not JSON', async () => {
  const { app, key } = await startHarness();
  const response = await app.request('/v1/workspaces', {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d]),
  });
  expect(response.status).toBe(400);
});

test.each(['text/plain', 'application/x-www-form-urlencoded', 'application/jsonx'])(
  'the content type %s is refused',
  async (type) => {
    const { call } = await startHarness();
    const refused = await call('POST', '/v1/workspaces', {
      body: '{"name":"x"}',
      headers: { 'content-type': type },
    });
    expect([refused.status, refused.body.error.code]).toEqual([415, 'unsupported_media_type']);
  },
);

test('a missing field is a 400, a broken rule a 422, and each says where', async () => {
  const { call } = await startHarness();
  const missing = await call('POST', '/v1/ad-copy-templates', {
    body: { titles: ['a'], descriptions: 'b' },
  });
  expect(missing.status).toBe(400);
  expect(missing.body.error.details.map(({ path }: { path: string }) => path)).toEqual([
    'name',
    'descriptions',
  ]);
  const broken = await call('POST', '/v1/ad-copy-templates', {
    body: { name: 'n', titles: ['a', 7], descriptions: ['b'] },
  });
  expect(broken.status).toBe(422);
  expect(broken.body.error.details[0].path).toBe('titles[1]');
  const range = await call('GET', '/v1/keys?limit=201');
  expect([range.status, range.body.error.details[0].path]).toEqual([422, 'limit']);
  expect((await call('GET', '/v1/keys?limit=many')).status).toBe(400);
});

test('an unknown field is reported with the name it was meant to be', async () => {
  const { call } = await startHarness();
  const template = { name: 'One', titles: ['t'], descriptions: ['d'], linkk: 'x' };
  const { status, body } = await call('POST', '/v1/ad-copy-templates', { body: template });
  expect(status).toBe(201);
  expect(body.warnings).toEqual([
    { path: 'linkk', code: 'unknown_field', message: expect.stringContaining('link') },
  ]);
});

test('a parameter that nobody reads is told: a filter with a slip in it filters nothing', async () => {
  const { call } = await startHarness();
  const { status, body } = await call('GET', '/v1/keys?limmit=7');
  expect(status).toBe(200);
  expect(body.warnings).toEqual([
    { path: 'limmit', code: 'unknown_field', message: expect.stringContaining('limit') },
  ]);
});

test('an unknown path is a 404, an unknown method a 405 that says what is allowed', async () => {
  const { call } = await startHarness();
  expect((await call('GET', '/v1/nothing')).body.error.code).toBe('not_found');
  const refused = await call('PATCH', '/v1/keys');
  expect([refused.status, refused.headers.get('allow'), refused.body.error.code]).toEqual([
    405,
    'GET, HEAD, POST',
    'method_not_allowed',
  ]);
});

test('the older surface has its own envelope', async () => {
  const { call } = await startHarness();
  const refused = await call('GET', '/api/ad-copy-templates', { key: null });
  expect(refused.status).toBe(401);
  expect(refused.body).toEqual({
    error: {
      code: 'unauthorized',
      message: expect.any(String),
      doc_url: 'https://slipway.test/docs#error-unauthorized',
    },
  });
  expect((await call('GET', '/api/nothing')).body.error.doc_url).toContain('/docs#error-not_found');
  const wrong = await call('GET', '/api/ad-copy-templates?pageSize=101&page=0');
  expect(wrong.status).toBe(422);
  for (const part of ['pageSize', '100', 'page:', '1'])
    expect(wrong.body.error.message).toContain(part);
  expect((await call('GET', '/api/ad-copy-templates?pageSize=101')).status).toBe(422);
});

test('templates can be made, changed, read on both surfaces and deleted', async () => {
  const { call, foreignKey } = await startHarness();
  for (const name of ['b', 'c', 'a'])
    await call('POST', '/v1/ad-copy-templates', {
      body: { name, titles: ['t'], descriptions: ['d'], link: 'https://x.test' },
    });
  const older = await call(
    'GET',
    '/api/ad-copy-templates?page=1&pageSize=2&sortBy=name&sortOrder=asc',
  );
  expect(older.body.data.map(({ name }: { name: string }) => name)).toEqual(['a', 'b']);
  expect(older.body.pagination).toEqual({ page: 1, pageSize: 2, total: 3, totalPages: 2 });
  const { id } = older.body.data[0];
  const changed = await call('PATCH', `/v1/ad-copy-templates/${id}`, {
    body: { name: 'z', link: null },
  });
  expect([changed.body.name, changed.body.link, changed.body.titles]).toEqual(['z', null, ['t']]);
  expect((await call('GET', `/v1/ad-copy-templates/${id}`, { key: foreignKey })).status).toBe(404);
  expect((await call('DELETE', `/v1/ad-copy-templates/${id}`, { key: foreignKey })).status).toBe(
    404,
  );
  expect((await call('DELETE', `/v1/ad-copy-templates/${id}`)).status).toBe(200);
  expect((await call('GET', `/v1/ad-copy-templates/${id}`)).status).toBe(404);
});

test('a template is refused for what no launch could use', async () => {
  const { call } = await startHarness();
  const body = {
    name: 'n',
    titles: ['t'],
    descriptions: ['d'],
    link: 'shop',
    utmTags: 'tags',
    adAccountIds: ['act_404'],
  };
  const refused = await call('POST', '/v1/ad-copy-templates', { body });
  expect([
    refused.status,
    refused.body.error.details.map(({ code }: { code: string }) => code),
  ]).toEqual([422, ['link', 'utm_tags', 'unknown_ad_account']]);
});

test('a value that is not among those allowed is a wrong value, not a wrong type', async () => {
  const { call } = await startHarness();
  const { status, body } = await call('GET', '/v1/media?type=audio');
  expect([status, body.error.details[0].path, body.error.details[0].code]).toEqual([
    422,
    'type',
    'invalid_value',
  ]);
});

test('what breaks inside is told as nothing but internal', async () => {
  const lines: string[] = [];
  const note = (event: string, fields?: object): number =>
    lines.push(JSON.stringify({ event, ...fields }));
  const { call } = await startHarness({
    log: { debug: note, info: note, warn: note, error: note },
    platforms: [
      moduleOf(
        createTinyPlatform({
          identities: async () => {
            throw new Error('select * from profiles where token = secret');
          },
        }),
      ),
    ],
  });
  await call('POST', '/v1/connections', {
    body: { platform: 'meta', credentials: { accessToken: 'token-that-works' } },
  });
  const failed = await call('GET', '/v1/profiles?accountId=act_101', {
    headers: { 'x-request-id': 'the-one' },
  });
  expect(failed.status).toBe(500);
  expect(failed.body.error.code).toBe('internal_server_error');
  expect(JSON.stringify(failed.body)).not.toContain('select');
  expect(lines.find((line) => line.includes('request_failed'))).toContain('the-one');
});

test.each([
  ['conflict', 409, 'conflict'],
  ['gone', 410, 'invite_expired'],
] as const)(
  '%s has its code in the older envelope, which the reference explains',
  async (thrown, status, code) => {
    const { app } = await startHarness();
    const error = new SlipwayError(thrown, 'No longer.', {
      details: [{ path: 'slug', code: 'slug_taken', message: 'It is taken.' }],
    });
    const answer = errorAnswer(error, {
      envelope: 'older',
      requestId: 'req_1',
      publicUrl: 'https://slipway.test',
      where: () => '',
    });
    const doc_url = `https://slipway.test/docs#error-${code}`;
    expect([answer.status, answer.body]).toEqual([
      status,
      { error: { code, message: 'No longer. slug: It is taken.', doc_url } },
    ]);
    expect(await (await app.request('/docs')).text()).toContain(`id="error-${code}"`);
  },
);

test('a refusal says where to go in the words of the door it goes out of', async () => {
  const { app, call, key, companyId, ports } = await startHarness();
  const said = async (headers: { readonly [name: string]: string }) =>
    (await (await app.request('/v1/webhooks/wh_none', { method: 'DELETE', headers })).json()).error
      .message;
  const authorization = `Bearer ${key}`;
  const missing = 'There is no such webhook here.';
  expect(await said({ authorization })).toBe(`${missing} GET /v1/webhooks lists them.`);
  expect(await said({ authorization, 'slipway-door': 'cli' })).toBe(
    `${missing} \`slipway call webhooks.list\` lists them.`,
  );
  expect(await said({ authorization, 'slipway-door': 'mcp' })).toBe(
    `${missing} webhooks.list() lists them.`,
  );
  expect(await said({ authorization, 'slipway-door': 'sheet' })).toBe(missing);
  const { error } = (
    await call(
      'GET',
      '/v1/reports/query?accountIds=act_404&startDate=2026-10-01&endDate=2026-10-02',
    )
  ).body;
  expect(error).toMatchObject({
    message: 'There is no ad account act_404 here. GET /v1/adaccounts lists them.',
    details: [{ code: 'unknown_ad_account', hint: 'list-ad-accounts' }],
  });
  await expect(
    operationsOf(ports, { companyId, keyId: 'k', scopes: ['admin'] }).webhooks.delete({
      id: 'wh_none',
    }),
  ).rejects.toThrow(`${missing} webhooks.list() lists them.`);
});

test('every answer has the version of the service, which is that of the package', async () => {
  const { call } = await startHarness();
  const { version } = JSON.parse(
    readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
  );
  for (const path of ['/v1/health', '/v1/me', '/v1/nothing', '/docs', '/openapi.json'])
    expect((await call('GET', path)).headers.get('x-slipway-version')).toBe(version);
});

test('the older surface says since when it is deprecated and when it may end, and nothing else does', async () => {
  const { call, app } = await startHarness();
  const older = await call('GET', '/api/ad-copy-templates');
  const since = Number(older.headers.get('deprecation')?.slice(1)) * 1000;
  const sunset = Date.parse(older.headers.get('sunset') ?? '');
  expect(sunset - since).toBeGreaterThanOrEqual(365 * 24 * 60 * 60 * 1000);
  expect(older.headers.get('link')).toContain('/docs#stability');
  expect(await (await app.request('/docs')).text()).toContain('id="stability"');
  const { headers } = await call('GET', '/v1/ad-copy-templates');
  expect([headers.get('deprecation'), headers.get('sunset')]).toEqual([null, null]);
  const { body } = await call('GET', '/openapi.json');
  expect(body.paths['/api/ad-copy-templates'].get.deprecated).toBe(true);
});

test.each([
  [
    '/v1/reports/query?accountIds=act_404&startDate=2026-10-01&endDate=2026-10-02',
    'unknown_ad_account',
    'list-ad-accounts',
  ],
  ['/v1/adaccounts?workspaceId=ws_none', 'unknown_workspace', 'list-workspaces'],
  ['/v1/adaccounts?platform=pin', 'unsupported_on_platform', 'list-platforms'],
])('a refusal says by a word what helps: GET %s', async (path, code, hint) => {
  const { call } = await startHarness();
  expect((await call('GET', path)).body.error.details).toMatchObject([{ code, hint }]);
});

test('answers under https tell browsers to stay there, answers under http do not', async () => {
  for (const [publicUrl, told] of [
    ['https://ads.example.com', 'max-age=31536000'],
    ['http://127.0.0.1:4000', null],
  ] as const) {
    const { app, key } = await startHarness({
      publicUrl,
      settings: { dashboard: { page: '<html>', script: 'x', style: 'y' } },
    });
    for (const path of ['/', '/v1/me', '/v1/health', '/v1/none', '/docs', '/openapi.json']) {
      const { headers } = await app.request(path, { headers: { authorization: `Bearer ${key}` } });
      expect([path, headers.get('strict-transport-security')]).toEqual([path, told]);
    }
  }
});
