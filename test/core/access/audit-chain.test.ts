import { expect, test } from 'vitest';
import { createManualClock } from '../../../adapters/runtime/manual-clock.ts';
import { createNodeSecrets } from '../../../adapters/runtime/node-secrets.ts';
import { createMemoryStore } from '../../../adapters/store/memory.ts';
import {
  type AuditHead,
  type AuditRecord,
  auditHeadKind,
  auditKind,
  auditWrite,
  listAudit,
} from '../../../core/access/audit.ts';
import { chainAudit, verifyAudit } from '../../../core/access/audit-chain.ts';
import type { Stored, Write } from '../../../core/ports/store.ts';
import { canonicalJson } from '../../../core/records/canonical-json.ts';
import { allOf } from '../../../core/records/list.ts';

const caller = { companyId: 'co_1', keyId: 'key_1' };

function fixture() {
  const [store, clock] = [createMemoryStore(), createManualClock()];
  const ports = { store, clock, secrets: createNodeSecrets('a secret that is long enough') };
  const act = async (count: number, companyId = 'co_1'): Promise<void> => {
    for (let i = 0; i < count; i++) {
      await clock.advance(1);
      await store.commit([
        auditWrite(
          ports,
          { ...caller, companyId },
          { action: 'ad.delete', subject: `ad ${i}`, details: { count: i } },
        ),
      ]);
    }
  };
  const chain = async (companyId = 'co_1'): Promise<void> => {
    while ((await chainAudit(ports, companyId)) === 'more');
  };
  const entries = (): Promise<Stored<AuditRecord>[]> =>
    allOf(store, auditKind, 'co_1', { order: { by: 'seq' } });
  const put = async (
    { id, version }: Stored<AuditRecord>,
    doc: AuditRecord | undefined,
  ): Promise<void> => {
    const write: Write = { kind: auditKind, companyId: 'co_1', id, expect: version, doc };
    expect(await store.commit([write])).toBeUndefined();
  };
  return {
    ports,
    store,
    clock,
    act,
    chain,
    entries,
    put,
    verify: () => verifyAudit(ports, 'co_1'),
  };
}

test('entries are numbered in the order of their times, and each names the hash of the one before', async () => {
  const { act, chain, entries, verify } = fixture();
  await act(120);
  expect(await verify()).toMatchObject({ ok: true, chained: 0, waiting: 120 });
  await chain();
  await act(3);
  await chain();
  const all = await entries();
  expect(all.map(({ doc }) => doc.seq)).toEqual(Array.from({ length: 123 }, (_, i) => i + 1));
  for (const [i, { doc }] of all.entries())
    if (i > 0) expect(doc.previous).toBe(all[i - 1]?.doc.hash);
  expect(await verify()).toEqual({
    ok: true,
    chained: 123,
    waiting: 0,
    beforeChain: 0,
    firstBroken: null,
    head: { seq: 123, hash: all.at(-1)?.doc.hash },
    withoutMacUntil: 0,
    macsChecked: true,
  });
});

test('several who chain at once, while entries are made, neither lose nor fork it', async () => {
  const { act, chain, entries, verify } = fixture();
  await act(200);
  await Promise.all([chain(), chain(), chain(), act(50)]);
  await chain();
  expect((await entries()).map(({ doc }) => doc.seq)).toEqual(
    Array.from({ length: 250 }, (_, i) => i + 1),
  );
  expect(await verify()).toMatchObject({ ok: true, chained: 250, waiting: 0 });
});

test.each([
  ['changed', (doc: AuditRecord) => ({ ...doc, subject: 'another ad' }), 'This entry was changed.'],
  ['taken away', () => undefined, 'An entry before this one is missing.'],
  [
    'hung elsewhere',
    (doc: AuditRecord) => ({ ...doc, previous: 'x' }),
    'This entry does not follow the one before it.',
  ],
])('the first entry that was %s is told', async (_name, change, problem) => {
  const { act, chain, entries, put, verify } = fixture();
  await act(9);
  await chain();
  const fifth = (await entries())[4];
  if (fifth === undefined) throw new Error('There are too few entries.');
  await put(fifth, change(fifth.doc));
  expect(await verify()).toMatchObject({ ok: false, firstBroken: { seq: 5, problem } });
});

test('the end of the chain cannot go missing, nor can one be put to it past the service', async () => {
  const { act, chain, entries, put, store, verify } = fixture();
  await act(3);
  await chain();
  const last = (await entries()).at(-1);
  if (last === undefined) throw new Error('There is no entry.');
  await put(last, undefined);
  expect((await verify()).firstBroken).toEqual({
    seq: 3,
    id: null,
    problem: 'The last entries of the chain are missing.',
  });
  const forged: AuditRecord = { ...last.doc, subject: 'forged' };
  await store.commit([
    { kind: auditKind, companyId: 'co_1', id: 'au_forged', expect: 'absent', doc: forged },
  ]);
  expect((await verify()).firstBroken).toMatchObject({ seq: 3, id: 'au_forged' });
});

test('entries of an older database stay readable, and are told to be from before the chain', async () => {
  const { act, chain, ports, store, verify } = fixture();
  const old: AuditRecord = { at: 1, keyId: 'key_1', action: 'key.create', subject: 'key_2' };
  await store.commit([
    { kind: auditKind, companyId: 'co_1', id: 'au_old', expect: 'absent', doc: old },
  ]);
  await act(1);
  await chain();
  await act(1);
  const { items } = await listAudit(ports, 'co_1', { offset: 0, limit: 10 });
  expect(items.map(({ chain: state }) => state)).toEqual([
    'waiting',
    { seq: 1, hash: expect.any(String) },
    'before',
  ]);
  expect(await verify()).toMatchObject({ ok: true, chained: 1, waiting: 1, beforeChain: 1 });
});

test('companies have chains of their own', async () => {
  const { act, chain, store, verify } = fixture();
  await act(2);
  await act(5, 'co_2');
  await Promise.all([chain(), chain('co_2')]);
  expect((await verify()).chained).toBe(2);
  expect((await store.get(auditHeadKind, 'co_2', 'head'))?.doc.seq).toBe(5);
});

/**
 * What somebody can do who writes to the database and reads this source, and does not have the
 * secret.
 */
async function rewritten(
  { store, entries }: ReturnType<typeof fixture>,
  options: { readonly stripped?: boolean } = {},
) {
  const { sha256 } = createNodeSecrets('somebody else, with another secret');
  let last = { seq: 0, hash: '0'.repeat(64) };
  for (const { id, version, doc } of await entries()) {
    const { hash: _hash, mac, seq = 0, previous: _previous, ...entry } = doc;
    const forged = { ...entry, subject: 'what never was', seq, previous: last.hash };
    const hash = await sha256(canonicalJson({ ...forged, id }));
    const kept = options.stripped || mac === undefined ? {} : { mac };
    await store.commit([
      {
        kind: auditKind,
        companyId: 'co_1',
        id,
        expect: version,
        doc: { ...forged, hash, ...kept },
      },
    ]);
    last = { seq, hash };
  }
  const head = await store.get(auditHeadKind, 'co_1', 'head');
  const { signed, ...rest }: AuditHead = head?.doc ?? last;
  const doc = { ...rest, ...last, ...(signed && !options.stripped && { signed }) };
  await store.commit([
    { kind: auditHeadKind, companyId: 'co_1', id: 'head', expect: head?.version ?? 'absent', doc },
  ]);
}

test('a chain that is made anew without the secret is noticed, and so is one that is cut short', async () => {
  const whole = fixture();
  await whole.act(5);
  await whole.chain();
  await rewritten(whole);
  expect(await whole.verify()).toMatchObject({
    ok: false,
    firstBroken: { problem: 'The end of the chain was changed.' },
  });

  const short = fixture();
  await short.act(5);
  await short.chain();
  const [, , third, fourth, fifth] = await short.entries();
  for (const gone of [fourth, fifth]) if (gone !== undefined) await short.put(gone, undefined);
  const head = await short.store.get(auditHeadKind, 'co_1', 'head');
  const doc = { ...head?.doc, seq: 3, hash: third?.doc.hash ?? '' };
  await short.store.commit([
    { kind: auditHeadKind, companyId: 'co_1', id: 'head', expect: head?.version ?? 0, doc },
  ]);
  expect(await short.verify()).toMatchObject({
    ok: false,
    firstBroken: { problem: 'The end of the chain was changed.' },
  });
});

test('a chain without MACs is told as one of an earlier version, up to the entry that has the first', async () => {
  const { act, chain, entries, verify, ports, store } = fixture();
  await act(4);
  await chain();
  await rewritten({ store, entries } as ReturnType<typeof fixture>, { stripped: true });
  expect(await verify()).toMatchObject({ ok: true, withoutMacUntil: 4, macsChecked: true });
  await act(2);
  await chain();
  expect(await verify()).toMatchObject({ ok: true, chained: 6, withoutMacUntil: 4 });
  const fresh = (await entries()).at(-1);
  expect(fresh?.doc.mac).toMatch(/^[0-9a-f]{64}$/);
  // Without the secret the hashes are checked alone, and that is told.
  const other = { ...ports, secrets: createNodeSecrets('another secret, long enough') };
  expect(await verifyAudit(other, 'co_1')).toMatchObject({ ok: true, macsChecked: false });
});
