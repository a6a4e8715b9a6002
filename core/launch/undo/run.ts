import type { JobDone } from '../../ports/jobs.ts';
import type { Holder } from '../../records/lease.ts';
import { workUnderLease } from '../../records/work-under-lease.ts';
import type { PlannedOperation } from '../plan/plan.ts';
import { type UndoRun, type UndoRunPorts, undoAccount } from './account.ts';
import { openUndo } from './open-undo.ts';
import { reconcileBeforeUndo } from './reconcile.ts';
import { foldUndo, isUndone, undoable } from './state.ts';

export interface UndoOptions {
  /** This worker, in the lease. */
  readonly holder: Holder;
  /** A worker that is silent for so long is taken for dead. Default 30,000. */
  readonly leaseMs?: number;
  /** Turns true when the process wants to end: the undo is left as it stands and handed back. */
  readonly stopping?: () => boolean;
}

/** How often a wish to stop is looked for while waiting. */
const POLL_MS = 2_000;

/** Carries an undo out. Pausing or deleting twice is harmless, so a crash in the middle just goes on. */
export async function runUndo(outer: UndoRunPorts, companyId: string, batchId: string, options: UndoOptions): Promise<JobDone> {
  return workUnderLease(outer, companyId, `batch:${batchId}`, options, async (lease) => {
    const opened = await openUndo(outer, lease, companyId, batchId);
    if (opened === undefined) return undefined;
    const { run, undo, entries } = opened;
    const { ports } = run;
    const tried = new Set(foldUndo(entries.filter(({ seq }) => seq > undo.after)).keys());
    for (;;) {
      const lookAgainAt = await reconcileBeforeUndo(run);
      await undoOpen(run, tried);
      if (lookAgainAt === undefined) break;
      // The worker stays: only what it has waited for itself counts as time that the platform has had.
      while (ports.clock.now() < lookAgainAt) {
        if (options.stopping?.()) return { againAt: ports.clock.now() };
        await ports.clock.sleep(Math.min(POLL_MS, lookAgainAt - ports.clock.now()));
      }
    }
    await run.journal.append({}, ports.clock.now(), (head) => ({
      undo: { ...(head.undo ?? undo), finishedAt: ports.clock.now() },
    }));
    ports.log.info('undo.finished', { companyId, batchId, mode: undo.mode, failed: run.journal.head().undo?.failed ?? 0 });
    return undefined;
  });
}

/** Undoes what the batch has made and this undo has not tried yet. */
async function undoOpen(run: UndoRun, tried: Set<string>): Promise<void> {
  const isOpen = ({ id }: PlannedOperation): boolean => !tried.has(id) && !isUndone(run.results.get(id), run.mode);
  const { ads, creatives } = undoable(run.plan, run.states, run.mode);
  for (const adAccountId of new Set([...ads, ...creatives].map((each) => each.account))) {
    const mine = (operation: PlannedOperation): boolean => operation.account === adAccountId && isOpen(operation);
    const [openAds, openCreatives] = [ads.filter(mine), creatives.filter(mine)];
    await undoAccount(run, adAccountId, openAds, openCreatives);
    for (const { id } of [...openAds, ...openCreatives]) tried.add(id);
  }
}
