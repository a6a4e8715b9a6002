import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { meta } from '../../adapters/platforms/meta/index.ts';
import { createManualClock } from '../../adapters/runtime/manual-clock.ts';
import { demoCompany } from '../../adapters/sandbox/companies.ts';
import { hashOf, researchKey } from '../../adapters/sandbox/research/seed.ts';
import { researchConnectionKind } from '../../core/features/research/connection.ts';
import type { HttpResult } from '../../core/ports/http.ts';
import { createClient } from '../../server/client/client.ts';
import { operationsOf } from '../../server/invoke.ts';
import { failOnDrift, type Harness, ownAndForeign, startHarness } from './harness.ts';
import { call as callTool, connectOver } from './mcp-client.ts';

failOnDrift();

const apiKey = researchKey(demoCompany);
const hash = hashOf('research-1', 1);

let service: Harness;
const connect = (key = apiKey) =>
  service.call('PUT', '/v1/research/connection', { body: { apiKey: key } });
const fault = (rule: object) =>
  service.call('POST', '/v1/sandbox/faults', { body: { platform: 'research', ...rule } });
const get = (path: string, key?: string) =>
  service.call('GET', `/v1/research/${path}`, key === undefined ? {} : { key });
const post = (path: string, body: object, headers = {}) =>
  service.call('POST', `/v1/research/${path}`, { body, headers });
const calls = async (): Promise<number> =>
  (await service.call('GET', '/v1/sandbox/state')).body.calls;

/** A service with a simulated source, where no company is connected yet. */
async function started(): Promise<Harness> {
  const clock = createManualClock(undefined, { auto: true });
  return startHarness({ clock, platforms: [meta], companies: ownAndForeign('none') });
}

describe('connecting', () => {
  beforeAll(async () => {
    service = await started();
  });

  test('without a source every door is told how to connect one, and no client tries again', async () => {
    const paths = [
      'rpc/ads.list',
      'ads',
      `ads/${hash}`,
      'boards',
      'brand?companyName=lumen.example',
      'companies',
      'scrape/job-1',
    ];
    for (const path of paths) {
      const { status, body } = await get(path);
      expect([path, status, body.error.code, body.error.retryable]).toEqual([
        path,
        503,
        'unavailable',
        false,
      ]);
      expect(body.error.details).toMatchObject([{ code: 'no_research_source', hint: 'ask-admin' }]);
      expect(body.error.message).toMatch(/PUT \/v1\/research\/connection/);
    }
    const url = 'https://www.facebook.com/ads/library/?id=1';
    for (const [path, sent] of [
      ['rpc/boards.create', { name: 'x' }],
      ['boards', { name: 'x' }],
      ['scrape', { url }],
    ] as const)
      expect([path, (await post(path, sent)).status]).toEqual([path, 503]);
    expect((await get('connection')).body).toMatchObject({
      connected: false,
      source: 'sandbox.test',
      connectedAt: null,
    });
  });

  test('a key the source refuses is not kept', async () => {
    for (const wrong of ['adscan_live_nobody', 'sandbox-token']) {
      const { status, body } = await connect(wrong);
      expect([status, body.error.details[0].path, body.error.details[0].code]).toEqual([
        422,
        'apiKey',
        'credentials_refused',
      ]);
      expect(JSON.stringify(body)).not.toContain(wrong);
    }
    expect((await get('connection')).body.connected).toBe(false);
  });

  test('a key is kept sealed, never shown, and forgotten on demand', async () => {
    const made = await connect();
    expect([made.status, made.body.connected]).toEqual([200, true]);
    expect(JSON.stringify([made.body, (await get('connection')).body])).not.toContain(apiKey);
    const kept = await service.ports.store.find(researchConnectionKind, service.companyId, {
      limit: 10,
    });
    expect(kept.items).toHaveLength(1);
    expect(JSON.stringify(kept.items)).not.toContain(apiKey);
    const audit = (await service.call('GET', '/v1/audit')).body.data;
    expect(audit.map(({ action }: { action: string }) => action)).toContain('research.connect');
    expect(JSON.stringify(audit)).not.toContain(apiKey);

    expect((await get('boards')).status).toBe(200);
    expect((await service.call('DELETE', '/v1/research/connection')).status).toBe(200);
    expect((await get('boards')).status).toBe(503);
  });

  test('another company is not connected by it, and only an admin connects', async () => {
    await connect();
    expect((await get('boards', service.foreignKey)).status).toBe(503);
    const reader = await service.keyWith('read', 'launch', 'manage');
    expect(
      (await service.call('PUT', '/v1/research/connection', { key: reader, body: { apiKey } }))
        .status,
    ).toBe(403);
    expect((await get('boards', reader)).status).toBe(200);
    const key = await service.keyWith('read');
    expect(
      (await service.call('POST', '/v1/research/boards', { key, body: { name: 'x' } })).status,
    ).toBe(403);
  });

  test('a company of the sandbox starts connected', async () => {
    const made = await service.call('POST', '/v1/companies', {
      body: { name: 'Guests', sandbox: true },
    });
    const boards = await get('boards', made.body.adminKey);
    expect(boards.body.data.map(({ name }: { name: string }) => name)).toEqual([
      'Inspiration',
      'Competitors',
    ]);
  });
});

describe('asking', () => {
  beforeEach(async () => {
    service = await started();
    await connect();
  });

  test('any procedure by its name, with its input as JSON, raw or wrapped', async () => {
    const raw = await get(
      `rpc/ads.list?input=${encodeURIComponent(JSON.stringify({ search: 'roasted', limit: 5 }))}`,
    );
    expect(
      raw.body.data.ads.map(({ companyName }: { companyName: string }) => companyName),
    ).toEqual(['harbour-coffee.example']);
    const wrapped = await get(
      `rpc/ads.list?input=${encodeURIComponent(JSON.stringify({ json: { search: 'roasted' } }))}`,
    );
    expect(wrapped.body.data).toEqual(raw.body.data);
    const made = await post('rpc/boards.create', { name: 'By name' });
    expect(made.body.data).toMatchObject({ name: 'By name', published: false });
  });

  test('both names of one router', async () => {
    const input = encodeURIComponent(JSON.stringify({ companyName: 'northwind.example' }));
    const [own, other] = [
      await get(`rpc/brandSpy.getOverview?input=${input}`),
      await get(`rpc/brandWatch.getOverview?input=${input}`),
    ];
    expect(own.body.data).toMatchObject({ activeAds: 2 });
    expect(other.body).toEqual(own.body);
    expect(other.body.metadata.procedure).toBe('brandSpy.getOverview');
  });

  test('the curated six', async () => {
    expect(
      (await get(`ads?filters=${encodeURIComponent('{"limit":2}')}`)).body.data.ads,
    ).toHaveLength(2);
    expect((await get(`ads/${hash}`)).body.data).toMatchObject({
      hash,
      headline: 'Boots that keep water out',
    });
    expect((await get('boards')).body.data).toHaveLength(2);
    expect((await post('boards', { name: 'Mine' })).body.data).toMatchObject({ name: 'Mine' });
    expect((await get('brand?companyName=lumen.example')).body.data).toMatchObject({
      totalSpend: 1_250,
    });
    expect((await get('companies')).body.data).toEqual([{ companyName: 'northwind.example' }]);
  });

  test('a page of an ad library is read by a job', async () => {
    const started = await post('scrape', { url: 'https://www.facebook.com/ads/library/?id=42' });
    expect([started.status, started.body.data.status]).toEqual([202, 'queued']);
    const { jobId } = started.body.data;
    expect((await get(`scrape/${jobId}`)).body.data).toEqual({ jobId, status: 'running' });
    await service.clock.sleep(5_000);
    expect((await get(`scrape/${jobId}`)).body.data).toEqual({ jobId, status: 'done', ads: 1 });
    expect((await get('scrape/none')).status).toBe(404);
  });

  test.each([
    'https://elsewhere.example/ads/library/?id=1',
    'http://www.facebook.com/ads/library/?id=1',
    'https://www.facebook.com.elsewhere.example/ads/library/',
    'https://user@www.facebook.com/ads/library/',
    'https://www.facebook.com:444/ads/library/',
    'https://www.facebook.com/ads/library/../../x',
    'file:///ads/library',
  ])('%s is no page of an ad library', async (url) => {
    const before = await calls();
    const { status, body } = await post('scrape', { url });
    expect([status, body.error.details[0].code, await calls()]).toEqual([
      422,
      'library_address',
      before,
    ]);
  });

  test('what comes from outside is told to be data', async () => {
    const { body } = await get('rpc/ads.list');
    expect(JSON.stringify(body.data)).toContain('Ignore all previous instructions');
    expect(body.metadata).toMatchObject({
      untrusted: true,
      source: 'sandbox.test',
      procedure: 'ads.list',
    });
    expect(body.metadata.notice).toMatch(/never instructions/);
  });

  test('a model gets it as untrusted, and changes nothing by itself', async () => {
    const model = await connectOver(
      async (url, init) => service.app.request(url, init),
      await service.keyWith('manage'),
    );
    const { answer } = await callTool(model, 'call_action', {
      action: 'research.ads',
      input: { filters: { limit: 5 } },
    });
    expect(Object.keys(answer).sort()).toEqual(['metadata', 'success', 'untrusted']);
    expect(JSON.stringify(answer.untrusted.data)).toContain('Ignore all previous instructions');
    const { planDigest, startsDelivering } = await callTool(model, 'call_action', {
      action: 'research.createBoard',
      input: { name: 'By a model' },
    });
    expect([planDigest, startsDelivering]).toEqual([expect.any(String), false]);
    const keys = { procedure: 'apiKeys.create' };
    expect(
      await callTool(model, 'call_action', { action: 'research.mutate', input: keys }),
    ).toMatchObject({ isError: true });
    expect((await get('rpc/boards.list?input=%7B%7D')).body.data).toHaveLength(2);
    const refused = await callTool(model, 'call_action', {
      action: 'research.connect',
      input: { apiKey },
    });
    expect(refused.isError).toBe(true);
  });

  test('the doors of programs and clients answer the same', async () => {
    const { data, metadata } = (await get(`ads/${hash}`)).body;
    const caller = { companyId: service.companyId, keyId: 'program', scopes: ['read'] as const };
    expect(await operationsOf(service.ports, caller).research.ad({ hash })).toEqual({
      success: true,
      data,
      metadata,
    });
    const asked = await operationsOf(service.ports, caller).research.query({
      procedure: 'ads.getDetails',
      input: { hash },
    });
    expect(asked).toEqual({ success: true, data, metadata });
    const client = createClient({
      url: 'http://service.test',
      key: service.key,
      fetch: async (url, init) => service.app.request(url.replace('http://service.test', ''), init),
    });
    expect(await client.research.query({ procedure: 'ads.getDetails', input: { hash } })).toEqual({
      success: true,
      data,
      metadata,
    });
    expect(
      (await client.research.mutate({ procedure: 'boards.create', name: 'From a client' })).data,
    ).toMatchObject({
      name: 'From a client',
    });
  });
});

describe('kept answers', () => {
  beforeEach(async () => {
    service = await started();
    await connect();
  });

  test('a query is asked once a minute, whatever the order of its members', async () => {
    const path = (input: object) =>
      `rpc/ads.list?input=${encodeURIComponent(JSON.stringify(input))}`;
    const before = await calls();
    const first = await get(path({ limit: 2, platform: 'video' }));
    expect((await get(path({ platform: 'video', limit: 2 }))).body).toEqual(first.body);
    expect(await calls()).toBe(before + 1);
    await get(path({ platform: 'video', limit: 3 }));
    expect(await calls()).toBe(before + 2);
    await service.clock.sleep(60_000);
    expect((await get(path({ limit: 2, platform: 'video' }))).body.metadata.fetchedAt).not.toBe(
      first.body.metadata.fetchedAt,
    );
    expect(await calls()).toBe(before + 3);
  });

  test('equal questions at the same time are one', async () => {
    const before = await calls();
    await Promise.all(Array.from({ length: 20 }, () => get('companies')));
    expect(await calls()).toBe(before + 1);
  });

  test('what a company changes it sees at once', async () => {
    expect((await get('boards')).body.data).toHaveLength(2);
    await post('boards', { name: 'Third' });
    expect((await get('boards')).body.data).toHaveLength(3);
  });

  test('nothing is kept across companies and keys, and refusals not at all', async () => {
    await get('companies');
    await service.call('PUT', '/v1/research/connection', {
      key: service.foreignKey,
      body: { apiKey },
    });
    const before = await calls();
    await get('companies', service.foreignKey);
    expect(await calls()).toBe(before + 1);
    await connect();
    await get('companies');
    expect(await calls()).toBe(before + 3);
    for (const at of [4, 5]) {
      expect((await get('ads/unknown')).status).toBe(404);
      expect(await calls()).toBe(before + at);
    }
  });

  test('a program that changes what it was handed does not change what others get', async () => {
    const caller = { companyId: service.companyId, keyId: 'program', scopes: ['read'] as const };
    await get('boards');
    const { research } = operationsOf(service.ports, caller);
    const handed = (await research.boards()).data as { name: string }[];
    for (const board of handed) board.name = 'spoilt';
    expect(JSON.stringify((await research.boards()).data)).not.toContain('spoilt');
  });
});

describe('changes', () => {
  beforeEach(async () => {
    service = await started();
    await connect();
  });
  const key = { 'idempotency-key': 'board-1' };
  const boards = async (): Promise<number> =>
    (await get(`rpc/boards.list?input=${encodeURIComponent('{}')}`)).body.data.length;

  test('under one key are made once', async () => {
    const first = await post('boards', { name: 'Once' }, key);
    const second = await post('boards', { name: 'Once' }, key);
    expect([second.headers.get('idempotent-replay'), second.body]).toEqual(['true', first.body]);
    expect(await boards()).toBe(3);
  });

  test.each(['answer-lost', 'failed-but-created', 'html-but-done', 'empty-body'])(
    'without a certain answer (%s) are not sent again',
    async (name) => {
      await fault({ fault: name, method: 'POST', nth: 1 });
      const first = await post('boards', { name: 'Lost' }, key);
      expect([first.status, first.body.error.retryable]).toEqual([502, false]);
      expect(first.body.error.message).toMatch(/may have been carried out/);
      const second = await post('boards', { name: 'Lost' }, key);
      expect([second.status, second.body.error.details[0].code]).toEqual([409, 'outcome_unknown']);
      expect(await boards()).toBe(3);
    },
  );

  test('that the source refused can be corrected under the same key', async () => {
    await fault({ fault: 'throttle', method: 'POST', nth: 1 });
    const first = await post('boards', { name: 'Later' }, key);
    expect([first.status, first.body.error.retryable]).toEqual([502, true]);
    expect((await post('boards', { name: 'Later' }, key)).status).toBe(200);
    expect(await boards()).toBe(3);
  });
});

describe('what goes wrong at the source', () => {
  beforeEach(async () => {
    service = await started();
    await connect();
  });

  test.each([
    [{ fault: 'throttle' }, 502, 'TOO_MANY_REQUESTS', true, /in 7 seconds/],
    [{ fault: 'transient' }, 502, 'INTERNAL_SERVER_ERROR', true, /in a moment/],
    [{ fault: 'token-expired' }, 502, 'UNAUTHORIZED', false, /PUT \/v1\/research\/connection/],
    [{ fault: 'token-revoked' }, 502, 'UNAUTHORIZED', false, /PUT \/v1\/research\/connection/],
    [{ fault: 'permission' }, 502, 'FORBIDDEN', false, /may not do this/],
    [{ fault: 'html-502' }, 502, '502', true, /in a moment/],
    [{ fault: 'html-503' }, 502, '503', true, /in a moment/],
    [{ fault: 'empty-body' }, 502, '200', true, /in a moment/],
    [{ fault: 'other-answer' }, 502, '200', true, /in a moment/],
    [{ fault: 'huge-answer' }, 502, '200', false, /Ask for less/],
    [{ fault: 'moved' }, 502, '302', false, /SLIPWAY_RESEARCH_BASE_URL/],
    [{ fault: 'connection-cut' }, 502, null, true, /in a moment/],
    [{ fault: 'answer-lost' }, 502, null, true, /in a moment/],
  ])('%o is answered as %i %s', async (rule, status, code, retryable, fix) => {
    await fault({ ...rule, times: 1 });
    const answer = await get('companies');
    expect([
      answer.status,
      answer.body.error.platform,
      answer.body.error.platformCode,
      answer.body.error.retryable,
    ]).toEqual([status, 'research', code, retryable]);
    expect(answer.body.error.message).toMatch(fix);
    expect(answer.body.error.traceId.length).toBeGreaterThan(8);
  });

  test('the key of the source is in no message, and its words stand on one line', async () => {
    await fault({ fault: 'key-told', times: 1 });
    const answer = await get('companies');
    expect([answer.status, answer.body.error.platformMessage]).toEqual([
      422,
      'Bad key … at line 1',
    ]);
    expect(JSON.stringify(answer.body)).not.toContain(apiKey);
  });

  test('an input is bounded before anything is asked', async () => {
    const before = await calls();
    const query = await get(
      `rpc/ads.list?input=${encodeURIComponent(JSON.stringify({ search: 'ü'.repeat(1_100) }))}`,
    );
    expect([query.status, query.body.error.details[0].code]).toEqual([413, 'input_too_large']);
    const change = await post('rpc/boards.create', {
      a: 'x'.repeat(40_000),
      b: 'x'.repeat(40_000),
      c: 'x'.repeat(40_000),
    });
    expect([change.status, change.body.error.details[0].code]).toEqual([413, 'input_too_large']);
    for (const input of ['[1]', '"text"', 'null', '{', '7'])
      expect([
        input,
        (await get(`rpc/ads.list?input=${encodeURIComponent(input)}`)).status,
      ]).toEqual([input, 422]);
    expect(await calls()).toBe(before);
  });
});

/** A source that answers what it is told, once it is connected. */
async function answering(answer: HttpResult): Promise<void> {
  let isUp = true;
  const up = { ok: true, status: 200, headers: {}, text: '{"result":{"data":[]}}' } as const;
  service = await startHarness({
    http: { requestAll: async (requests) => requests.map(() => (isUp ? up : answer)) },
  });
  await connect();
  isUp = false;
}

describe('every word the source has for a refusal', () => {
  test.each([
    [400, 'BAD_REQUEST', 422, false, /Correct the input/],
    [400, 'PARSE_ERROR', 422, false, /Correct the input/],
    [401, 'UNAUTHORIZED', 502, false, /PUT \/v1\/research\/connection/],
    [402, 'PAYMENT_REQUIRED', 502, false, /plan of its account/],
    [403, 'FORBIDDEN', 502, false, /may not do this/],
    [404, 'NOT_FOUND', 404, false, /name of the procedure/],
    [405, 'METHOD_NOT_SUPPORTED', 422, false, /GET .*POST/],
    [408, 'TIMEOUT', 502, true, /in a moment/],
    [409, 'CONFLICT', 422, false, /Correct the input/],
    [412, 'PRECONDITION_FAILED', 422, false, /Correct the input/],
    [413, 'PAYLOAD_TOO_LARGE', 422, false, /Ask for less/],
    [415, 'UNSUPPORTED_MEDIA_TYPE', 502, false, /operator/],
    [422, 'UNPROCESSABLE_CONTENT', 422, false, /Correct the input/],
    [429, 'TOO_MANY_REQUESTS', 502, true, /in 7 seconds/],
    [499, 'CLIENT_CLOSED_REQUEST', 502, true, /in a moment/],
    [500, 'INTERNAL_SERVER_ERROR', 502, true, /in a moment/],
    [501, 'NOT_IMPLEMENTED', 502, false, /operator/],
    [502, 'BAD_GATEWAY', 502, true, /in a moment/],
    [503, 'SERVICE_UNAVAILABLE', 502, true, /in a moment/],
    [504, 'GATEWAY_TIMEOUT', 502, true, /in a moment/],
    [402, 'SOMETHING_NEW', 502, false, /plan of its account/],
    [418, 'SOMETHING_NEW', 502, false, /operator/],
  ] as const)('%i %s is answered as %i', async (sent, code, status, retryable, fix) => {
    const error = { message: 'In its words', code: -32_600, data: { code, httpStatus: sent } };
    await answering({
      ok: true,
      status: sent,
      headers: { 'retry-after': '7' },
      text: JSON.stringify({ error }),
    });
    const answer = await get('companies');
    const {
      platform,
      platformCode,
      platformMessage,
      message,
      retryable: again,
    } = answer.body.error;
    expect([answer.status, platform, platformCode, platformMessage, again]).toEqual([
      status,
      'research',
      code,
      'In its words',
      retryable,
    ]);
    expect(message).toMatch(fix);
  });

  test.each([
    ['{"error":"In its words"}', 'In its words'],
    [
      '{"error":{"json":{"message":"Wrapped","data":{"code":"NOT_FOUND","httpStatus":404}}}}',
      'Wrapped',
    ],
    ['{"error":{}}', 'The source answered 404 without saying why.'],
    ['', 'The source answered 404 without saying why.'],
  ])('%s is read', async (text, message) => {
    await answering({ ok: true, status: 404, headers: {}, text });
    const answer = await get('companies');
    expect([answer.status, answer.body.error.platformMessage]).toEqual([404, message]);
  });
});

describe('no answer at all', () => {
  test.each([
    ['timeout', true, /in a moment/],
    ['cut', true, /in a moment/],
    ['unreachable', true, /Nothing was sent/],
    ['oversized', false, /Ask for less/],
  ] as const)(
    '%s is told to whoever reads, and as uncertain to whoever changes',
    async (reason, retryable, fix) => {
      await answering({ ok: false, reason, message: `GET https://source.example/: ${reason}.` });
      const read = await get('companies');
      expect([read.status, read.body.error.retryable, read.body.error.platformCode]).toEqual([
        502,
        retryable,
        null,
      ]);
      expect(read.body.error.message).toMatch(fix);
      const change = await post('boards', { name: 'x' });
      expect([change.status, change.body.error.retryable]).toEqual([502, reason === 'unreachable']);
      if (reason !== 'unreachable')
        expect(change.body.error.message).toMatch(/may have been carried out/);
    },
  );
});
