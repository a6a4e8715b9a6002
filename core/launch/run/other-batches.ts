import { foldEntries } from '../../effects/state.ts';
import type { Store } from '../../ports/store.ts';
import { allOf } from '../../records/list.ts';
import { readJournal, readPlan } from '../journal/journal.ts';
import { batchKind, type JournalEntry } from '../journal/records.ts';
import type { PlannedOperation } from '../plan/plan.ts';

/** Batches created before the send that are looked at. Older ones had finished by then. */
const MOST_BEFORE = 100;
/** How far apart the clocks of batches may have been. */
const CLOCKS_APART_MS = 25 * 60 * 60 * 1000;

interface Claims {
  readonly taken: readonly string[];
  /** Whether the ad found for the operation is, or may be, another batch's. */
  mayBelongToAnother(operation: PlannedOperation, ref: string): boolean;
}

/**
 * Where a platform's objects carry no mark, only the batches themselves tell equal ads apart. Each
 * batch commits `sending` before it sends. So when the journals are read *after* the ads were
 * listed, every listed ad has its owner's entry:
 *
 * - noted as done by another batch: it is that one's;
 * - an equal ad of another batch is on its way: its answer will say;
 * - an equal ad of another batch is unanswered too: the earlier batch chooses first.
 */
export async function readClaims(
  store: Store,
  companyId: string,
  batchId: string,
  since: number,
): Promise<Claims> {
  const taken = new Set<string>();
  const contested = new Set<string>();
  for (const id of await othersSince(store, companyId, batchId, since)) {
    const entries = await readJournal(store, companyId, id);
    for (const { outcomes = {} } of entries)
      for (const [operation, settled] of Object.entries(outcomes))
        if (operation.startsWith('ad:') && settled.to === 'done') taken.add(settled.ref);
    if (!mayBeOpen(entries)) continue;
    const plan = await readPlan(store, companyId, id);
    const states = foldEntries(plan.operations, entries);
    for (const operation of plan.operations) {
      const phase = states.get(operation.id)?.phase;
      const isOpen = phase === 'sending' || (phase === 'unknown' && Number(id) < Number(batchId));
      if (operation.kind === 'ad' && isOpen) contested.add(likenessOf(operation));
    }
  }
  return {
    taken: [...taken],
    mayBelongToAnother: (operation, ref) => taken.has(ref) || contested.has(likenessOf(operation)),
  };
}

async function othersSince(
  store: Store,
  companyId: string,
  batchId: string,
  since: number,
): Promise<ReadonlySet<string>> {
  const ids = new Set<string>();
  for (const rawStatus of ['Queued', 'Processing'] as const)
    for (const { id } of await allOf(store, batchKind, companyId, { where: { rawStatus } }))
      ids.add(id);
  const after = await allOf(store, batchKind, companyId, { where: { createdAt: { from: since } } });
  const { items: before } = await store.find(batchKind, companyId, {
    where: { createdAt: { before: since } },
    order: { by: 'createdAt', direction: 'desc' },
    limit: MOST_BEFORE,
  });
  for (const { id, doc } of [...after, ...before])
    if (doc.startedAt !== undefined && (doc.finishedAt ?? since) >= since - CLOCKS_APART_MS)
      ids.add(id);
  ids.delete(batchId);
  return ids;
}

/** Whether some ad was sent or wanted once more and has not come to an end since. */
function mayBeOpen(entries: readonly JournalEntry[]): boolean {
  const open = new Set<string>();
  for (const { sending = [], again = [], outcomes = {} } of entries) {
    for (const id of [...sending, ...again]) if (id.startsWith('ad:')) open.add(id);
    for (const [id, { to }] of Object.entries(outcomes)) if (to !== 'unknown') open.delete(id);
  }
  return open.size > 0;
}

/** Equal for ads that nothing at the platform tells apart. */
const likenessOf = ({ account, adSetId, name }: PlannedOperation) =>
  JSON.stringify([account, adSetId, name]);
