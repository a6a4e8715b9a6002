import { mkdtempSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createCompany } from '../../core/access/companies.ts';
import { features } from '../../core/features/registry.ts';
import { changeWebhook, createWebhook } from '../../core/features/webhooks/webhooks.ts';
import { eventsOf } from '../../core/operations/feature.ts';
import { silent } from '../../core/ports/log.ts';
import { type Config, readConfig } from '../../server/process/config.ts';
import { isLocalUrl, isRehearsal } from '../../server/process/rehearsal.ts';
import { openRuntime } from '../../server/process/runtime.ts';

const events = Object.keys(eventsOf(features));

let hits = 0;
const inner = createServer((_, response) => {
  hits += 1;
  response.end();
});
beforeAll(() => new Promise<void>((resolve) => void inner.listen(0, '127.0.0.1', resolve)));
afterAll(() => inner.close());

/** A delivery to something on this machine, by an installation that is configured so. */
async function deliver(env: { readonly [name: string]: string }, role: Config['role'] = 'all') {
  const data = mkdtempSync(join(tmpdir(), 'slipway-rehearsal-'));
  const warned: object[] = [];
  const log = {
    ...silent,
    warn: (event: string, fields = {}) => void warned.push({ event, ...fields }),
  };
  const fixture = await openRuntime(
    { ...readConfig(['--data', data], env), role },
    log,
    'http://127.0.0.1:4000',
  );
  const address = `http://127.0.0.1:${(inner.address() as AddressInfo).port}/flushall`;
  try {
    hits = 0;
    const answer = await fixture.ports.outbound.post(address, {}, '{}');
    // A webhook is taken where a delivery would be made, and nowhere else.
    const { companyId } = await createCompany(fixture.ports, { name: 'Tenant' });
    const caller = { companyId, keyId: 'key' };
    const { port } = new URL(address);
    const { id } = await createWebhook(fixture.ports, caller, {
      url: 'https://hooks.example/a',
      events,
    });
    for (const url of [address, `http://localhost:${port}/`]) {
      const made = createWebhook(fixture.ports, caller, { url, events });
      const changed = changeWebhook(fixture.ports, caller, id, { url });
      const refusal = {
        code: 'unprocessable_entity',
        details: [{ path: 'url', code: 'address_not_public' }],
      };
      for (const taken of [made, changed])
        if (answer.ok) await taken;
        else await expect(taken).rejects.toMatchObject(refusal);
    }
    for (const url of [
      'http://169.254.169.254/latest',
      'http://10.0.0.7/',
      'http://[fd00::1]/',
      'http://0x0a000007/',
    ])
      await expect(createWebhook(fixture.ports, caller, { url, events })).rejects.toMatchObject({
        code: 'unprocessable_entity',
      });
    await expect(fixture.ports.publicFetch.get(address)).rejects.toMatchObject({
      code: 'media_unreachable',
    });
    return { answer, hits, warned };
  } finally {
    await fixture.close();
  }
}

test('who rehearses on one machine alone has events delivered there', async () => {
  expect(await deliver({})).toMatchObject({ answer: { ok: true, status: 200 }, hits: 1 });
});

test.each<[string, { readonly [name: string]: string }, Config['role']]>([
  ['listens to the network', { SLIPWAY_HOST: '0.0.0.0' }, 'all'],
  ['listens on an address of a network', { SLIPWAY_HOST: '10.0.0.5' }, 'all'],
  ['is reached under a name', { SLIPWAY_PUBLIC_URL: 'https://ads.example.com' }, 'all'],
  ['is a worker, which may be one of many', {}, 'worker'],
  [
    'works on real accounts',
    { SLIPWAY_PLATFORMS: 'live', SLIPWAY_PUBLIC_URL: 'https://ads.example.com' },
    'all',
  ],
])('an installation that %s reaches nothing on its machine for a tenant', async (_, env, role) => {
  const { answer, hits: met, warned } = await deliver(env, role);
  expect([answer, met]).toEqual([
    { ok: false, message: expect.stringContaining('public internet') },
    0,
  ]);
  expect(warned).toContainEqual({
    event: 'address.refused',
    host: expect.stringContaining('127.0.0.1'),
    why: 'leads to 127.0.0.1',
  });
});

test.each([
  ['http://127.0.0.1:4000', true],
  ['http://localhost', true],
  ['http://[::1]:4000', true],
  ['http://127.0.0.1.example.com', false],
  ['http://localhost.example.com', false],
  ['http://0.0.0.0:4000', false],
  ['nonsense', false],
])('%s is on this machine: %s', (url, isLocal) => {
  expect(isLocalUrl(url)).toBe(isLocal);
  expect(isRehearsal({ isSimulated: true, publicUrl: url, host: '127.0.0.1' })).toBe(isLocal);
});
