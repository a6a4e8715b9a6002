import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createMemoryStore } from '../../../adapters/store/memory.ts';
import { openSqliteStore } from '../../../adapters/store/sqlite.ts';
import { DELETION_WAIT_MS, deleteCompany, resumeCompany } from '../../../core/access/administer.ts';
import { auditKind } from '../../../core/access/audit.ts';
import { keyKind } from '../../../core/access/keys.ts';
import { companyKind } from '../../../core/access/records.ts';
import { features, kinds } from '../../../core/features/registry.ts';
import { type Store, SYSTEM } from '../../../core/ports/store.ts';
import { jobKind, jobWrite } from '../../../core/records/job.ts';
import { allOf } from '../../../core/records/list.ts';
import { runSweep } from '../../../core/upkeep/sweep.ts';
import { asService } from '../../as-service.ts';
import { type Companies, companiesIn, factScope, fill } from './company-fixture.ts';

const working = () => false;
/** All there is of a company, wherever it lies. */
async function everythingOf({ ports, held }: Companies, companyId: string) {
  const { store, facts } = ports;
  const documents = [];
  for (const kind of kinds)
    documents.push([kind.name, await allOf(store, kind, companyId)] as const);
  const query = {
    ...factScope,
    accountIds: [factScope.accountId],
    groupBy: ['adId'],
    measures: ['spend'],
  } as const;
  return {
    company: await store.get(companyKind, SYSTEM, companyId),
    keys: await allOf(store, keyKind, SYSTEM, { where: { companyId } }),
    jobs: (await allOf(store, jobKind, SYSTEM)).filter(({ doc }) => doc.companyId === companyId),
    documents: documents.filter(([, all]) => all.length > 0),
    files: [...held].filter((name) => name.startsWith(`${companyId} `)).sort(),
    figures: (await facts.aggregate(companyId, query)).groups,
    covered: await facts.coverage(companyId, factScope),
  };
}

const nothing = {
  company: undefined,
  keys: [],
  jobs: [],
  documents: [],
  files: [],
  figures: [],
  covered: [],
};

test.each([
  ['memory', async () => createMemoryStore(), 25],
  ['SQLite', () => openSqliteStore({ path: ':memory:' }), 5],
] as const)(
  'deleting one of several companies leaves every document of the others as it was (%s)',
  async (_name, open, numRuns) => {
    const counts = fc.array(fc.integer({ min: 0, max: 3 }), {
      minLength: 1,
      maxLength: kinds.length,
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(counts, { minLength: 2, maxLength: 4 }),
        fc.nat(),
        async (each, chosen) => {
          const store = await open();
          const test = await companiesIn(
            store,
            each.map((_, i) => `Tenant ${i}`),
          );
          for (const [i, id] of test.companies.entries()) await fill(test, id, each[i] ?? []);
          const gone = test.companies[chosen % test.companies.length] ?? '';
          const others = test.companies.filter((id) => id !== gone);
          await deleteCompany(test.ports, test.operator, gone, {
            confirm: `Tenant ${test.companies.indexOf(gone)}`,
            withoutExport: true,
          });
          // What a sweep does with every company is not the matter here.
          await runSweep(asService(test.ports), features, working);
          const before = await Promise.all(others.map((id) => everythingOf(test, id)));
          await test.clock.advance(DELETION_WAIT_MS);
          await runSweep(asService(test.ports), features, working);
          expect(await everythingOf(test, gone)).toEqual(nothing);
          expect(await Promise.all(others.map((id) => everythingOf(test, id)))).toEqual(before);
          await store.close();
        },
      ),
      { numRuns },
    );
  },
);

test('it waits seven days, and the audit of the installation keeps that it happened', async () => {
  const store = createMemoryStore();
  const test = await companiesIn(store, ['Tenant']);
  const [id = ''] = test.companies;
  await fill(test, id, [1]);
  await deleteCompany(test.ports, test.operator, id, { confirm: 'Tenant', withoutExport: true });
  await test.clock.advance(DELETION_WAIT_MS - 1);
  await runSweep(asService(test.ports), features, working);
  expect((await everythingOf(test, id)).company).toBeDefined();
  expect((await everythingOf(test, id)).files).not.toEqual([]);
  await test.clock.advance(1);
  await runSweep(asService(test.ports), features, working);
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
  const test = await companiesIn(createMemoryStore(), ['Tenant']);
  const [id = ''] = test.companies;
  await fill(test, id, [1]);
  await deleteCompany(test.ports, test.operator, id, { confirm: 'Tenant', withoutExport: true });
  await resumeCompany(test.ports, test.operator, id);
  await runSweep(asService(test.ports), features, working);
  const before = await everythingOf(test, id);
  await test.clock.advance(2 * DELETION_WAIT_MS);
  await runSweep(asService(test.ports), features, working);
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
  const test = await companiesIn(store, ['Tenant']);
  const [id = ''] = test.companies;
  await fill(test, id, [130]);
  await deleteCompany(test.ports, test.operator, id, { confirm: 'Tenant', withoutExport: true });
  await test.clock.advance(DELETION_WAIT_MS);
  sizes.length = 0;
  expect(await runSweep(asService(test.ports), features, () => sizes.length > 20)).toMatchObject({
    againAt: expect.any(Number),
  });
  const half = await everythingOf(test, id);
  expect([half.company?.doc.removing, half.documents.length > 0]).toEqual([true, true]);
  await expect(resumeCompany(test.ports, test.operator, id)).rejects.toMatchObject({
    code: 'gone',
  });
  for (let turn = 0; turn < 50; turn++) await runSweep(asService(test.ports), features, working);
  expect(await everythingOf(test, id)).toEqual(nothing);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(50);
});

test('where a worker still holds a job of it, the company goes once the job has ended, and others are swept meanwhile', async () => {
  const test = await companiesIn(createMemoryStore(), ['Tenant']);
  const { store } = test.ports;
  const [id = ''] = test.companies;
  const job = jobWrite('launch', id, { subject: '1', now: 0 });
  await store.commit([{ ...job, doc: { ...job.doc, turn: 'a worker', turnMs: 30_000 } }]);
  await deleteCompany(test.ports, test.operator, id, { confirm: 'Tenant', withoutExport: true });
  await test.clock.advance(DELETION_WAIT_MS);
  expect(await runSweep(asService(test.ports), features, working)).toEqual({
    againAt: test.clock.now() + 30_000,
  });
  expect((await everythingOf(test, id)).documents).not.toEqual([]);
  await store.commit([{ ...job, expect: 1, doc: undefined }]);
  await runSweep(asService(test.ports), features, working);
  expect(await everythingOf(test, id)).toEqual(nothing);
});
