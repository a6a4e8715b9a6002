import type { Secrets } from '../ports/secrets.ts';
import type { Store, Write } from '../ports/store.ts';
import type { Forgotten } from '../records/expired.ts';
import { auditHeadKind, auditKind } from './audit.ts';
import { beginLater, HEAD, START } from './audit-chain.ts';

const STEP = 50;

/**
 * Forgets some of the oldest audit entries, in the order of the chain. The last one becomes the
 * chain's beginning, so that the rest can still be verified.
 */
export async function forgetAudit(
  { store, secrets }: { readonly store: Store; readonly secrets: Secrets },
  companyId: string,
  before: number,
  told: (count: number) => void,
): Promise<Forgotten> {
  const unchained = await store.find(auditKind, companyId, {
    where: { at: { before } },
    order: { by: 'at' },
    limit: STEP,
  });
  // From before the chain.
  const loose = unchained.items.filter(
    ({ doc }) => doc.seq === undefined && doc.open === undefined,
  );
  const head = await store.get(auditHeadKind, companyId, HEAD);
  const start = head?.doc.start ?? START;
  const chained = await store.find(auditKind, companyId, {
    where: { seq: { from: start.seq + 1 } },
    order: { by: 'seq' },
    limit: STEP,
  });
  const young = chained.items.findIndex(({ doc }) => doc.at >= before);
  const old = young < 0 ? chained.items : chained.items.slice(0, young);
  const last = old[old.length - 1]?.doc;
  const writes = [...loose, ...old].map(({ id, version }): Write => {
    return { kind: auditKind, companyId, id, expect: version, doc: undefined };
  });
  if (writes.length === 0) return 'done';
  if (head !== undefined && last?.seq !== undefined && last.hash !== undefined) {
    const doc = await beginLater(secrets, companyId, head.doc, { seq: last.seq, hash: last.hash });
    writes.push({ kind: auditHeadKind, companyId, id: HEAD, expect: head.version, doc });
  }
  const conflict = await store.commit(writes);
  if (conflict === undefined) told(loose.length + old.length);
  return 'more';
}
