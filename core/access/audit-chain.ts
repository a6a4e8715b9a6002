import type { Secrets } from '../ports/secrets.ts';
import type { Page, Store, Write } from '../ports/store.ts';
import type { Turns } from '../ports/turns.ts';
import { canonicalJson } from '../records/canonical-json.ts';
import type { Forgotten } from '../records/expired.ts';
import type { AuditVerdict } from '../schema/access.ts';
import { type AuditHead, type AuditRecord, auditHeadKind, auditKind, type ChainEnd } from './audit.ts';

/**
 * The audit of a company as a chain: each entry has a number and a hash of itself and of the entry before, so that one
 * that was changed, put in between or taken away is noticed. An entry is in almost every commit of a company, and giving
 * it its number there would have all of them wait for each other: entries are chained afterwards, in the background.
 * Until then nothing shows whether one of them was taken away.
 */

interface ChainPorts {
  readonly store: Store;
  readonly secrets: Secrets;
}

/** Entries in one commit. */
const STEP = 50;
export const HEAD = 'head';
/** What the first entry follows. */
export const START: ChainEnd = { seq: 0, hash: '0'.repeat(64) };

/** Chains some of the entries that are not yet. Of several who do so at once, one gets through. */
export async function chainAudit({ store, secrets }: ChainPorts, companyId: string): Promise<Forgotten> {
  const { items, next } = await store.find(auditKind, companyId, { where: { open: 1 }, limit: STEP });
  if (items.length === 0) return 'done';
  const head = await store.get(auditHeadKind, companyId, HEAD);
  const { start, ...end }: AuditHead = head?.doc ?? START;
  let last: ChainEnd = end;
  const writes: Write[] = [];
  for (const { id, version, doc } of [...items].sort((a, b) => a.doc.at - b.doc.at)) {
    const { open: _open, ...entry } = doc;
    const link = { seq: last.seq + 1, previous: last.hash };
    const hash = await hashOf(secrets, id, entry, link);
    writes.push({ kind: auditKind, companyId, id, expect: version, doc: { ...entry, ...link, hash } satisfies AuditRecord });
    last = { seq: link.seq, hash };
  }
  const write: Write = {
    kind: auditHeadKind,
    companyId,
    id: HEAD,
    expect: head?.version ?? 'absent',
    doc: { ...last, ...(start && { start }) },
  };
  const conflict = await store.commit([write, ...writes]);
  return conflict !== undefined || next !== undefined ? 'more' : 'done';
}

/** Reads the whole chain and tells where it is broken first. */
export async function verifyAudit(
  { store, secrets, turns }: ChainPorts & { readonly turns?: Turns },
  companyId: string,
): Promise<AuditVerdict> {
  // Read first: what is chained meanwhile lies behind it.
  const { start = START, ...head }: AuditHead = (await store.get(auditHeadKind, companyId, HEAD))?.doc ?? START;
  const firstBroken = await brokenLink({ store, secrets, ...(turns && { turns }) }, companyId, start, head);
  const [all, chained, waiting] = await Promise.all([
    store.count(auditKind, companyId),
    store.count(auditKind, companyId, { where: { seq: { from: 0 } } }),
    store.count(auditKind, companyId, { where: { open: 1 } }),
  ]);
  return { ok: firstBroken === null, chained, waiting, beforeChain: all - chained - waiting, head, firstBroken };
}

async function brokenLink(
  { store, secrets, turns }: ChainPorts & { readonly turns?: Turns },
  companyId: string,
  start: ChainEnd,
  head: ChainEnd,
): Promise<AuditVerdict['firstBroken']> {
  let last = start;
  for (let after: string | undefined, isFirst = true; isFirst || after !== undefined; isFirst = false) {
    const page: Page<AuditRecord> = await store.find(auditKind, companyId, {
      ...{ order: { by: 'seq' }, limit: 500 },
      ...(after !== undefined && { after }),
    });
    for (const { id, doc } of page.items) {
      if ((doc.seq ?? 0) > head.seq && last.seq === head.seq) break;
      const problem = await problemOf(secrets, id, doc, last);
      if (problem !== undefined) return { seq: last.seq + 1, id, problem };
      last = { seq: last.seq + 1, hash: doc.hash ?? '' };
    }
    after = page.next;
    await turns?.next();
  }
  if (last.seq === head.seq && last.hash === head.hash) return null;
  return { seq: last.seq + 1, id: null, problem: 'The last entries of the chain are missing.' };
}

async function problemOf(secrets: Secrets, id: string, doc: AuditRecord, last: ChainEnd): Promise<string | undefined> {
  const { seq = 0, previous = '', hash, ...entry } = doc;
  if (seq > last.seq + 1) return 'An entry before this one is missing.';
  if (seq !== last.seq + 1 || previous !== last.hash) return 'This entry does not follow the one before it.';
  return hash === (await hashOf(secrets, id, entry, { seq, previous })) ? undefined : 'This entry was changed.';
}

const hashOf = (secrets: Secrets, id: string, entry: AuditRecord, link: Pick<AuditRecord, 'seq' | 'previous'>): Promise<string> =>
  secrets.sha256(canonicalJson({ ...entry, ...link, id }));
