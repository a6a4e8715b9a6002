import { foldEntries, rebase } from '../../effects/state.ts';
import type { Lease } from '../../records/lease.ts';
import { openJournal, readBatch, readJournal, readPlan } from '../journal/journal.ts';
import type { JournalEntry, UndoRecord } from '../journal/records.ts';
import { batchMark } from '../run/open-run.ts';
import type { UndoRun, UndoRunPorts } from './account.ts';
import { foldUndo } from './state.ts';

export async function openUndo(
  outer: UndoRunPorts,
  lease: Lease,
  companyId: string,
  batchId: string,
): Promise<
  | { readonly run: UndoRun; readonly undo: UndoRecord; readonly entries: readonly JournalEntry[] }
  | undefined
> {
  const ports = { ...outer, clock: lease.clock };
  const batch = await readBatch(ports.store, companyId, batchId);
  const undo = batch.doc.undo;
  if (undo === undefined || undo.finishedAt !== undefined) return undefined;
  const plan = await readPlan(ports.store, companyId, batchId);
  const entries = await readJournal(ports.store, companyId, batchId);
  const run: UndoRun = {
    ports,
    companyId,
    batchId,
    plan,
    mark: batchMark(batch.doc.slug),
    mode: undo.mode,
    states: rebase(foldEntries(plan.operations, entries), ports.clock.now()),
    results: foldUndo(entries),
    journal: openJournal(ports, lease, companyId, batch),
    isHeld: lease.isHeld,
  };
  return { run, undo, entries };
}
