import type { Outcomes } from '../../effects/carry-on.ts';
import { afterCrash } from '../../effects/state.ts';
import type { JobDone } from '../../ports/jobs.ts';
import type { Holder } from '../../records/lease.ts';
import { workUnderLease } from '../../records/work-under-lease.ts';
import { failRest, finish, type RunPorts, record } from '../journal/append.ts';
import type { AdFailure, Settled } from '../journal/records.ts';
import { note } from '../undo/account.ts';
import { openUndo } from '../undo/open-undo.ts';
import { isUndone, undoable } from '../undo/state.ts';
import { openRun } from './open-run.ts';
import { isHarmless } from './policy.ts';

const DROPPED: AdFailure = {
  code: 'dropped',
  message: 'The service failed at this batch again and again, and its operator ended it.',
  fix: 'Retry the batch to launch the ad after all, once the operator says that the reason is corrected.',
  retryable: true,
};

/**
 * Ends a batch without asking its platforms: what is done stays, the rest has failed. A retry or an
 * undo first looks for what was sent without an answer. Answers when to come back while a worker is
 * at it.
 */
export const dropBatch = (
  outer: RunPorts,
  companyId: string,
  batchId: string,
  holder: Holder,
): Promise<JobDone> =>
  workUnderLease(outer, companyId, {
    name: `batch:${batchId}`,
    holder,
    work: async (lease) => {
      const run = await openRun(outer, lease, { companyId, batchId });
      if (run === undefined) return undefined;
      const { startedAt = run.ports.clock.now() } = run.journal.head();
      const outcomes = afterCrash(
        run.states,
        run.ports.clock.now(),
        isHarmless,
      ) as Outcomes<Settled>;
      await record(run, { outcomes }, () => ({ startedAt }));
      await failRest(run, run.plan.operations, DROPPED);
      await finish(run);
      return undefined;
    },
  });

const NOT_UNDONE =
  'The service failed at this undo again and again, and its operator ended it. Undo the batch again.';

/** What the undo has not reached is reported as left behind. */
export const dropUndo = (
  outer: RunPorts,
  companyId: string,
  batchId: string,
  holder: Holder,
): Promise<JobDone> =>
  workUnderLease(outer, companyId, {
    name: `batch:${batchId}`,
    holder,
    work: async (lease) => {
      const opened = await openUndo(outer, lease, companyId, batchId);
      if (opened === undefined) return undefined;
      const { run, undo } = opened;
      const { ads, creatives, parents } = undoable(run.plan, run.states, run.mode);
      const left = [...ads, ...creatives, ...parents].filter(({ id }) => {
        const result = run.results.get(id);
        return result?.to !== 'kept' && !isUndone(result, run.mode);
      });
      await note(
        run,
        left,
        left.map(() => ({ to: 'failed', why: NOT_UNDONE })),
      );
      const finishedAt = run.ports.clock.now();
      await run.journal.append({}, finishedAt, (head) => ({
        undo: { ...(head.undo ?? undo), finishedAt },
      }));
      return undefined;
    },
  });
