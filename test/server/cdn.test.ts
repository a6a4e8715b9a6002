import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { createDiskBlobs } from '../../adapters/media/disk.ts';
import { createMediaFiles } from '../../adapters/media/files.ts';
import { mediaKind } from '../../core/media/records.ts';
import { takeName } from '../../core/records/unique-name.ts';
import { rangeOf } from '../../server/http/cdn.ts';
import { png } from '../samples/media.ts';
import { type Harness, startHarness } from './harness.ts';

let harness: Harness;
let bytes: Uint8Array<ArrayBuffer>;
let path: string;
let company: string;

interface Uploaded {
  readonly id: number;
  readonly url: string;
  readonly filename: string;
  readonly originalName: string;
  readonly wasRenamed: boolean;
}

async function uploadAs(name: string): Promise<{ status: number; body: Uploaded }> {
  const form = new FormData();
  form.set('file', new File([bytes], name));
  const response = await harness.app.request('/upload', {
    method: 'POST',
    headers: { authorization: `Bearer ${harness.key}` },
    body: form,
  });
  return { status: response.status, body: await response.json() };
}

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'slipway-cdn-'));
  await writeFile(join(folder, 'secret.txt'), 'secret');
  const files = await createMediaFiles(
    createDiskBlobs(join(folder, 'blobs')),
    join(folder, 'incoming'),
  );
  harness = await startHarness({ ports: { files } });
  bytes = Uint8Array.from(await png(64, 64));
  company = harness.companyId;
  path = new URL((await uploadAs('a b.png')).body.url).pathname;
});

const get = (headers: { [name: string]: string } = {}, method = 'GET') =>
  harness.app.request(path, { method, headers });

describe('a file', () => {
  test('comes whole, with its type, cacheable for a day, and cannot be taken for anything else', async () => {
    const response = await get();
    expect(response.status).toBe(200);
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(bytes);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/png',
      'content-length': String(bytes.length),
      'accept-ranges': 'bytes',
      'cache-control': 'public, max-age=86400, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      etag: expect.stringMatching(/^"[0-9a-f]{64}"$/),
    });
  });

  test('is not sent again to who has it', async () => {
    const etag = (await get()).headers.get('etag') ?? '';
    for (const header of [etag, `W/${etag}`, `"x", ${etag}`, '*'])
      expect((await get({ 'if-none-match': header })).status).toBe(304);
    expect((await get({ 'if-none-match': '"x"' })).status).toBe(200);
  });

  test('comes in parts', async () => {
    const part = await get({ range: 'bytes=10-19' });
    expect([part.status, part.headers.get('content-range')]).toEqual([
      206,
      `bytes 10-19/${bytes.length}`,
    ]);
    expect(new Uint8Array(await part.arrayBuffer())).toEqual(bytes.slice(10, 20));
    const end = await get({ range: 'bytes=-5' });
    expect(new Uint8Array(await end.arrayBuffer())).toEqual(bytes.slice(-5));
    const beyond = await get({ range: `bytes=${bytes.length}-` });
    expect([beyond.status, beyond.headers.get('content-range')]).toEqual([
      416,
      `bytes */${bytes.length}`,
    ]);
    expect((await get({ range: 'bytes=0-1', 'if-range': '"other"' })).status).toBe(200);
  });

  test('tells its size to HEAD without sending it', async () => {
    const response = await get({}, 'HEAD');
    expect([response.status, response.headers.get('content-length')]).toEqual([
      200,
      String(bytes.length),
    ]);
    expect((await response.arrayBuffer()).byteLength).toBe(0);
  });
});

test('any range header gives a part of the file, all of it, or a refusal', () => {
  const header = fc.oneof(
    fc
      .tuple(
        fc.constantFrom('bytes=', 'Bytes=', 'items=', ''),
        fc.nat(30),
        fc.constantFrom('-', '--', ''),
        fc.nat(30),
      )
      .map((all) => all.join('')),
    fc.nat(30).map((n) => `bytes=-${n}`),
    fc.nat(30).map((n) => `bytes=${n}-`),
    fc.string(),
  );
  fc.assert(
    fc.property(header, fc.integer({ min: 1, max: 20 }), (text, size) => {
      const range = rangeOf(text, size);
      if (typeof range !== 'object') return;
      expect(range.from).toBeGreaterThanOrEqual(0);
      expect(range.to).toBeLessThan(size);
      expect(range.from).toBeLessThanOrEqual(range.to);
    }),
    { numRuns: 2_000 },
  );
});

describe('what must not be served', () => {
  test.each([
    '/media',
    '/media/',
    '/media/COMPANY',
    '/media/COMPANY/',
    '/media/COMPANY/.',
    '/media/COMPANY/..',
    '/media/COMPANY/%2e%2e',
    '/media/COMPANY/..%2f..%2fsecret.txt',
    '/media/COMPANY/%2e%2e%2fsecret.txt',
    '/media/COMPANY/..%5c..%5csecret.txt',
    '/media/COMPANY/%252e%252e%252fsecret.txt',
    '/media/COMPANY/..;/secret.txt',
    '/media/COMPANY/%00',
    '/media/COMPANY/a%20b.png%00',
    '/media/COMPANY/a%20b.png%2f',
    '/media/COMPANY/a%20b.png/',
    '/media/COMPANY/%c0%ae%c0%ae%2fsecret.txt',
    '/media/COMPANY/%ff',
    '/media/COMPANY/%',
    `/media/COMPANY/${'x'.repeat(5_000)}`,
    '/media/../secret.txt',
    '/media/%2e%2e/secret.txt',
    '/media/..%2f/secret.txt',
    '/media/co_other/a%20b.png',
    '/media/system/a%20b.png',
    '/media/%00/a%20b.png',
    '/media/COMPANY/A%20B.png',
    '/media/COMPANY/secret.txt',
    '/media/COMPANY/incoming',
    '/media/COMPANY//etc/passwd',
    '/media/COMPANY/blobs',
  ])('%s', async (address) => {
    const response = await harness.app.request(address.replace('COMPANY', company));
    expect(response.status).toBe(404);
    expect(await response.text()).not.toContain('secret');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  });
});

test.each([
  '../../../etc/passwd',
  '..\\..\\windows\\win.ini',
  '/etc/shadow',
  'C:\\boot.ini',
  '.htaccess',
  '...',
  '',
  ' ',
  'a\0b.png',
  'a\r\nX-Evil: 1.png',
  '"; filename="other.png',
  '<img src=x onerror=alert(1)>.png',
  'evil.html',
  'evil.svg',
  'evil.php.png',
  'a?b#c.png',
  'a%2fb.png',
  'CON',
  'nul.png',
  '\u202egnp.exe',
  '\ufeffbom.png',
  '😀😀😀.png',
  'x'.repeat(5_000),
  `${'é'.repeat(3_000)}.png`,
  '$(rm -rf).png',
  '`id`.png',
  "'; drop table media; --.png",
  '{{adName}}.png',
  'a/b/c/d.png',
  'name with  many   spaces .png',
  'ends.with.dots...',
  '-rf.png',
])('a file named %j is kept under a harmless name and served as what it is', async (name) => {
  const { status, body } = await uploadAs(name);
  expect(status).toBe(200);
  expect(body.filename).toMatch(/^[\p{L}\p{N}(][^/\\"'<>%?#&;`$\p{Cc}\p{Cf}]*\.png$/u);
  const response = await harness.app.request(new URL(body.url).pathname);
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/png']);
  expect(response.headers.get('x-evil')).toBeNull();
});

describe('who does not have the address of a file', () => {
  test('does not read it by its name, nor learns that it was there', async () => {
    const { body } = await uploadAs('secret plans.png');
    const { pathname } = new URL(body.url);
    expect(pathname).toBe(`/media/${company}/${encodeURIComponent(body.filename)}`);
    expect([body.originalName, body.wasRenamed]).toEqual(['secret plans.png', false]);
    const guesses = [
      'secret plans.png',
      'secret plans-.png',
      `${body.filename.slice(0, -5)}.png`,
      body.filename.toLowerCase(),
    ];
    const statuses = () =>
      Promise.all(
        guesses.map(
          async (name) =>
            (await harness.app.request(`/media/${company}/${encodeURIComponent(name)}`)).status,
        ),
      );
    expect(await statuses()).toEqual([404, 404, 404, 404]);
    expect((await harness.app.request(pathname)).status).toBe(200);
    await harness.call('DELETE', `/v1/media/${body.id}`);
    expect(await statuses()).toEqual([404, 404, 404, 404]);
    expect((await harness.app.request(pathname)).status).toBe(410);
  });

  test('does not find one file by the address of another of the same name', async () => {
    const [one, two] = [await uploadAs('twice.png'), await uploadAs('twice.png')];
    expect([one.body.wasRenamed, two.body.wasRenamed]).toEqual([false, true]);
    const mark = (name: string) => /^twice-([0-9A-Za-z]{22})\.png$/.exec(name)?.[1];
    expect([mark(one.body.filename), mark(two.body.filename)]).toEqual([
      expect.any(String),
      expect.any(String),
    ]);
    expect(mark(one.body.filename)).not.toBe(mark(two.body.filename));
  });
});

test('a file that an earlier version kept is served at the address it has, and keeps its name', async () => {
  const { body } = await uploadAs('former.png');
  const { store, media } = harness.ports;
  const found = await store.get(mediaKind, company, String(body.id));
  const { plainName: _, ...doc } = found?.doc ?? ({} as never);
  await store.commit([
    {
      kind: mediaKind,
      companyId: company,
      id: String(body.id),
      expect: 1,
      doc: { ...doc, filename: 'former.png' },
    },
    takeName(company, 'media', 'former.png', String(body.id)),
  ]);
  const url = `${harness.ports.publicUrl}/media/${company}/former.png`;
  expect((await harness.app.request(new URL(url).pathname)).status).toBe(200);
  expect(await media.describe(company, url)).toMatchObject({ filename: 'former.png' });
});

test('a file that is not there is told in the envelope of all errors, and may come later', async () => {
  const response = await harness.app.request(`/media/${company}/nothing.png`);
  expect([response.status, response.headers.get('cache-control')]).toEqual([404, 'no-store']);
  expect(await response.json()).toMatchObject({ success: false, error: { code: 'not_found' } });
});
