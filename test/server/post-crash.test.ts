import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { companyKind } from '../../core/access/records.ts';
import { SYSTEM } from '../../core/ports/store.ts';
import { createApp } from '../../server/app.ts';
import { type Crash, crashing } from '../crashing-store.ts';
import { png } from '../samples/media.ts';
import { failOnDrift } from './harness.ts';
import { type ServiceFixture, startServiceFixture } from './service-fixture.ts';

failOnDrift();

let fixture: ServiceFixture;
let ad: object;
let url: string;
beforeAll(async () => {
  fixture = await startServiceFixture();
  url = (await fixture.uploadAs('crash.png', await png(600, 600))).url;
  const [{ page, secondary }] = (await fixture.call('GET', '/v1/profiles?accountId=act_1001')).body
    .data;
  const adSets = (
    await fixture.call('GET', '/v1/adsets?accountId=act_1001&status=ACTIVE&limit=200')
  ).body.data;
  const { value } = adSets.find(({ adCount }: { adCount: number }) => adCount === 0);
  ad = {
    adAccountId: 'act_1001',
    page,
    secondary,
    link: 'https://example.com',
    media: [{ url }],
    adSets: [value],
  };
});
afterAll(() => fixture.worker.stop());

interface Made {
  /** What is sent; every round its own. */
  body(round: string): object;
  count(): Promise<number>;
}

const total = (path: string) => async (): Promise<number> =>
  (await fixture.call('GET', path)).body.pagination.total;
const audited = (action: string) => async (): Promise<number> =>
  (await fixture.call('GET', '/v1/audit?limit=200')).body.data.filter(
    (entry: { action: string }) => entry.action === action,
  ).length;

const posts: { readonly [path: string]: Made } = {
  '/v1/companies': {
    body: (round) => ({ name: round, sandbox: true }),
    count: () => fixture.ports.store.count(companyKind, SYSTEM),
  },
  '/v1/keys': { body: (round) => ({ name: round }), count: total('/v1/keys') },
  '/v1/webhooks': {
    body: (round) => ({ url: `https://hooks.example/${round}` }),
    count: total('/v1/webhooks'),
  },
  '/v1/workspaces': { body: (round) => ({ name: round }), count: total('/v1/workspaces') },
  '/v1/connections': {
    body: (round) => ({
      platform: 'primary',
      name: round,
      credentials: { accessToken: 'sandbox-token' },
    }),
    count: total('/v1/connections'),
  },
  '/v1/drafts': { body: (round) => ({ name: round, ads: [] }), count: total('/v1/drafts') },
  '/v1/exports': {
    body: () => ({ accountIds: ['act_1001'], level: 'campaign' }),
    count: audited('export.create'),
  },
  '/v1/launch': {
    body: (round) => ({ ads: [{ ...ad, adName: round }] }),
    count: total('/v1/batches'),
  },
  '/v1/media/upload/url': {
    body: (round) => ({ url, name: `${round}.png` }),
    count: total('/v1/media'),
  },
  '/v1/sandbox/faults': {
    body: (round) => ({ fault: 'error', platform: 'meta', path: `*/${round}` }),
    count: async () => (await fixture.call('GET', '/v1/sandbox/faults')).body.active.length,
  },
  '/v1/ad-copy-templates': {
    body: (round) => ({ name: round, titles: ['t'], descriptions: ['d'] }),
    count: total('/v1/ad-copy-templates'),
  },
};

interface Life {
  readonly path: string;
  readonly body: object;
  readonly key: string;
}

/** A process that takes one request and dies over it, or lives to answer it. */
async function life({ path, body, key }: Life, death: Crash): Promise<'answered' | 'died'> {
  const died = Promise.withResolvers<void>();
  const ports = {
    ...fixture.ports,
    store: crashing(fixture.ports.store, { ...death, onDeath: died.resolve }),
  };
  const answer = createApp(ports, { readLimit: 100, writeLimit: 100 }).request(path, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${fixture.key}`,
      'content-type': 'application/json',
      'idempotency-key': key,
    },
    body: JSON.stringify(body),
  });
  const outcome = await Promise.race([
    answer,
    died.promise.then(() => fixture.clock.sleep(600_000)),
  ]);
  // The store of a dead process says no more than that.
  return outcome !== undefined && outcome.status < 500 ? 'answered' : 'died';
}

describe('a process that dies at any commit of a POST leaves one, which the repeated request answers with', () => {
  test.each(Object.entries(posts))('%s', async (path, { body, count }) => {
    for (const when of ['before', 'after'] as const)
      for (let at = 1; ; at++) {
        const round = `r-${when}-${at}`;
        const request: Life = { path, body: body(round), key: `crash ${path} ${round}` };
        const before = await count();
        const outcome = await life(request, { at, when });
        const repeat = () =>
          fixture.call('POST', path, {
            body: request.body,
            headers: { 'idempotency-key': request.key },
          });
        const first = await repeat();
        expect([round, first.status < 300, first.body.error]).toEqual([round, true, undefined]);
        expect([round, await count()]).toEqual([round, before + 1]);
        const second = await repeat();
        expect([second.headers.get('idempotent-replay'), second.body]).toEqual([
          'true',
          first.body,
        ]);
        if (outcome === 'answered') break;
      }
  });
});

test('a company that cannot be set up is not there at all, and the repeated request makes one', async () => {
  const send = () =>
    fixture.call('POST', '/v1/companies', {
      body: { name: 'Down', sandbox: true },
      headers: { 'idempotency-key': 'while the platform is down' },
    });
  const count = () => fixture.ports.store.count(companyKind, SYSTEM);
  const before = await count();
  await fixture.call('POST', '/v1/sandbox/faults', {
    body: { fault: 'html-502', path: '*/adaccounts' },
  });
  expect([(await send()).status, (await send()).status, await count()]).toEqual([502, 502, before]);
  await fixture.call('DELETE', '/v1/sandbox/faults');
  const made = await send();
  expect([made.status, await count()]).toEqual([201, before + 1]);
  const own = await fixture.call('GET', '/v1/adaccounts', { key: made.body.adminKey });
  expect(own.body.pagination.total).toBeGreaterThan(0);
  expect(
    (await fixture.call('GET', '/v1/launch-defaults', { key: made.body.adminKey })).body.data.page,
  ).toBeTruthy();
});

test('an address that is spelled differently is the same operation', async () => {
  const send = (path: string) =>
    fixture.call('POST', path, {
      body: { name: 'Spelled' },
      headers: { 'idempotency-key': 'spelling' },
    });
  const first = await send('/v1/keys');
  const second = await send('/v1/%6beys');
  expect([second.headers.get('idempotent-replay'), second.body]).toEqual(['true', first.body]);
});
