import { afterEach, describe, expect, test } from 'vitest';
import { openSqliteStore } from '../../adapters/store/sqlite.ts';
import { mintKey } from '../../core/access/keys.ts';
import { kinds } from '../../core/features/registry.ts';
import { batchKind } from '../../core/launch/journal/records.ts';
import { type Log, silent } from '../../core/ports/log.ts';
import type { Store } from '../../core/ports/store.ts';
import { changeDocument } from '../../core/records/change.ts';
import {
  type Called,
  failOnDrift,
  type Harness,
  type HarnessOptions,
  startHarness,
} from './harness.ts';

failOnDrift();

const open: Store[] = [];
afterEach(() => Promise.all(open.splice(0).map((store) => store.close())));

interface Polled extends Harness {
  /** The address of a batch that has ended. */
  readonly path: string;
  poll(key?: string): Promise<Called>;
  /** Has the batch changed by this process. */
  change(name: string): Promise<void>;
}

/** The service on SQLite, with a batch that has ended. */
async function polled(options: HarnessOptions = {}): Promise<Polled> {
  const store = await openSqliteStore({ path: ':memory:', kinds });
  open.push(store);
  const harness = await startHarness({ store, ...options });
  const { adBatchId } = (
    await harness.call('POST', '/v1/drafts', { body: { name: 'First', ads: [] } })
  ).body;
  const path = `/v1/batch-status/${adBatchId}`;
  const change = async (name: string): Promise<void> => {
    await changeDocument(store, batchKind, {
      companyId: harness.companyId,
      id: String(adBatchId),
      change: (current) => ({
        doc: current && { ...current.doc, name, finishedAt: 1 },
      }),
    });
  };
  await change('First');
  const poll = (key = harness.key): Promise<Called> => harness.call('GET', path, { key });
  return { ...harness, path, poll, change };
}

describe('a poll of what has not changed', () => {
  test('is answered with the same body and the same headers', async () => {
    const { poll } = await polled();
    const first = await poll();
    const again = await poll();
    expect(again.body).toEqual(first.body);
    expect([...again.headers.keys()]).toEqual([...first.headers.keys()]);
    expect(again.headers.get('x-request-id')).not.toBe(first.headers.get('x-request-id'));
  });

  test('tells what this process has changed since', async () => {
    const { poll, change } = await polled();
    for (const name of ['Second', 'Third']) {
      expect((await poll()).status).toBe(200);
      await change(name);
      expect((await poll()).body.name).toBe(name);
    }
  });

  test('counts against the limit of its key, and is refused beyond it in the same words', async () => {
    const limited = await polled({ settings: { readLimit: 20 } });
    await limited.poll();
    const left = async () => Number((await limited.poll()).headers.get('x-ratelimit-remaining'));
    for (let before = await left(); before > 0; before--) expect(await left()).toBe(before - 1);
    const [here, elsewhere] = [await limited.poll(), await limited.call('GET', '/v1/workspaces')];
    expect([here.status, elsewhere.status]).toEqual([429, 429]);
    expect(here.headers.get('retry-after')).toBe('60');
    expect(here.body.error.message).toBe(elsewhere.body.error.message);
    await limited.clock.advance(60_000);
    expect((await limited.poll()).status).toBe(200);
  });

  test('is refused once its key has expired, is revoked or is not for reading', async () => {
    const { poll, ports, clock, companyId, key, keyWith, call } = await polled();
    const expiresAt = new Date(clock.now() + 30_000).toISOString();
    const short = await mintKey(ports, companyId, { name: 'short', scopes: ['read'], expiresAt });
    await ports.store.commit([short.write]);
    expect((await poll(short.secret)).status).toBe(200);
    await clock.advance(30_000);
    expect((await poll(short.secret)).status).toBe(401);

    const revoked = await keyWith('read');
    expect((await poll(revoked)).status).toBe(200);
    const { body } = await call('GET', '/v1/keys');
    const [{ id }] = body.data.filter(({ name }: { name: string }) => name === 'read');
    expect((await call('DELETE', `/v1/keys/${id}`)).status).toBe(200);
    expect((await poll(revoked)).status).toBe(401);

    const operator = await keyWith('operator');
    expect((await poll(key)).status).toBe(200);
    expect([(await poll(operator)).status, (await poll(operator)).status]).toEqual([403, 403]);
  });

  test('is answered to nobody of another company', async () => {
    const { poll, foreignKey } = await polled();
    for (let polls = 0; polls < 5; polls++) {
      expect((await poll(foreignKey)).status).toBe(404);
      expect((await poll()).status).toBe(200);
    }
  });

  test('has its line in the log, with the address it came from, and its count', async () => {
    const lines: unknown[] = [];
    const log: Log = {
      ...silent,
      info: (event, fields) => event === 'request' && lines.push({ ...fields }),
    };
    const { poll, app, path, key, companyId, call } = await polled({ log });
    await poll();
    const sent = { headers: { authorization: `Bearer ${key}`, 'x-request-id': 'mine' } };
    await app.request(path, sent, { address: '203.0.113.9' });
    const line = { requestId: 'mine', method: 'GET', route: '/v1/batch-status/{id}', status: 200 };
    expect(lines.at(-1)).toMatchObject({ ...line, address: '203.0.113.9', company: companyId });
    const asked = lines.filter((each) => (each as typeof line).route === line.route);
    const { body } = await call('GET', '/metrics');
    expect(body).toContain(
      `slipway_requests_total{method="GET",route="/v1/batch-status/{id}",status="200"} ${asked.length}`,
    );
  });
});

test('a request keeps the address of a client that hangs up before the answer', async () => {
  const lines: object[] = [];
  const log: Log = { ...silent, info: (_event, fields) => void lines.push({ ...fields }) };
  const { app, call, key } = await polled({ log });
  let isThere = true;
  const env = { address: () => (isThere ? '203.0.113.9' : undefined) };
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const answer = app.request(
    '/v1/keys',
    { method: 'POST', headers, body: '{"name":"Hasty","scopes":["read"]}' },
    env,
  );
  isThere = false;
  expect((await answer).status).toBe(201);
  expect(lines.at(-1)).toMatchObject({ address: '203.0.113.9' });
  const created = (await call('GET', '/v1/audit')).body.data.find(
    ({ action }: { action: string }) => action === 'key.create',
  );
  expect(created).toMatchObject({ address: '203.0.113.9' });
});
