import { systemClock } from '../../adapters/runtime/system-clock.ts';
import type { AccountKey } from '../../core/base/account-key.ts';
import { EFFECTS_QUEUE } from '../../core/effects/plan.ts';
import { runExecution } from '../../core/features/automations/execute/run.ts';
import { EXECUTION_QUEUE } from '../../core/features/automations/records.ts';
import { CHANGES_QUEUE } from '../../core/features/changes/records.ts';
import { runChanges } from '../../core/features/changes/run.ts';
import { runReplies } from '../../core/features/comments/send-reply.ts';
import { CONVERSION_QUEUE } from '../../core/features/conversions/records.ts';
import { runConversions } from '../../core/features/conversions/run.ts';
import { LEADS_QUEUE, runLeadsPass } from '../../core/features/leads/pass.ts';
import { LAUNCH_QUEUE, UNDO_QUEUE } from '../../core/launch/journal/records.ts';
import { runBatch } from '../../core/launch/run/run.ts';
import { runUndo } from '../../core/launch/undo/run.ts';
import { DUPLICATE_QUEUE, runDuplicate } from '../../core/manage/duplicate/run.ts';
import { silent } from '../../core/ports/log.ts';
import { createHolder } from '../../core/records/lease.ts';
import { holderOf } from '../../core/records/work-under-lease.ts';
import { assembleChaosHouse, type ChaosPlace, LEASE_MS } from './house.ts';

/**
 * A worker that does nothing but run launches, duplications, rules and replies until it is killed.
 * Started by main.ts.
 */
const place = JSON.parse(process.argv[2] ?? '{}') as ChaosPlace;
let { clockOffsetMs: offset = 0 } = place;
/** The controller sets this machine's clock. */
process.on('message', (stepMs: number) => {
  offset += stepMs;
});
const log = {
  ...silent,
  error: (event: string, fields?: object) =>
    process.stderr.write(`${event} ${JSON.stringify(fields)}\n`),
};
const house = await assembleChaosHouse(place, log, {
  ...systemClock,
  now: () => systemClock.now() + offset,
});
const worker = createHolder(house.clock, `pid-${process.pid}`);
house.jobs.work(
  {
    [LAUNCH_QUEUE]: (job, _, turn) =>
      runBatch(house, job.companyId, job.subject, {
        holder: holderOf(worker, turn),
        leaseMs: LEASE_MS,
      }),
    [UNDO_QUEUE]: (job, _, turn) =>
      runUndo(house, job.companyId, job.subject, {
        holder: holderOf(worker, turn),
        leaseMs: LEASE_MS,
      }),
    [EXECUTION_QUEUE]: (job, _, turn) =>
      runExecution(house, job.companyId, job.subject, {
        holder: holderOf(worker, turn),
        leaseMs: LEASE_MS,
      }),
    [EFFECTS_QUEUE]: (job, _, turn) =>
      runReplies(house, job.companyId, job.subject, {
        holder: holderOf(worker, turn),
        leaseMs: LEASE_MS,
      }),
    [CONVERSION_QUEUE]: (job, _, turn) =>
      runConversions(house, job.companyId, job.subject, {
        holder: holderOf(worker, turn),
        leaseMs: LEASE_MS,
      }),
    [CHANGES_QUEUE]: (job, _, turn) =>
      runChanges(house, job.companyId, job.subject, {
        holder: holderOf(worker, turn),
        leaseMs: LEASE_MS,
      }),
    // Subjects of this queue are account keys.
    [LEADS_QUEUE]: (job) =>
      runLeadsPass(house, job.companyId, job.subject as AccountKey, () => false),
    [DUPLICATE_QUEUE]: (job, _, turn) =>
      runDuplicate(house, job.companyId, job.subject, {
        holder: holderOf(worker, turn),
        leaseMs: LEASE_MS,
      }),
  },
  // A rule of every platform at once.
  [{ name: 'rules', queues: [EXECUTION_QUEUE], places: 10, perCompany: 10, perUse: 1 }],
);
