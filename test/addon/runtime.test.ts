import { createHash, createHmac, randomUUID } from 'node:crypto';
import { describe, expect, test, vi } from 'vitest';
import { createAppsScriptClock } from '../../adapters/apps-script/clock.ts';
import { createAppsScriptHttp, type FetchServices } from '../../adapters/apps-script/http.ts';
import { createAppsScriptSecrets } from '../../adapters/apps-script/secrets.ts';
import { sha256 } from '../../adapters/apps-script/sha256.ts';
import { SyncPromise } from '../../adapters/apps-script/sync-promise.ts';
import { createTimerClock } from '../../adapters/apps-script/timers.ts';
import { utf8 } from '../../adapters/apps-script/utf8.ts';
import { secretsSuite } from '../conformance/secrets.suite.ts';

describe('a promise for Apps Script', () => {
  test('runs its jobs in the order native promises do', async () => {
    const story = (P: PromiseConstructor): PromiseLike<string[]> => {
      const told: string[] = [];
      const tell = (word: string) => () => {
        told.push(word);
      };
      const thenable = Object.fromEntries([['then', (done: (value: number) => void) => done(3)]]);
      const chain = P.resolve(1)
        .then(tell('a'))
        .then(() => P.resolve(2))
        .then(tell('b'))
        .finally(tell('c'));
      const other = P.reject(new Error('x')).catch(tell('d')).then(tell('e')).then(tell('f'));
      const foreign = new P((resolve) => resolve(thenable)).then(tell('g'));
      const all = P.all([chain, other, foreign, 4]).then(tell('h'));
      tell('first')();
      return all.then(() => told);
    };
    const native = await story(Promise);
    expect(native).toHaveLength(9);
    expect(SyncPromise.unwrap(story(SyncPromise as unknown as PromiseConstructor))).toEqual(native);
  });

  test('throws what it was rejected with, and says so when it can never settle', () => {
    expect(() => SyncPromise.unwrap(SyncPromise.reject(new TypeError('no')))).toThrow(TypeError);
    expect(() => SyncPromise.unwrap(new SyncPromise(() => undefined))).toThrow('Still pending');
    const self: SyncPromise<unknown> = new SyncPromise((resolve) =>
      SyncPromise.resolve(0).then(() => resolve(self)),
    );
    expect(() => SyncPromise.unwrap(self)).toThrow('cannot wait for itself');
  });

  test('settles once, whatever its maker does, and all of many at once', () => {
    const twice = new SyncPromise<number>((resolve, reject) => {
      resolve(1);
      reject(new Error('late'));
      throw new Error('later');
    });
    expect(SyncPromise.unwrap(twice)).toBe(1);
    expect(SyncPromise.unwrap(SyncPromise.all([]))).toEqual([]);
    expect(
      SyncPromise.unwrap(
        SyncPromise.race([new SyncPromise<number>(() => undefined), SyncPromise.resolve(2)]),
      ),
    ).toBe(2);
    expect(
      SyncPromise.unwrap(SyncPromise.allSettled([SyncPromise.resolve(1), SyncPromise.reject('x')])),
    ).toEqual([
      { status: 'fulfilled', value: 1 },
      { status: 'rejected', reason: 'x' },
    ]);
  });

  test('waits a hundred thousand times in a row without using up the stack', () => {
    let chain = SyncPromise.resolve(0);
    for (let i = 0; i < 100_000; i++) chain = chain.then((count) => SyncPromise.resolve(count + 1));
    expect(SyncPromise.unwrap(chain)).toBe(100_000);
  });

  test('that waits for a sleeper is settled by waking one sleeper after the other, and no more of them than it takes', () => {
    const told: string[] = [];
    const wakers: [at: number, wake: () => void][] = [];
    const sleepUntil = (at: number, word: string): SyncPromise<unknown> =>
      new SyncPromise<void>((resolve) => void wakers.push([at, resolve as () => void])).then(() =>
        told.push(word),
      );
    SyncPromise.whenIdle = () => {
      const next = wakers.sort(([a], [b]) => a - b).shift();
      next?.[1]();
      return next !== undefined;
    };
    void sleepUntil(30, 'heartbeat');
    SyncPromise.unwrap(sleepUntil(10, 'work').then(() => sleepUntil(25, 'done')));
    expect(told).toEqual(['work', 'done']);
    expect(() => SyncPromise.unwrap(new SyncPromise(() => undefined))).toThrow('Still pending');
    SyncPromise.whenIdle = undefined;
  });
});

describe('HTTP over UrlFetch', () => {
  const answer = (status: number, text = '{}') => ({
    getResponseCode: () => status,
    getContentText: () => text,
    getAllHeaders: () => ({ 'Retry-After': '7', 'Set-Cookie': ['a', 'b'] }),
  });
  const http = (fetchAll: FetchServices['urlFetchApp']['fetchAll']) =>
    createAppsScriptHttp({ urlFetchApp: { fetchAll } });

  test('sends all requests at once, mutes exceptions, and tells headers in lower case', async () => {
    const sent: { contentType?: string; payload?: unknown }[] = [];
    const results = await http((requests) => {
      sent.push(...requests);
      return requests.map(() => answer(429));
    }).requestAll([
      { method: 'GET', url: 'https://a/b' },
      {
        method: 'POST',
        url: 'https://a/c',
        headers: { x: 'y' },
        body: { type: 'json', value: { a: 1 } },
      },
      { method: 'POST', url: 'https://a/d', body: { type: 'form', fields: { a: '1' } } },
      {
        method: 'PUT',
        url: 'https://a/e',
        body: { type: 'bytes', contentType: 'image/png', bytes: new Uint8Array([1, 255]) },
      },
      {
        method: 'POST',
        url: 'https://a/f',
        body: {
          type: 'multipart',
          fields: { a: '1' },
          files: [
            {
              part: 'file',
              filename: 'größe "1".png',
              contentType: 'image/png',
              bytes: new Uint8Array([200, 13, 10]),
            },
          ],
        },
      },
    ]);
    expect(results[0]).toEqual({
      ok: true,
      status: 429,
      headers: { 'retry-after': '7', 'set-cookie': 'a, b' },
      text: '{}',
    });
    expect(sent).toMatchObject([
      { method: 'get', muteHttpExceptions: true },
      { method: 'post', headers: { x: 'y' }, contentType: 'application/json', payload: '{"a":1}' },
      { payload: { a: '1' } },
      { method: 'put', contentType: 'image/png', payload: [1, -1] },
      { method: 'post', url: 'https://a/f' },
    ]);
    const { contentType = '', payload } = sent[4] ?? {};
    const form = await new Response(
      Uint8Array.from(payload as number[], (byte) => byte & 0xff),
      {
        headers: { 'content-type': contentType },
      },
    ).formData();
    expect(form.get('a')).toBe('1');
    const file = form.get('file') as File;
    expect([file.name, file.type]).toEqual(['größe %221%22.png', 'image/png']);
    expect(new Uint8Array(await file.arrayBuffer())).toEqual(new Uint8Array([200, 13, 10]));
  });

  test.each([
    ['DNS error: https://a', 'unreachable'],
    ['Address unavailable: https://a', 'unreachable'],
    ['Timeout: https://a/b?key=secret', 'cut'],
    ['Exception: the connection to a broke', 'cut'],
  ])('never rejects: %s is a value', async (message, reason) => {
    const failing = http(() => {
      throw new Error(message);
    });
    const [result] = await failing.requestAll([{ method: 'POST', url: 'https://a/b?key=secret' }]);
    expect(result).toEqual({ ok: false, reason, message: message.replace('?key=secret', '') });
    expect(JSON.stringify(result)).not.toContain('secret');
  });

  test('a write that Google refuses without a known reason may have been sent', async () => {
    const failing = http(() => {
      throw new Error('Ausnahme');
    });
    expect(
      await failing.requestAll([{ method: 'POST', url: 'https://host.example/b' }]),
    ).toMatchObject([{ reason: 'cut', refused: 'other' }]);
  });

  test('repeats reads one by one when one of several cannot be delivered, and never a write', async () => {
    const sent: string[][] = [];
    const results = await http((requests) => {
      sent.push(requests.map(({ url }) => url));
      if (requests.some(({ url }) => url.endsWith('bad'))) throw new Error('Address unavailable');
      return requests.map(() => answer(200));
    }).requestAll([
      { method: 'GET', url: 'https://a/good' },
      { method: 'GET', url: 'https://a/bad' },
      { method: 'POST', url: 'https://a/write' },
    ]);
    expect(results.map((result) => (result.ok ? result.status : result.reason))).toEqual([
      200,
      'unreachable',
      'cut',
    ]);
    expect(sent).toEqual([
      ['https://a/good', 'https://a/bad', 'https://a/write'],
      ['https://a/good'],
      ['https://a/bad'],
    ]);
  });
});

test('digests are those of everybody else, whatever the length', () => {
  const lengths = [0, 1, 55, 56, 57, 63, 64, 65, 119, 120, 128, 1_000];
  const files = lengths.map((length) =>
    Uint8Array.from({ length: length + 3 }, (_, i) => (i * 31 + length) & 0xff).subarray(3),
  );
  const texts = ['', 'plain', 'größe', '漢字', '😀', 'half \ud83d of a pair'];
  for (const bytes of [...files, ...texts.map(utf8)])
    expect(Buffer.from(sha256(bytes)).toString('hex')).toBe(
      createHash('sha256').update(bytes).digest('hex'),
    );
  for (const text of texts) expect(Buffer.from(utf8(text))).toEqual(Buffer.from(text, 'utf8'));
});

describe('secrets over Utilities and the user’s properties', () => {
  const signed = (bytes: Uint8Array): number[] => Array.from(bytes, (byte) => (byte << 24) >> 24);
  const unsigned = (bytes: readonly number[]): Uint8Array =>
    Uint8Array.from(bytes, (byte) => byte & 0xff);
  const kept = new Map<string, string>();
  const secrets = createAppsScriptSecrets({
    utilities: {
      getUuid: randomUUID,
      computeDigest: (_, value) => signed(createHash('sha256').update(unsigned(value)).digest()),
      computeHmacSha256Signature: (value, key) =>
        signed(createHmac('sha256', unsigned(key)).update(unsigned(value)).digest()),
      newBlob: (text) => ({ getBytes: () => signed(Buffer.from(text, 'utf8')) }),
      DigestAlgorithm: { SHA_256: 'SHA-256' },
    },
    properties: {
      getProperty: (name) => kept.get(name) ?? null,
      setProperty: (name, value) => kept.set(name, value),
    },
  });

  secretsSuite(() => secrets);
});

test('the clock sleeps in pieces that Apps Script takes', async () => {
  const slept: number[] = [];
  await createAppsScriptClock({ sleep: (ms) => slept.push(ms) }).sleep(700_000);
  expect(slept).toEqual([300_000, 300_000, 100_000]);
});

test('a clock on which several sleep stands still until the first of them, five minutes at most in one go', () => {
  const now = vi.spyOn(Date, 'now').mockReturnValue(1_800_000_000_000);
  const slept: number[] = [];
  const clock = createTimerClock({ sleep: (ms) => void slept.push(ms) });
  expect(clock.wakeNext()).toBe(false);
  for (const ms of [20_000, 5_000, 700_000]) void clock.sleep(ms);
  for (let i = 0; i < 3; i++) expect(clock.wakeNext()).toBe(true);
  expect(clock.wakeNext()).toBe(false);
  expect(slept).toEqual([5_000, 20_000, 300_000, 300_000, 100_000]);
  now.mockRestore();
});
