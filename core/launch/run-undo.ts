import type { JobDone } from '../ports/jobs.ts';
import { workUnderLease } from '../records/work-under-lease.ts';
import { openJournal, readBatch, readJournal, readPlan } from './journal.ts';
import type { PlannedOperation } from './plan.ts';
import { batchMark } from './run.ts';
import { foldJournal } from './state.ts';
import { type UndoRun, type UndoRunPorts, undoAccount } from './undo-account.ts';
import { settleDoubts } from './undo-doubts.ts';
import { foldUndo, isUndone, undoable } from './undo-state.ts';

/** Carries an undo out. Pausing or deleting twice is harmless, so a crash in the middle just goes on. */
export async function runUndo(ports: UndoRunPorts, companyId: string, batchId: string, holder: string): Promise<JobDone> {
  return workUnderLease(ports, companyId, `batch:${batchId}`, { holder }, async (lease) => {
    const batch = await readBatch(ports.store, companyId, batchId);
    const undo = batch.doc.undo;
    if (undo === undefined || undo.finishedAt !== undefined) return undefined;
    const plan = await readPlan(ports.store, companyId, batchId);
    const entries = await readJournal(ports.store, companyId, batchId);
    const run: UndoRun = {
      ports,
      companyId,
      batchId,
      mark: batchMark(batch.doc.slug),
      mode: undo.mode,
      plan,
      states: foldJournal(plan, entries),
      results: foldUndo(entries),
      journal: openJournal(ports, lease, companyId, batchId, batch),
      isHeld: lease.isHeld,
    };
    const tried = foldUndo(entries.filter(({ seq }) => seq > undo.after));
    const isOpen = ({ id }: PlannedOperation): boolean => !tried.has(id) && !isUndone(run.results.get(id), undo.mode);
    const lookAgainAt = await settleDoubts(run);
    const { ads, creatives } = undoable(plan, run.states, undo.mode);
    for (const adAccountId of new Set([...ads, ...creatives].map((each) => each.adAccountId))) {
      const mine = (operation: PlannedOperation): boolean => operation.adAccountId === adAccountId && isOpen(operation);
      await undoAccount(run, adAccountId, ads.filter(mine), creatives.filter(mine));
    }
    if (lookAgainAt !== undefined) return { againAt: lookAgainAt };
    await run.journal.append({}, ports.clock.now(), (head) => ({
      undo: { ...(head.undo ?? undo), finishedAt: ports.clock.now() },
    }));
    ports.log.info('undo.finished', { companyId, batchId, mode: undo.mode, failed: run.journal.head().undo?.failed ?? 0 });
    return undefined;
  });
}
