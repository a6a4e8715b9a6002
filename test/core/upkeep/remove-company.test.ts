import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createMemoryFacts } from '../../../adapters/facts/memory.ts';
import { createManualClock } from '../../../adapters/runtime/manual-clock.ts';
import { createNodeSecrets } from '../../../adapters/runtime/node-secrets.ts';
import { createMemoryStore } from '../../../adapters/store/memory.ts';
import { openSqliteStore } from '../../../adapters/store/sqlite.ts';
import { DELETION_WAIT_MS, deleteCompany, resumeCompany } from '../../../core/access/administer.ts';
import { auditKind } from '../../../core/access/audit.ts';
import { createCompany } from '../../../core/access/companies.ts';
import { keyKind } from '../../../core/access/keys.ts';
import { companyKind } from '../../../core/access/records.ts';
import { kinds } from '../../../core/kinds.ts';
import { contentKind } from '../../../core/media/contents.ts';
import { mediaKind } from '../../../core/media/records.ts';
import type { Fact } from '../../../core/ports/facts.ts';
import { type Document, type Kind, type Store, SYSTEM, type Write } from '../../../core/ports/store.ts';
import { jobKind, jobWrite } from '../../../core/records/job.ts';
import { allOf } from '../../../core/records/list.ts';
import { exportKind } from '../../../core/report/export/records.ts';
import { runSweep } from '../../../core/upkeep/sweep.ts';

const working = () => false;
const scope = { accountId: 'primary:act_1', from: '2026-11-01', to: '2026-11-03', breakdown: 'none' } as const;
const fact: Fact = {
  ...{ day: '2026-11-02', adId: 'a', adName: 'A', adsetId: 's', adsetName: 'S', campaignId: 'c', campaignName: 'C', country: '' },
  ...{ spend: 1, impressions: 1, clicks: 1, results: 1, conversions: 1, conversionValue: 1 },
};

async function fixture(store: Store, names: readonly string[]) {
  const clock = createManualClock(undefined, { auto: true });
  /** `company name` of every file there is. */
  const held = new Set<string>();
  const remove = async (companyId: string, name: string): Promise<void> => void held.delete(`${companyId} ${name}`);
  const files = { remove };
  const exportFiles = { write: async () => 0, read: async () => undefined, remove };
  const secrets = createNodeSecrets('a secret that is long enough');
  const ports = { store, clock, files, exportFiles, secrets, platforms: {}, facts: createMemoryFacts() };
  const { companyId: first } = await createCompany(ports, { name: 'First' }, { first: true });
  const companies = [];
  for (const name of names) companies.push((await createCompany(ports, { name })).companyId);
  const operator = { companyId: first, keyId: 'key_operator' };
  return { ports, clock, held, first, companies, operator };
}

/** A document of a kind: whatever it is, with values for what it is found by. */
function documentOf(kind: Kind, n: number): Document {
  const text = `${kind.name} ${n}`;
  const values: { readonly [type: string]: unknown } = { number: 4e12 + n, string: text, strings: [text] };
  const indexed = Object.entries(kind.index).map(([field, type]) => [field, values[String(type)]]);
  return { ...Object.fromEntries(indexed), n, format: 'csv', sha256: `sha${n}` };
}

async function fill({ ports, held }: Awaited<ReturnType<typeof fixture>>, companyId: string, counts: readonly number[]) {
  const { store } = ports;
  for (const [i, kind] of kinds.entries())
    for (let n = 0; n < (counts[i % counts.length] ?? 0); n++) {
      // A company's own part of what lies beside that of others is made by `createCompany` and below.
      const id = kind === contentKind ? `sha${n}` : `${kind.name}-${n}`;
      await store.commit([{ kind, companyId, id, expect: 'absent', doc: documentOf(kind, n) }]);
      if (kind === exportKind) held.add(`${companyId} ${id}.csv`);
      if (kind === mediaKind || kind === contentKind) held.add(`${companyId} sha${n}`);
    }
  await store.commit([jobWrite('launch', companyId, '1', ports.clock.now())]);
  const dead: Write = jobWrite('launch', companyId, '2', ports.clock.now());
  await store.commit([{ ...dead, doc: { ...dead.doc, deadAt: 1 } }]);
  await ports.facts.put(companyId, scope, [fact], 1);
}

/** All there is of a company, wherever it lies. */
async function everythingOf({ ports, held }: Awaited<ReturnType<typeof fixture>>, companyId: string) {
  const { store, facts } = ports;
  const documents = [];
  for (const kind of kinds) documents.push([kind.name, await allOf(store, kind, companyId)] as const);
  const query = { ...scope, accountIds: [scope.accountId], groupBy: ['adId'], measures: ['spend'] } as const;
  return {
    company: await store.get(companyKind, SYSTEM, companyId),
    keys: await allOf(store, keyKind, SYSTEM, { where: { companyId } }),
    jobs: (await allOf(store, jobKind, SYSTEM)).filter(({ doc }) => doc.companyId === companyId),
    documents: documents.filter(([, all]) => all.length > 0),
    files: [...held].filter((name) => name.startsWith(`${companyId} `)).sort(),
    figures: (await facts.aggregate(companyId, query)).groups,
    covered: await facts.coverage(companyId, scope),
  };
}

const nothing = { company: undefined, keys: [], jobs: [], documents: [], files: [], figures: [], covered: [] };

test.each([
  ['memory', async () => createMemoryStore(), 25],
  ['SQLite', () => openSqliteStore({ path: ':memory:' }), 5],
] as const)(
  'deleting one of several companies leaves every document of the others as it was (%s)',
  async (_name, open, numRuns) => {
    const counts = fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 1, maxLength: kinds.length });
    await fc.assert(
      fc.asyncProperty(fc.array(counts, { minLength: 2, maxLength: 4 }), fc.nat(), async (each, chosen) => {
        const store = await open();
        const test = await fixture(
          store,
          each.map((_, i) => `Tenant ${i}`),
        );
        for (const [i, id] of test.companies.entries()) await fill(test, id, each[i] ?? []);
        const gone = test.companies[chosen % test.companies.length] ?? '';
        const others = test.companies.filter((id) => id !== gone);
        await deleteCompany(test.ports, test.operator, gone, `Tenant ${test.companies.indexOf(gone)}`);
        // What a sweep does with every company is not the matter here.
        await runSweep(test.ports, working);
        const before = await Promise.all(others.map((id) => everythingOf(test, id)));
        await test.clock.advance(DELETION_WAIT_MS);
        await runSweep(test.ports, working);
        expect(await everythingOf(test, gone)).toEqual(nothing);
        expect(await Promise.all(others.map((id) => everythingOf(test, id)))).toEqual(before);
        await store.close();
      }),
      { numRuns },
    );
  },
);

test('it waits seven days, and the audit of the installation keeps that it happened', async () => {
  const store = createMemoryStore();
  const test = await fixture(store, ['Tenant']);
  const [id = ''] = test.companies;
  await fill(test, id, [1]);
  await deleteCompany(test.ports, test.operator, id, 'Tenant');
  await test.clock.advance(DELETION_WAIT_MS - 1);
  await runSweep(test.ports, working);
  expect((await everythingOf(test, id)).company).toBeDefined();
  expect((await everythingOf(test, id)).files).not.toEqual([]);
  await test.clock.advance(1);
  await runSweep(test.ports, working);
  expect(await everythingOf(test, id)).toEqual(nothing);
  const kept = (await allOf(store, auditKind, test.first)).filter(({ doc }) => doc.subject === id);
  expect(kept.map(({ doc }) => [doc.action, doc.keyId, doc.details?.name])).toEqual(
    expect.arrayContaining([
      ['company.delete', 'key_operator', 'Tenant'],
      ['company.removed', 'sweep', 'Tenant'],
    ]),
  );
});

test('a company that is resumed in time stays whole', async () => {
  const test = await fixture(createMemoryStore(), ['Tenant']);
  const [id = ''] = test.companies;
  await fill(test, id, [1]);
  await deleteCompany(test.ports, test.operator, id, 'Tenant');
  await resumeCompany(test.ports, test.operator, id);
  await runSweep(test.ports, working);
  const before = await everythingOf(test, id);
  await test.clock.advance(2 * DELETION_WAIT_MS);
  await runSweep(test.ports, working);
  expect(await everythingOf(test, id)).toEqual(before);
});

test('it goes in small commits, stops with the process and goes on, and cannot be resumed on the way', async () => {
  const open = createMemoryStore();
  const sizes: number[] = [];
  const store: Store = {
    ...open,
    commit: (writes) => {
      sizes.push(writes.length);
      return open.commit(writes);
    },
  };
  const test = await fixture(store, ['Tenant']);
  const [id = ''] = test.companies;
  await fill(test, id, [130]);
  await deleteCompany(test.ports, test.operator, id, 'Tenant');
  await test.clock.advance(DELETION_WAIT_MS);
  sizes.length = 0;
  expect(await runSweep(test.ports, () => sizes.length > 20)).toMatchObject({ againAt: expect.any(Number) });
  const half = await everythingOf(test, id);
  expect([half.company?.doc.removing, half.documents.length > 0]).toEqual([true, true]);
  await expect(resumeCompany(test.ports, test.operator, id)).rejects.toMatchObject({ code: 'gone' });
  for (let turn = 0; turn < 50; turn++) await runSweep(test.ports, working);
  expect(await everythingOf(test, id)).toEqual(nothing);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(50);
});

test('where a worker still holds a job of it, the company goes once the job has ended, and others are swept meanwhile', async () => {
  const test = await fixture(createMemoryStore(), ['Tenant']);
  const { store } = test.ports;
  const [id = ''] = test.companies;
  const job = jobWrite('launch', id, '1', 0);
  await store.commit([{ ...job, doc: { ...job.doc, turn: 'a worker', turnMs: 30_000 } }]);
  await deleteCompany(test.ports, test.operator, id, 'Tenant');
  await test.clock.advance(DELETION_WAIT_MS);
  expect(await runSweep(test.ports, working)).toEqual({ againAt: test.clock.now() + 30_000 });
  expect((await everythingOf(test, id)).documents).not.toEqual([]);
  await store.commit([{ ...job, expect: 1, doc: undefined }]);
  await runSweep(test.ports, working);
  expect(await everythingOf(test, id)).toEqual(nothing);
});
