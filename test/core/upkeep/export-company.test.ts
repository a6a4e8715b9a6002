import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createMemoryStore } from '../../../adapters/store/memory.ts';
import { openSqliteStore } from '../../../adapters/store/sqlite.ts';
import {
  deleteCompany,
  EXPORT_HOLDS_MS,
  resumeCompany,
  suspendCompany,
} from '../../../core/access/administer.ts';
import { companyKind } from '../../../core/access/records.ts';
import { beginSession } from '../../../core/access/sessions.ts';
import { adAccountKind } from '../../../core/accounts/records.ts';
import { features, kinds, sealedPlaces } from '../../../core/features/registry.ts';
import { type Document, type Kind, type Store, SYSTEM } from '../../../core/ports/store.ts';
import { jobKind } from '../../../core/records/job.ts';
import { allOf } from '../../../core/records/list.ts';
import { utf8Of } from '../../../core/records/utf8.ts';
import { foundByCompany } from '../../../core/upkeep/company-kinds.ts';
import { exportCompany, LEFT_OUT } from '../../../core/upkeep/export-company.ts';
import { type Companies, companiesIn, fact, factScope, fill } from './company-fixture.ts';

interface Line {
  readonly kind: string;
  readonly id?: string;
  readonly doc?: object;
  readonly [member: string]: unknown;
}

const portsOf = ({ ports }: Companies) => ({ ...ports, publicUrl: 'https://ads.example' });

async function exported(companies: Companies, id: string): Promise<Line[]> {
  const { content } = await exportCompany(portsOf(companies), features, companies.operator, id);
  let text = '';
  for await (const chunk of content) text += new TextDecoder().decode(chunk);
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);
}

/** How many documents of a company the store has, by kind, wherever they lie. */
async function counted(
  store: Store,
  companyId: string,
): Promise<{ readonly [kind: string]: number }> {
  const counts = new Map<string, number>([[companyKind.name, 1]]);
  const add = (kind: Kind<never>, count: number): void =>
    void counts.set(kind.name, (counts.get(kind.name) ?? 0) + count);
  for (const kind of kinds) add(kind, await store.count(kind, companyId));
  for (const kind of foundByCompany)
    add(kind, await store.count(kind, SYSTEM, { where: { companyId } }));
  add(
    jobKind,
    (await allOf(store, jobKind, SYSTEM)).filter(({ doc }) => doc.companyId === companyId).length,
  );
  return Object.fromEntries([...counts].filter(([, count]) => count > 0));
}

test.each([
  ['memory', async () => createMemoryStore(), 10],
  ['SQLite', () => openSqliteStore({ path: ':memory:' }), 1],
] as const)(
  'an export has every document and row of figures of the company, and none of another (%s)',
  async (_name, open, numRuns) => {
    const counts = fc.array(fc.integer({ min: 0, max: 120 }), { minLength: 1, maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(counts, counts, async (own, others) => {
        const store = await open();
        const companies = await companiesIn(store, ['Tenant', 'Neighbour']);
        const [id = '', neighbour = ''] = companies.companies;
        await fill(companies, id, own);
        await fill(companies, neighbour, others);
        await companies.ports.facts.put(
          id,
          { ...factScope, breakdown: 'country' },
          [{ ...fact, country: 'DE' }],
          1,
        );
        const expected = await counted(store, id);
        const [head, ...rest] = await exported(companies, id);
        const end = rest.pop();
        const byKind: { [kind: string]: number } = {};
        for (const { kind } of rest) byKind[kind] = (byKind[kind] ?? 0) + 1;
        expect(head).toMatchObject({ kind: 'export', companyId: id, name: 'Tenant' });
        expect(byKind).toEqual({ ...expected, fact: 2 });
        expect(end).toMatchObject({
          kind: 'end',
          byKind: expected,
          facts: 2,
          documents: rest.length - 2,
        });
        const text = JSON.stringify(rest);
        expect([text.includes(neighbour), text.includes(companies.first)]).toEqual([false, false]);
        await store.close();
      }),
      { numRuns },
    );
  },
);

test('what is sealed and the hashes of secrets are left out, and said so', async () => {
  const companies = await companiesIn(createMemoryStore(), ['Tenant']);
  const { store, secrets } = companies.ports;
  const [id = ''] = companies.companies;
  const key = (
    await allOf(store, foundByCompany[0] as Kind<{ companyId: string }>, SYSTEM, {
      where: { companyId: id },
    })
  )[0];
  await beginSession(
    companies.ports,
    { companyId: id, keyId: 'key_1' },
    { by: 'key', keyDigest: key?.id ?? '' },
  );
  const made = new Map<string, Document>();
  for (const { kind, use, withText } of sealedPlaces) {
    const text = await secrets.seal('hunter2', { companyId: id, use });
    made.set(kind.name, withText(made.get(kind.name) ?? {}, text));
  }
  for (const { kind } of sealedPlaces)
    await store.commit([
      { kind, companyId: id, id: 'one', expect: 'absent', doc: made.get(kind.name) },
    ]);
  const lines = await exported(companies, id);
  for (const { kind, textOf, name } of sealedPlaces)
    expect([name, textOf(lines.find((line) => line.kind === kind.name)?.doc ?? {})]).toEqual([
      name,
      LEFT_OUT,
    ]);
  const text = JSON.stringify(lines);
  for (const doc of made.values())
    expect(text).not.toContain(Object.values(doc).find((each) => typeof each === 'string') ?? '?');
  expect(text).not.toContain(key?.id);
  const hashes = await allOf(store, foundByCompany[1] as Kind<{ companyId: string }>, SYSTEM, {
    where: { companyId: id },
  });
  expect(hashes).toHaveLength(1);
  expect(text).not.toContain(hashes[0]?.id);
});

test('figures of accounts that are not connected any more are in it, with the names of what they are about', async () => {
  const companies = await companiesIn(createMemoryStore(), ['Tenant']);
  const [id = ''] = companies.companies;
  const many = Array.from({ length: 2_500 }, (_, n) => ({
    ...fact,
    adId: `a${n}`,
    adName: 'Überfahrt 🚢',
  }));
  await companies.ports.facts.put(id, factScope, many, 1);
  expect(await companies.ports.store.count(adAccountKind, id)).toBe(0);
  const lines = (await exported(companies, id)).filter(({ kind }) => kind === 'fact');
  expect(new Set(lines.map(({ adId }) => adId)).size).toBe(2_500);
  expect(lines[0]).toMatchObject({
    accountId: 'primary:act_1',
    day: '2026-11-02',
    spend: 1,
    adName: 'Überfahrt 🚢',
    breakdown: 'none',
  });
});

test('an export that is not read to its end does not count, and holds no more than a page at a time', async () => {
  const memory = createMemoryStore();
  let largest = 0;
  const store: Store = {
    ...memory,
    find: async (kind, companyId, query) => {
      const page = await memory.find(kind, companyId, query);
      largest = Math.max(largest, page.items.length);
      return page;
    },
  };
  const companies = await companiesIn(store, ['Tenant']);
  const [id = ''] = companies.companies;
  await fill(companies, id, [130]);
  const remove = () =>
    deleteCompany(companies.ports, companies.operator, id, { confirm: 'Tenant' });
  const { content } = await exportCompany(portsOf(companies), features, companies.operator, id);
  largest = 0;
  for await (const _chunk of content) break;
  await expect(remove()).rejects.toMatchObject({
    code: 'conflict',
    details: [{ code: 'not_exported' }],
  });
  await exported(companies, id);
  expect(largest).toBe(50);
  expect((await remove()).company).toMatchObject({
    status: 'deleting',
    exportedAt: expect.any(String),
  });
});

test('an export holds for a day, and for a company that was suspended before it until that is resumed', async () => {
  const companies = await companiesIn(createMemoryStore(), ['Tenant']);
  const { ports, operator, clock } = companies;
  const [id = ''] = companies.companies;
  const remove = () => deleteCompany(ports, operator, id, { confirm: 'Tenant' });
  const refused = { code: 'conflict', details: [{ code: 'not_exported' }] };
  await exported(companies, id);
  await clock.advance(EXPORT_HOLDS_MS);
  await suspendCompany(ports, operator, id);
  await expect(remove()).rejects.toMatchObject(refused);
  await clock.advance(1);
  await exported(companies, id);
  await clock.advance(30 * EXPORT_HOLDS_MS);
  expect((await remove()).company.status).toBe('deleting');
  await resumeCompany(ports, operator, id);
  await expect(remove()).rejects.toMatchObject(refused);
  expect(
    (await deleteCompany(ports, operator, id, { confirm: 'Tenant', withoutExport: true })).company
      .status,
  ).toBe('deleting');
});

test('texts become the bytes that TextEncoder makes of them', () => {
  const isSame = (text: string): void => {
    expect([...utf8Of(text)]).toEqual([...new TextEncoder().encode(text)]);
  };
  fc.assert(fc.property(fc.string({ unit: 'binary' }), isSame));
  isSame('a\ud800b');
});
