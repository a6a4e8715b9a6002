import { describe, expect, test } from 'vitest';
import { classOfStatus } from '../../../adapters/platforms/kit/failures.ts';
import { caller, examplePlatform, json } from './example-platform.ts';

describe('a request', () => {
  test('carries parameters where its method has them, and the time its content needs', async () => {
    const { wire, requests } = examplePlatform();
    await wire.call(caller, {
      method: 'GET',
      path: 'ads',
      query: { ids: ['1', '2'], none: undefined },
    });
    await wire.call(caller, {
      method: 'PATCH',
      path: 'ads',
      query: { account: '42' },
      body: [{ id: '1' }],
    });
    const file = {
      part: 'file',
      filename: 'a.png',
      contentType: 'image/png',
      bytes: new Uint8Array(3),
    };
    await wire.call(caller, { method: 'POST', path: 'media', body: { name: 'a' }, files: [file] });
    expect(requests).toMatchObject([
      {
        method: 'GET',
        url: 'https://api.test/v1/ads?ids=%5B%221%22%2C%222%22%5D',
        timeoutMs: 30_000,
      },
      {
        method: 'PATCH',
        url: 'https://api.test/v1/ads?account=42',
        body: { type: 'json', value: [{ id: '1' }] },
      },
      {
        method: 'POST',
        body: { type: 'multipart', fields: { name: 'a' }, files: [file] },
        timeoutMs: 120_000,
      },
    ]);
    expect(requests[0]?.body).toBeUndefined();
  });

  test('to another host takes no credentials along', async () => {
    const { wire, requests } = examplePlatform();
    const bytes = { contentType: 'video/mp4', bytes: new Uint8Array(3) };
    await wire.call(caller, {
      method: 'PUT',
      path: 'upload',
      url: 'https://files.test/x',
      bytes,
      anonymous: true,
    });
    expect(requests).toEqual([
      {
        method: 'PUT',
        url: 'https://files.test/x',
        headers: {},
        timeoutMs: 120_000,
        body: { type: 'bytes', ...bytes },
      },
    ]);
    expect(JSON.stringify(requests)).not.toContain('secret-token');
  });

  test('is not sent by a worker whose lease is lost', async () => {
    const { wire, requests } = examplePlatform();
    const answer = await wire.call(
      { ...caller, isLeaseHeld: () => false },
      { method: 'POST', path: 'ads', body: {} },
    );
    expect(answer).toMatchObject({
      ok: false,
      maybeDone: false,
      failure: { class: 'throttled', message: /nothing was sent/ },
    });
    expect(requests).toEqual([]);
  });
});

describe('an answer', () => {
  test('is there as it came and as an object, with its headers', async () => {
    const { wire } = examplePlatform(json([{ id: '1' }], 200, { etag: 'E' }));
    const answer = await wire.call(caller, { method: 'GET', path: 'ads' });
    expect(answer).toEqual({
      ok: true,
      data: [{ id: '1' }],
      body: {},
      partial: false,
      headers: { etag: 'E' },
    });
  });

  test('tells the time of the platform, which goes on by itself', async () => {
    const { wire, clock } = examplePlatform(
      json({}, 200, { date: 'Sun, 15 Nov 2026 12:00:00 GMT' }),
    );
    expect(wire.platformNow()).toBeUndefined();
    await wire.call(caller, { method: 'GET', path: 'ads' });
    await clock.advance(5_000);
    expect(wire.platformNow()).toBe(Date.UTC(2026, 10, 15, 12, 0, 5));
  });

  test('that quotes credentials is freed of them, in words and in logs; what is no secret stays', async () => {
    const { wire, lines } = examplePlatform(
      json({ code: 5, message: 'secret-token of public-app with unlisted-secret is bad' }, 400),
    );
    const answer = await wire.call(caller, { method: 'GET', path: 'ads' });
    expect(answer).toMatchObject({
      failure: { message: 'It was refused: … of public-app with … is bad', fix: 'Change it.' },
    });
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      event: 'example.refused',
      path: 'ads',
      class: 'invalid',
      code: '5',
    });
    expect(JSON.stringify([answer, lines])).not.toMatch(/secret-token|unlisted-secret/);
  });

  test('inside another one is read and logged as any other', async () => {
    const { wire, lines } = examplePlatform();
    const inner = {
      ok: true,
      status: 400,
      headers: {},
      text: '{"code":5,"message":"no"}',
    } as const;
    expect(wire.read(caller, { method: 'POST', path: 'inner' }, inner)).toMatchObject({
      ok: false,
      failure: { code: '5' },
    });
    const refusal = { failure: wire.fail('rule', 'Item of secret-token.'), maybeDone: false };
    expect(wire.refused(caller, { path: 'item' }, refusal)).toMatchObject({
      failure: { message: 'Item of ….' },
    });
    expect(lines).toHaveLength(2);
  });
});

test('a refusal for too many calls stops the budget until the platform’s time has come', async () => {
  const { wire, requests, clock } = examplePlatform(json({ code: 8 }, 429), json({}));
  const read = () => wire.call(caller, { method: 'GET', path: 'ads' });
  expect(await read()).toMatchObject({ failure: { class: 'throttled', retryAfterMs: 1_000 } });
  const started = clock.now();
  expect(await read()).toMatchObject({ ok: true });
  expect(clock.now() - started).toBe(1_000);
  expect(requests).toHaveLength(2);
  expect(wire.usage('42')).toBeGreaterThan(0);
});

test('a status means the same everywhere, unless a platform says otherwise', () => {
  expect([401, 403, 404, 413, 429, 418, 502].map((status) => classOfStatus(status))).toEqual([
    'auth',
    'blocked',
    'missing',
    'too-large',
    'throttled',
    'invalid',
    'transient',
  ]);
  expect(classOfStatus(404, { 404: 'invalid' })).toBe('invalid');
});

describe('calls', () => {
  test('a list is read to its last page, by GET or by POST', async () => {
    const pages = [
      json({ items: [{ id: '1' }, { id: '2' }], bookmark: 'B' }),
      json({ items: [{ id: '3' }] }),
    ];
    const { calls, requests } = examplePlatform(...pages);
    expect((await calls.list(caller, 'ads', { order: 'x' })).map(({ id }) => id)).toEqual([
      '1',
      '2',
      '3',
    ]);
    expect(requests.map(({ url }) => url)).toEqual([
      'https://api.test/v1/ads?page_size=2&order=x',
      'https://api.test/v1/ads?page_size=2&order=x&bookmark=B',
    ]);
    const posted = examplePlatform(...pages);
    await posted.calls.list(caller, 'search', { query: 'q' }, { method: 'POST' });
    expect(posted.requests.map(({ body }) => body)).toEqual([
      { type: 'json', value: { page_size: 2, query: 'q' } },
      { type: 'json', value: { page_size: 2, query: 'q', bookmark: 'B' } },
    ]);
  });

  test('a read survives stumbles; a write that may have been carried out is not repeated, unless that is harmless', async () => {
    const stumble = json('<html>', 502);
    const read = examplePlatform(stumble, stumble, json({ id: '1' }));
    expect(await read.calls.read(caller, 'ads/1')).toEqual({ id: '1' });
    const write = examplePlatform(stumble, json({ id: '1' }));
    expect(await write.calls.tried(caller, 'ads', {})).toMatchObject({
      ok: false,
      maybeDone: true,
    });
    expect(write.requests).toHaveLength(1);
    const status = examplePlatform(stumble, json({ id: '1' }));
    expect(
      await status.calls.write(
        caller,
        'ads/1',
        { on: true },
        { method: 'PATCH', harmlessTwice: true },
      ),
    ).toEqual({
      id: '1',
    });
    expect(status.requests.map(({ method }) => method)).toEqual(['PATCH', 'PATCH']);
  });
});
