import { createMemoryFacts } from '../../../adapters/facts/memory.ts';
import { createManualClock } from '../../../adapters/runtime/manual-clock.ts';
import { createNodeSecrets } from '../../../adapters/runtime/node-secrets.ts';
import { createCompany } from '../../../core/access/companies.ts';
import { eventsFor } from '../../../core/events/events.ts';
import { exportKind } from '../../../core/features/exports/records.ts';
import { kinds } from '../../../core/features/registry.ts';
import { contentKind } from '../../../core/media/contents.ts';
import { mediaKind } from '../../../core/media/records.ts';
import type { Fact } from '../../../core/ports/facts.ts';
import type { Document, Kind, Store, Write } from '../../../core/ports/store.ts';
import { jobWrite } from '../../../core/records/job.ts';

export const factScope = {
  accountId: 'primary:act_1',
  from: '2026-11-01',
  to: '2026-11-03',
  breakdown: 'none',
} as const;
export const fact: Fact = {
  day: '2026-11-02',
  adId: 'a',
  adName: 'A',
  adsetId: 's',
  adsetName: 'S',
  campaignId: 'c',
  campaignName: 'C',
  country: '',
  spend: 1,
  impressions: 1,
  clicks: 1,
  results: 1,
  conversions: 1,
  conversionValue: 1,
};

export type Companies = Awaited<ReturnType<typeof companiesIn>>;

/** A store with the first company and some others, and the files of all of them. */
export async function companiesIn(store: Store, names: readonly string[]) {
  const clock = createManualClock(undefined, { auto: true });
  /** `company name` of every file there is. */
  const held = new Set<string>();
  const remove = async (companyId: string, name: string): Promise<void> =>
    void held.delete(`${companyId} ${name}`);
  const files = { remove };
  const exportFiles = { write: async () => 0, read: async () => undefined, remove };
  const secrets = createNodeSecrets('a secret that is long enough');
  const ports = {
    store,
    clock,
    files,
    exportFiles,
    secrets,
    platforms: {},
    events: eventsFor([]),
    facts: createMemoryFacts(),
  };
  const { companyId: first } = await createCompany(ports, { name: 'First' }, { first: true });
  const companies = [];
  for (const name of names) companies.push((await createCompany(ports, { name })).companyId);
  const operator = { companyId: first, keyId: 'key_operator' };
  return { ports, clock, held, first, companies, operator };
}

/** A document of a kind: whatever it is, with values for what it is found by. */
function documentOf(kind: Kind, n: number): Document {
  const text = `${kind.name} ${n}`;
  const values: { readonly [type: string]: unknown } = {
    number: 4e12 + n,
    string: text,
    strings: [text],
  };
  const indexed = Object.entries(kind.index).map(([field, type]) => [field, values[String(type)]]);
  return { ...Object.fromEntries(indexed), n, format: 'csv', sha256: `sha${n}` };
}

/**
 * Documents of every kind, jobs, files and figures for a company. `counts`: how many of each kind,
 * in turn.
 */
export async function fill(
  { ports, held }: Companies,
  companyId: string,
  counts: readonly number[],
): Promise<void> {
  const { store } = ports;
  for (const [i, kind] of kinds.entries())
    for (let n = 0; n < (counts[i % counts.length] ?? 0); n++) {
      // A company's own part of what lies beside that of others is made by `createCompany` and
      // below.
      const id = kind === contentKind ? `sha${n}` : `${kind.name}-${n}`;
      await store.commit([{ kind, companyId, id, expect: 'absent', doc: documentOf(kind, n) }]);
      if (kind === exportKind) held.add(`${companyId} ${id}.csv`);
      if (kind === mediaKind || kind === contentKind) held.add(`${companyId} sha${n}`);
    }
  await store.commit([jobWrite('launch', companyId, { subject: '1', now: ports.clock.now() })]);
  const dead: Write = jobWrite('launch', companyId, { subject: '2', now: ports.clock.now() });
  await store.commit([{ ...dead, doc: { ...dead.doc, deadAt: 1 } }]);
  await ports.facts.put(companyId, factScope, [fact], 1);
}
