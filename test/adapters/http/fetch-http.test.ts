import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createFetchHttp } from '../../../adapters/http/fetch-http.ts';
import type { HttpRequest } from '../../../core/ports/http.ts';

let base = '';
let sent = 0;
const server = createServer(async (request, response) => {
  const path = (request.url ?? '').split('?')[0];
  if (path === '/hang') return;
  if (path === '/cut') return request.socket.destroy();
  if (path === '/endless') {
    response.writeHead(200, { 'content-type': 'application/json' });
    const piece = Buffer.alloc(64 * 1024, 'x');
    const more = (): void => {
      while (!response.destroyed && response.write(piece)) sent += piece.length;
      sent += piece.length;
    };
    response.on('drain', more);
    return more();
  }
  if (path === '/declared') {
    response.writeHead(200, { 'content-length': String(900_000_000) });
    return response.write('{');
  }
  if (path === '/exact') return response.end('€'.repeat(40_000));
  if (path === '/half') {
    response.writeHead(200, { 'content-length': '1000' });
    return response.write('{"half":', () => request.socket.destroy());
  }
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  response.writeHead(418, { 'X-Seen': 'Yes', 'content-type': 'application/json' });
  response.end(
    JSON.stringify({
      method: request.method,
      type: request.headers['content-type'],
      body: Buffer.concat(parts).toString(),
    }),
  );
});
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const http = createFetchHttp();
const send = async (request: Partial<HttpRequest> & { url: string }) => {
  const [result] = await http.requestAll([{ method: 'POST', ...request }]);
  if (result === undefined) throw new Error('no result');
  return result;
};
const echoed = async (body: NonNullable<HttpRequest['body']>) => {
  const result = await send({ url: `${base}/`, body });
  return result.ok ? JSON.parse(result.text) : result;
};

test('a status of any kind is an answer, with headers in lower case', async () => {
  const result = await send({ url: `${base}/`, body: { type: 'json', value: { a: 1 } } });
  expect(result).toMatchObject({ ok: true, status: 418, headers: { 'x-seen': 'Yes' } });
});

test('each kind of body arrives with its content type', async () => {
  expect(await echoed({ type: 'json', value: { a: [1] } })).toMatchObject({
    type: 'application/json',
    body: '{"a":[1]}',
  });
  expect(await echoed({ type: 'form', fields: { a: 'ü &=', b: '2' } })).toMatchObject({
    type: 'application/x-www-form-urlencoded',
    body: 'a=%C3%BC+%26%3D&b=2',
  });
  expect(
    await echoed({
      type: 'bytes',
      contentType: 'video/mp4',
      bytes: new TextEncoder().encode('raw'),
    }),
  ).toMatchObject({
    type: 'video/mp4',
    body: 'raw',
  });
});

test('a multipart body is built anew for every attempt', async () => {
  const file = {
    part: 'file0',
    filename: 'a.png',
    contentType: 'image/png',
    bytes: new TextEncoder().encode('PNG'),
  };
  const body = { type: 'multipart', fields: { batch: '[]' }, files: [file] } as const;
  for (let attempt = 0; attempt < 2; attempt += 1) {
    const seen = await echoed(body);
    expect(seen.type).toMatch(/^multipart\/form-data; ?boundary=/);
    expect(seen.body).toContain('name="file0"; filename="a.png"');
    expect(seen.body).toContain('Content-Type: image/png');
    expect(seen.body).toContain('PNG');
  }
});

test('answers come in the order of the requests', async () => {
  const results = await http.requestAll(
    [1, 2, 3].map(
      (number) =>
        ({ method: 'POST', url: `${base}/`, body: { type: 'json', value: number } }) as const,
    ),
  );
  expect(results.map((result) => (result.ok ? JSON.parse(result.text).body : ''))).toEqual([
    '1',
    '2',
    '3',
  ]);
});

test('no connection, no answer in time and a broken connection are told apart', async () => {
  expect(await send({ url: 'http://127.0.0.1:1/x?access_token=SECRET' })).toMatchObject({
    ok: false,
    reason: 'unreachable',
  });
  expect(await send({ url: 'http://no-such-host.invalid/' })).toMatchObject({
    ok: false,
    reason: 'unreachable',
  });
  expect(await send({ url: `${base}/cut` })).toMatchObject({ ok: false, reason: 'cut' });
  expect(await send({ url: `${base}/half` })).toMatchObject({ ok: false, reason: 'cut' });
  expect(await send({ url: `${base}/hang`, timeoutMs: 20 })).toMatchObject({
    ok: false,
    reason: 'timeout',
  });
});

test('a fetch that ignores its signal does not hold the caller', async () => {
  const stubborn = createFetchHttp({ fetch: () => new Promise(() => {}) });
  const [result] = await stubborn.requestAll([
    { method: 'GET', url: 'https://example.test/', timeoutMs: 5 },
  ]);
  expect(result).toMatchObject({ ok: false, reason: 'timeout' });
});

test('what went wrong never repeats a query string, even when the runtime says it', async () => {
  const leaky = createFetchHttp({
    fetch: (url) =>
      Promise.reject(new Error(`error sending request for url (${url}): connection reset`)),
  });
  const [result] = await leaky.requestAll([
    { method: 'GET', url: 'https://example.test/me?access_token=SECRET' },
  ]);
  expect(result).toMatchObject({ ok: false, reason: 'cut' });
  expect(JSON.stringify(result)).not.toContain('SECRET');
  expect(JSON.stringify(result)).toContain('https://example.test/me');
});

test('every call is told at the level for fault-finding, without its query', async () => {
  const told: unknown[] = [];
  const log = { debug: (event: string, fields?: object) => told.push([event, fields]) };
  await createFetchHttp({ log }).requestAll([
    { method: 'GET', url: `${base}/me?access_token=hush` },
    { method: 'POST', url: `${base}/cut?access_token=hush` },
  ]);
  expect(told).toHaveLength(2);
  expect(told).toContainEqual([
    'http.call',
    { method: 'GET', url: `${base}/me`, status: 418, ms: expect.any(Number) },
  ]);
  expect(told).toContainEqual([
    'http.call',
    { method: 'POST', url: `${base}/cut`, failed: 'cut', ms: expect.any(Number) },
  ]);
});

describe('an answer without end', () => {
  const bounded = createFetchHttp({ maxBytes: 120_000 });

  test('is read up to the bound and let go', async () => {
    const [result] = await bounded.requestAll([
      { method: 'GET', url: `${base}/endless?access_token=secret` },
    ]);
    expect(result).toMatchObject({ ok: false, reason: 'oversized' });
    expect(result?.ok === false && result.message).toContain(
      '/endless: the answer has more than 120000 bytes',
    );
    // What was under way when the reader left, and not the gigabytes that would have followed.
    expect(sent).toBeLessThan(20_000_000);
  });

  test('is not read at all when it says so itself', async () => {
    expect(await bounded.requestAll([{ method: 'GET', url: `${base}/declared` }])).toMatchObject([
      { ok: false, reason: 'oversized' },
    ]);
  });

  test('an answer that just fits is whole, letters that arrive in pieces included', async () => {
    const [result] = await bounded.requestAll([{ method: 'GET', url: `${base}/exact` }]);
    expect(result?.ok && result.text).toBe('€'.repeat(40_000));
  });
});
