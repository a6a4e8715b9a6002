import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { openSqliteStore } from '../../adapters/store/sqlite.ts';
import { keyKind } from '../../core/access/keys.ts';
import { companyKind } from '../../core/access/records.ts';
import { kinds } from '../../core/features/registry.ts';
import { type BatchRecord, batchKind } from '../../core/launch/journal/records.ts';
import { type Store, SYSTEM } from '../../core/ports/store.ts';
import { changeDocument } from '../../core/records/change.ts';
import { failOnDrift, type Harness, startHarness } from './harness.ts';

failOnDrift();

const open: Store[] = [];
afterEach(() => Promise.all(open.splice(0).map((store) => store.close())));

/** The service on a file of SQLite, and the same file opened as another process would. */
async function besideAnother(): Promise<
  Harness & { readonly other: Store; status(key: string, path?: string): Promise<number> }
> {
  const path = join(mkdtempSync(join(tmpdir(), 'slipway-elsewhere-')), 'slipway.db');
  const [store, other] = [
    await openSqliteStore({ path, kinds }),
    await openSqliteStore({ path, kinds }),
  ];
  open.push(store, other);
  const harness = await startHarness({ store });
  const status = async (key: string, at = '/v1/workspaces'): Promise<number> =>
    (await harness.call('GET', at, { key })).status;
  return { ...harness, other, status };
}

test('a key that another process revokes is refused by the very next request, and one it makes again is let in', async () => {
  const { keyWith, ports, other, status } = await besideAnother();
  const key = await keyWith('read');
  const digest = await ports.secrets.sha256(key);
  const kept = await other.get(keyKind, SYSTEM, digest);
  for (let round = 0; round < 3; round++) {
    expect([await status(key), await status(key)]).toEqual([200, 200]);
    await changeDocument(other, keyKind, {
      companyId: SYSTEM,
      id: digest,
      change: () => ({ doc: undefined }),
    });
    expect(await status(key)).toBe(401);
    await changeDocument(other, keyKind, {
      companyId: SYSTEM,
      id: digest,
      change: () => ({ doc: kept?.doc }),
    });
  }
});

test('what another process takes from a key is gone with the very next request', async () => {
  const { keyWith, ports, other, status } = await besideAnother();
  const key = await keyWith('admin');
  expect([await status(key, '/v1/keys'), await status(key, '/v1/keys')]).toEqual([200, 200]);
  await changeDocument(other, keyKind, {
    companyId: SYSTEM,
    id: await ports.secrets.sha256(key),
    change: (current) => ({
      doc: current && { ...current.doc, scopes: ['read'] as const },
    }),
  });
  expect(await status(key, '/v1/keys')).toBe(403);
});

test('a company that another process suspends is refused by the very next request, until it is resumed', async () => {
  const { companyId, key, other, status } = await besideAnother();
  const active = (await other.get(companyKind, SYSTEM, companyId))?.doc;
  const become = (change: { readonly suspendedAt?: number }) =>
    changeDocument(other, companyKind, {
      companyId: SYSTEM,
      id: companyId,
      change: () => ({ doc: active && { ...active, ...change } }),
    });
  for (let round = 0; round < 3; round++) {
    expect([await status(key), await status(key)]).toEqual([200, 200]);
    await become({ suspendedAt: 1 });
    expect(await status(key)).toBe(403);
    await become({});
  }
});

test('a key that another process revokes is refused where the answer is kept, too', async () => {
  const { keyWith, call, companyId, ports, other, status } = await besideAnother();
  const { body } = await call('POST', '/v1/drafts', { body: { name: 'First', ads: [] } });
  await changeDocument(other, batchKind, {
    companyId,
    id: String(body.adBatchId),
    change: (current) => ({
      doc: current && { ...current.doc, finishedAt: 1 },
    }),
  });
  const [path, key] = [`/v1/batch-status/${body.adBatchId}`, await keyWith('read')];
  for (let polls = 0; polls < 5; polls++) {
    expect(await status(key, path)).toBe(200);
    // The first use of a key is written down a moment later, and the answer is kept from then on.
    await new Promise(setImmediate);
  }
  await changeDocument(other, keyKind, {
    companyId: SYSTEM,
    id: await ports.secrets.sha256(key),
    change: () => ({ doc: undefined }),
  });
  expect(await status(key, path)).toBe(401);
});

test('what another process does to a batch that has ended shows in the very next answer', async () => {
  const { companyId, call, other } = await besideAnother();
  const { body } = await call('POST', '/v1/drafts', { body: { name: 'First', ads: [] } });
  const change = (doc: (current: BatchRecord) => BatchRecord | undefined) =>
    changeDocument(other, batchKind, {
      companyId,
      id: String(body.adBatchId),
      change: (current) => ({ doc: current && doc(current.doc) }),
    });
  const path = `/v1/batch-status/${body.adBatchId}`;
  await change((current) => ({ ...current, finishedAt: 1 }));
  expect([(await call('GET', path)).status, (await call('GET', path)).status]).toEqual([200, 200]);
  await change(() => undefined);
  expect((await call('GET', path)).status).toBe(404);
});
