import fc from 'fast-check';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Http, HttpRequest } from '../../core/ports/http.ts';
import { type Harness, startHarness } from './harness.ts';

const KEY = 'adscan_live_secret-of-the-source';

/** What reached the wire. */
let sent: HttpRequest[] = [];
const http: Http = {
  async requestAll(requests) {
    sent.push(...requests);
    return requests.map(() => ({
      ok: true,
      status: 200,
      headers: {},
      text: '{"result":{"data":{}}}',
    }));
  },
};

let service: Harness;
beforeAll(async () => {
  service = await startHarness({ http });
  expect(
    (await service.call('PUT', '/v1/research/connection', { body: { apiKey: KEY } })).status,
  ).toBe(200);
});
beforeEach(() => {
  sent = [];
});

const ADDRESS =
  /^https:\/\/adscan\.ai\/api\/v1\/trpc\/([A-Za-z][A-Za-z0-9]*)\.([A-Za-z][A-Za-z0-9]*)(\?input=[^&#/,]*)?$/;

function expectOnlyProcedures(): void {
  for (const { url, method, headers = {}, body, timeoutMs = 0 } of sent) {
    const [, router = ''] = ADDRESS.exec(url) ?? [];
    expect([url, router !== '']).toEqual([url, true]);
    expect(router.toLowerCase()).not.toMatch(/^apikeys?$/);
    // The runtime must read it the same way.
    const { origin, pathname } = new URL(url);
    expect([origin, pathname]).toEqual([
      'https://adscan.ai',
      url.slice('https://adscan.ai'.length).split('?')[0],
    ]);
    expect(['GET', 'POST']).toContain(method);
    expect(headers).toEqual({ accept: 'application/json', authorization: `Bearer ${KEY}` });
    expect(JSON.stringify({ url, headers, body })).not.toContain(service.key);
    expect(timeoutMs).toBeLessThanOrEqual(30_000);
  }
}

const word = fc.stringMatching(/^[A-Za-z][A-Za-z0-9]{0,8}$/);
const tricks = fc.constantFrom(
  ...[
    '..',
    '.',
    '/',
    '//',
    '%2f',
    '%2F',
    '%2e%2e',
    '%252e',
    '%2c',
    ',',
    '%00',
    '\0',
    '\\',
    '%5c',
    '@',
    ':',
    '?',
    '%3f',
    '#',
    '%23',
  ],
  ...[
    '&batch=1',
    '?batch=1',
    ';',
    ' ',
    '%20',
    '\n',
    '%0d%0a',
    '+',
    '*',
    '__proto__',
    'constructor',
    'toString',
    'http://evil.example/',
  ],
  ...[
    'apiKeys',
    'APIKEYS',
    'apiKey',
    'apiKeys.create',
    'ads.list',
    'ads.list,apiKeys.create',
    'аpiKeys',
    'api%4beys',
    'ads。list',
    '．',
  ],
);
/** Good names, good names with something in them, and whatever else a text can be. */
const name = fc.oneof(
  fc.tuple(word, word).map(([router, verb]) => `${router}.${verb}`),
  fc.array(fc.oneof(word, tricks), { minLength: 1, maxLength: 5 }).map((parts) => parts.join('')),
  fc.array(fc.oneof(word, tricks), { minLength: 1, maxLength: 4 }).map((parts) => parts.join('.')),
  fc.string({ unit: 'binary', maxLength: 30 }),
);
const input = fc.oneof(
  fc.constant(undefined),
  fc.dictionary(fc.string({ maxLength: 12 }), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 4 }),
  fc.constantFrom<{ [name: string]: unknown }>(
    { json: { a: 1 } },
    { batch: 1 },
    { input: '&batch=1#/../../x' },
    { 'a,b': 'http://evil.example/' },
  ),
);

describe('10,000 names and inputs reach the one host and path, or nothing', () => {
  test('over HTTP, in an address as it is and encoded, read and changed', async () => {
    await fc.assert(
      fc.asyncProperty(
        name,
        input,
        fc.boolean(),
        fc.boolean(),
        async (procedure, given, encoded, reads) => {
          const path = `/v1/research/rpc/${encoded ? encodeURIComponent(procedure.replace(/\p{Surrogate}/gu, '')) : procedure}`;
          const query =
            given === undefined
              ? ''
              : `?input=${encodeURIComponent(JSON.stringify(given).replace(/\p{Surrogate}/gu, ''))}`;
          // What is no address at all nobody can send.
          if (!URL.canParse(`http://service.test${path}${query}`)) return;
          await (reads
            ? service.call('GET', `${path}${query}`)
            : service.call('POST', path, { body: given ?? {} }));
          expectOnlyProcedures();
          sent = [];
        },
      ),
      { numRuns: 6_000, seed: 20 },
    );
  });

  test('from a program, as they are', async () => {
    const { operationsOf } = await import('../../server/invoke.ts');
    const { research } = operationsOf(service.ports, {
      companyId: service.companyId,
      keyId: 'program',
      scopes: ['admin'],
    });
    let [asked, refused] = [0, 0];
    await fc.assert(
      fc.asyncProperty(name, input, fc.boolean(), async (procedure, given, reads) => {
        const asking = reads
          ? research.query({ procedure, ...(given && { input: given }) })
          : research.mutate({ ...given, procedure });
        await asking.then(
          () => asked++,
          ({ code }: { readonly code: string }) => {
            refused++;
            expect(['unprocessable_entity', 'forbidden']).toContain(code);
          },
        );
        expectOnlyProcedures();
        sent = [];
      }),
      { numRuns: 4_000, seed: 20 },
    );
    // Names of both kinds were among them.
    expect([asked > 500, refused > 500]).toEqual([true, true]);
  });
});

test.each([
  'apiKeys.create',
  'apiKeys.list',
  'APIKEYS.revoke',
  'apikeys.list',
  'apiKey.create',
  'api%4Beys.create',
])('%s deals with keys of the source and is refused', async (procedure) => {
  for (const method of ['GET', 'POST']) {
    const { status, body } = await service.call(
      method,
      `/v1/research/rpc/${procedure}`,
      method === 'POST' ? { body: {} } : {},
    );
    expect([status, body.error.details[0].code]).toEqual([403, 'procedure_refused']);
  }
  expect(sent).toEqual([]);
});

test.each([
  'ads',
  'ads.list,boards.list',
  'ads%2Flist',
  'ads.list%2F..',
  '..%2F..%2Fusers',
  'ads.list%00',
  'a.b.c',
  'ads.list%3Fbatch=1',
])('%s is no name of a procedure', async (procedure) => {
  const { status, body } = await service.call('GET', `/v1/research/rpc/${procedure}`);
  expect([status, body.error.details[0].code]).toEqual([422, 'procedure_name']);
  expect(sent).toEqual([]);
});

test('what stands beside the input in an address is not passed on', async () => {
  await service.call('GET', '/v1/research/rpc/ads.list?batch=1&input=%7B%22a%22%3A1%7D&token=x');
  expect(sent.map(({ url }) => url)).toEqual([
    'https://adscan.ai/api/v1/trpc/ads.list?input=%7B%22a%22%3A1%7D',
  ]);
});
