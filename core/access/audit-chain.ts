import { SlipwayError } from '../base/errors.ts';
import type { Secrets } from '../ports/secrets.ts';
import type { Page, Store, Write } from '../ports/store.ts';
import type { Turns } from '../ports/turns.ts';
import { canonicalJson } from '../records/canonical-json.ts';
import type { Forgotten } from '../records/expired.ts';
import { randomText } from '../records/random-id.ts';
import {
  type AuditHead,
  type AuditRecord,
  auditHeadKind,
  auditKind,
  type ChainEnd,
  type ChainKey,
} from './audit.ts';
import type { AuditVerdict } from './schema.ts';

/**
 * The audit of a company as a chain: each entry has a number and a hash of itself and the entry
 * before, so that changed, inserted and missing entries are noticed. Almost every commit of a
 * company has an entry, and numbering it there would serialise them all: entries are chained later,
 * in the background. Until then a missing entry goes unnoticed. Each entry and the end of the chain
 * have a MAC with a key that only the secret of the installation opens: a chain rebuilt in the
 * database lacks them.
 */

interface ChainPorts {
  readonly store: Store;
  readonly secrets: Secrets;
}

const STEP = 50;
export const HEAD = 'head';
export const START: ChainEnd = { seq: 0, hash: '0'.repeat(64) };

/** Chains some open entries. Of several at once, one gets through. */
export async function chainAudit(
  { store, secrets }: ChainPorts,
  companyId: string,
): Promise<Forgotten> {
  const { items, next } = await store.find(auditKind, companyId, {
    where: { open: 1 },
    limit: STEP,
  });
  if (items.length === 0) return 'done';
  const head = await store.get(auditHeadKind, companyId, HEAD);
  const { start, signed, ...end }: AuditHead = head?.doc ?? START;
  const { key, ...signing } = await signingOf(secrets, companyId, signed, end.seq + 1);
  let last: ChainEnd = end;
  const writes: Write[] = [];
  for (const { id, version, doc } of [...items].sort((a, b) => a.doc.at - b.doc.at)) {
    const { open: _open, ...entry } = doc;
    const link = { seq: last.seq + 1, previous: last.hash };
    const hash = await hashOf(secrets, id, entry, link);
    const mac = await secrets.hmacSha256(key, hash);
    writes.push({
      kind: auditKind,
      companyId,
      id,
      expect: version,
      doc: { ...entry, ...link, hash, mac } satisfies AuditRecord,
    });
    last = { seq: link.seq, hash };
  }
  const ended = await signedHead(secrets, key, { ...last, ...(start && { start }) }, signing);
  const write: Write = {
    kind: auditHeadKind,
    companyId,
    id: HEAD,
    expect: head?.version ?? 'absent',
    doc: ended,
  };
  const conflict = await store.commit([write, ...writes]);
  return conflict !== undefined || next !== undefined ? 'more' : 'done';
}

/** The key of a chain; a fresh one where it has none yet, for entries from `first` on. */
async function signingOf(
  secrets: Secrets,
  companyId: string,
  signed: ChainKey | undefined,
  first: number,
) {
  const known = signed && (await keyOf(secrets, companyId, signed).catch(unlessUnreadable));
  if (signed !== undefined && known !== undefined)
    return { key: known, sealedKey: signed.sealedKey, from: signed.from };
  // Where the key was replaced, the entries signed with it are reported as broken.
  const key = randomText(secrets, 43);
  return { key, sealedKey: await secrets.seal(key, { companyId, use: 'audit' }), from: first };
}

const keyOf = (secrets: Secrets, companyId: string, { sealedKey }: ChainKey): Promise<string> =>
  secrets.open(sealedKey, { companyId, use: 'audit' });

async function signedHead(
  secrets: Secrets,
  key: string,
  end: Omit<AuditHead, 'signed'>,
  { sealedKey, from }: ChainKey,
): Promise<AuditHead> {
  return { ...end, signed: { sealedKey, from, mac: await headMac(secrets, key, end, from) } };
}

/** Without the sealed key, which changes with the secret. */
const headMac = (
  secrets: Secrets,
  key: string,
  end: Omit<AuditHead, 'signed'>,
  from: number,
): Promise<string> => secrets.hmacSha256(key, canonicalJson({ ...end, from }));

/** The end of a chain whose oldest entries are forgotten. */
export async function beginLater(
  secrets: Secrets,
  companyId: string,
  head: AuditHead,
  start: ChainEnd,
): Promise<AuditHead> {
  const { signed, ...end } = head;
  const key = signed && (await keyOf(secrets, companyId, signed).catch(unlessUnreadable));
  if (signed === undefined || key === undefined) return { ...head, start };
  return signedHead(secrets, key, { ...end, start }, signed);
}

/** Reads the whole chain and finds its first broken place. */
export async function verifyAudit(
  { store, secrets, turns }: ChainPorts & { readonly turns?: Turns },
  companyId: string,
): Promise<AuditVerdict> {
  // Read first: what is chained meanwhile lies behind it.
  const { signed, ...end }: AuditHead =
    (await store.get(auditHeadKind, companyId, HEAD))?.doc ?? START;
  const { start = START, ...head } = end;
  const key = signed && (await keyOf(secrets, companyId, signed).catch(unlessUnreadable));
  const isHeadWrong =
    signed && key !== undefined && signed.mac !== (await headMac(secrets, key, end, signed.from));
  const firstBroken = isHeadWrong
    ? { seq: head.seq, id: null, problem: 'The end of the chain was changed.' }
    : await brokenLink({ store, secrets, ...(turns && { turns }) }, companyId, {
        start,
        head,
        from: signed?.from,
        key,
      });
  const [all, chained, waiting] = await Promise.all([
    store.count(auditKind, companyId),
    store.count(auditKind, companyId, { where: { seq: { from: 0 } } }),
    store.count(auditKind, companyId, { where: { open: 1 } }),
  ]);
  const unsigned = signed === undefined ? head.seq : signed.from - 1;
  return {
    ok: firstBroken === null,
    chained,
    waiting,
    beforeChain: all - chained - waiting,
    head,
    firstBroken,
    withoutMacUntil: unsigned > start.seq ? unsigned : 0,
    macsChecked: signed === undefined || key !== undefined,
  };
}

/** Hashes can be checked without the secret. */
const unlessUnreadable = (error: unknown): undefined => {
  if (error instanceof SlipwayError && error.code === 'unreadable_secret') return undefined;
  throw error;
};

interface Chain {
  readonly start: ChainEnd;
  readonly head: ChainEnd;
  /** The first entry with a MAC. */
  readonly from: number | undefined;
  readonly key: string | undefined;
}

async function brokenLink(
  { store, secrets, turns }: ChainPorts & { readonly turns?: Turns },
  companyId: string,
  chain: Chain,
): Promise<AuditVerdict['firstBroken']> {
  const { head } = chain;
  let last = chain.start;
  for (
    let after: string | undefined, isFirst = true;
    isFirst || after !== undefined;
    isFirst = false
  ) {
    const page: Page<AuditRecord> = await store.find(auditKind, companyId, {
      order: { by: 'seq' },
      limit: 500,
      ...(after !== undefined && { after }),
    });
    for (const { id, doc } of page.items) {
      if ((doc.seq ?? 0) > head.seq && last.seq === head.seq) break;
      const problem =
        (await problemOf(secrets, id, doc, last)) ?? (await macProblem(secrets, doc, chain));
      if (problem !== undefined) return { seq: last.seq + 1, id, problem };
      last = { seq: last.seq + 1, hash: doc.hash ?? '' };
    }
    after = page.next;
    await turns?.next();
  }
  if (last.seq === head.seq && last.hash === head.hash) return null;
  return { seq: last.seq + 1, id: null, problem: 'The last entries of the chain are missing.' };
}

async function problemOf(
  secrets: Secrets,
  id: string,
  doc: AuditRecord,
  last: ChainEnd,
): Promise<string | undefined> {
  const { seq = 0, previous = '', hash, mac: _mac, ...entry } = doc;
  if (seq > last.seq + 1) return 'An entry before this one is missing.';
  if (seq !== last.seq + 1 || previous !== last.hash)
    return 'This entry does not follow the one before it.';
  return hash === (await hashOf(secrets, id, entry, { seq, previous }))
    ? undefined
    : 'This entry was changed.';
}

async function macProblem(
  secrets: Secrets,
  { seq = 0, hash = '', mac }: AuditRecord,
  { from, key }: Chain,
): Promise<string | undefined> {
  if (from === undefined || seq < from)
    return mac === undefined ? undefined : 'This entry has a MAC, and the chain has no key for it.';
  if (mac === undefined) return 'This entry has no MAC.';
  return key === undefined || mac === (await secrets.hmacSha256(key, hash))
    ? undefined
    : 'The MAC of this entry is not the one of this installation.';
}

const hashOf = (
  secrets: Secrets,
  id: string,
  entry: AuditRecord,
  link: Pick<AuditRecord, 'seq' | 'previous'>,
): Promise<string> => secrets.sha256(canonicalJson({ ...entry, ...link, id }));
