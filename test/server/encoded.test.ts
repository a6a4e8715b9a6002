import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { beforeAll, expect, test } from 'vitest';
import { loadDashboard } from '../../server/dashboard/files.ts';
import { type Harness, startHarness } from './harness.ts';

const decoded = (bytes: ArrayBuffer, encoding: string | null): string =>
  (encoding === 'br'
    ? brotliDecompressSync(bytes)
    : encoding === 'gzip'
      ? gunzipSync(bytes)
      : Buffer.from(bytes)
  ).toString();

/** A list that no connection sends at once. */
const LONG = '/v1/keys?limit=200';

async function asked(path: string, headers: { readonly [name: string]: string } = {}) {
  const { app, key } = harness;
  const response = await app.request(path, {
    headers: { authorization: `Bearer ${key}`, ...headers },
  });
  const bytes = await response.arrayBuffer();
  const encoding = response.headers.get('content-encoding');
  return { response, encoding, size: bytes.byteLength, text: decoded(bytes, encoding) };
}

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness({ settings: { dashboard: await loadDashboard() } });
  for (let made = 0; made < 100; made++) await harness.keyWith('read');
});

test.for([
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip', 'gzip'],
  ['br;q=0, gzip;q=0.5', 'gzip'],
  ['identity', null],
] as const)(
  'documents and long answers go out as the caller takes them: %s',
  async ([taken, encoding]) => {
    for (const path of ['/', '/dashboard/app.js', '/openapi.json', '/docs', '/llms.txt', LONG]) {
      const plain = await asked(path);
      const answer = await asked(path, { 'accept-encoding': taken });
      expect([path, answer.encoding, answer.text]).toEqual([path, encoding, plain.text]);
      if (encoding !== null) {
        expect(answer.size).toBeLessThan(plain.size * 0.6);
        expect(answer.response.headers.get('vary')).toContain('Accept-Encoding');
      }
    }
  },
);

test('a list that has grown goes out as it is now', async () => {
  const before = await asked(LONG, { 'accept-encoding': 'br' });
  await harness.keyWith('read');
  const after = await asked(LONG, { 'accept-encoding': 'br' });
  expect(JSON.parse(after.text).data.length).toBe(JSON.parse(before.text).data.length + 1);
});

test.for(['/v1/health/live', '/v1/automations/fields'])(
  'what fits into the first packets stays as it is: %s',
  async (path) => {
    expect((await asked(path, { 'accept-encoding': 'br' })).encoding).toBeNull();
  },
);

test('the first page of the dashboard needs at most 90 KB', async () => {
  const taken = { 'accept-encoding': 'br' };
  const page = await asked('/', taken);
  const named = [...page.text.matchAll(/(?:src|href)="(\/dashboard\/[^"]+)"/g)].map(
    ([, path]) => path ?? '',
  );
  expect(named).toHaveLength(2);
  const files = await Promise.all(named.map((path) => asked(path, taken)));
  const imported = files.flatMap(({ text }) => [...text.matchAll(/from"\.\/(part-\w+\.js)"/g)]);
  const parts = await Promise.all(imported.map(([, name]) => asked(`/dashboard/${name}`, taken)));
  expect(parts.length).toBeGreaterThan(0);
  expect([page, ...files, ...parts].reduce((sum, { size }) => sum + size, 0)).toBeLessThan(
    90 * 1024,
  );
  for (const { response } of [...files, ...parts])
    expect(response.headers.get('cache-control')).toContain('immutable');
});

test.for(['/', '/openapi.json', '/docs'])('a browser that has %s is told so', async (path) => {
  const first = await asked(path);
  const again = await asked(path, { 'if-none-match': first.response.headers.get('etag') ?? '' });
  expect([again.response.status, again.size]).toEqual([304, 0]);
  expect(first.response.headers.get('cache-control')).toBe('no-cache');
});
