import type { JobDone } from '../../ports/jobs.ts';
import { type WorkerOptions, workUnderLease } from '../../records/work-under-lease.ts';
import type { PlannedOperation } from '../plan/plan.ts';
import { type UndoRun, type UndoRunPorts, undoAccount } from './account.ts';
import { openUndo } from './open-undo.ts';
import { reconcileBeforeUndo } from './reconcile.ts';
import { foldUndo, isUndone, undoable } from './state.ts';

/** A wish to stop may go unnoticed this long. */
const POLL_MS = 2_000;

/** Pausing or deleting twice is harmless, so the next run goes on after a crash. */
export async function runUndo(
  outer: UndoRunPorts,
  companyId: string,
  batchId: string,
  options: WorkerOptions,
): Promise<JobDone> {
  return workUnderLease(outer, companyId, {
    name: `batch:${batchId}`,
    ...options,
    work: async (lease) => {
      const opened = await openUndo(outer, lease, companyId, batchId);
      if (opened === undefined) return undefined;
      const { run, undo, entries } = opened;
      const { ports } = run;
      const tried = new Set(foldUndo(entries.filter(({ seq }) => seq > undo.after)).keys());
      for (;;) {
        const lookAgainAt = await reconcileBeforeUndo(run);
        await undoOpen(run, tried);
        if (lookAgainAt === undefined) break;
        // The worker stays: only its own waiting counts as time that the platform has had.
        while (ports.clock.now() < lookAgainAt) {
          if (options.stopping?.()) return { againAt: ports.clock.now() };
          await ports.clock.sleep(Math.min(POLL_MS, lookAgainAt - ports.clock.now()));
        }
      }
      await run.journal.append({}, ports.clock.now(), (head) => ({
        undo: { ...(head.undo ?? undo), finishedAt: ports.clock.now() },
      }));
      ports.log.info('undo.finished', {
        companyId,
        batchId,
        mode: undo.mode,
        failed: run.journal.head().undo?.failed ?? 0,
      });
      return undefined;
    },
  });
}

async function undoOpen(run: UndoRun, tried: Set<string>): Promise<void> {
  const isOpen = ({ id }: PlannedOperation) =>
    !tried.has(id) && !isUndone(run.results.get(id), run.mode);
  const { ads, creatives, parents } = undoable(run.plan, run.states, run.mode);
  for (const account of new Set([...ads, ...creatives, ...parents].map((each) => each.account))) {
    const mine = (operation: PlannedOperation) =>
      operation.account === account && isOpen(operation);
    const open = {
      ads: ads.filter(mine),
      creatives: creatives.filter(mine),
      parents: parents.filter(mine),
    };
    await undoAccount(run, account, open);
    for (const { id } of Object.values(open).flat()) tried.add(id);
  }
}
