import { heldWhileSuspended } from '../../core/access/suspension.ts';
import type { AccountKey } from '../../core/base/account-key.ts';
import { EFFECTS_QUEUE } from '../../core/effects/plan.ts';
import { runExecution } from '../../core/features/automations/execute/run.ts';
import { EXECUTION_QUEUE, RULE_QUEUE } from '../../core/features/automations/records.ts';
import { runRuleClock } from '../../core/features/automations/timer.ts';
import { createFigureCache } from '../../core/features/automations/world/figures.ts';
import { COMMENTS_QUEUE, runCommentsPass } from '../../core/features/comments/pass.ts';
import { runReplies } from '../../core/features/comments/send-reply.ts';
import { COMMENT_WATCH_QUEUE, runCommentWatch } from '../../core/features/comments/watch.ts';
import { CONVERSION_QUEUE } from '../../core/features/conversions/records.ts';
import { runConversions } from '../../core/features/conversions/run.ts';
import { exportQueue } from '../../core/features/exports/records.ts';
import { runExport } from '../../core/features/exports/run-export.ts';
import { mailNotification } from '../../core/features/notifications/mail.ts';
import { NOTIFICATION_QUEUE } from '../../core/features/notifications/records.ts';
import { deliverSavedReport } from '../../core/features/saved-reports/deliver.ts';
import { SAVED_REPORT_QUEUE } from '../../core/features/saved-reports/records.ts';
import { runDelivery } from '../../core/features/webhooks/deliver.ts';
import { WEBHOOK_QUEUE } from '../../core/features/webhooks/records.ts';
import { LAUNCH_QUEUE, UNDO_QUEUE } from '../../core/launch/journal/records.ts';
import { runBatch } from '../../core/launch/run/run.ts';
import { runUndo } from '../../core/launch/undo/run.ts';
import { DUPLICATE_QUEUE, runDuplicate } from '../../core/manage/duplicate/run.ts';
import { END_QUEUE, runScheduledEnd } from '../../core/manage/edit/scheduled-ends.ts';
import { IMPORT_QUEUE } from '../../core/media/import/records.ts';
import { runImport } from '../../core/media/import/run.ts';
import type { ServicePorts } from '../../core/operations/ports.ts';
import type { Job, JobDone, JobHandlers, JobWorker } from '../../core/ports/jobs.ts';
import type { Log } from '../../core/ports/log.ts';
import type { Tracer } from '../../core/ports/tracing.ts';
import { createHolder } from '../../core/records/lease.ts';
import { holderOf } from '../../core/records/work-under-lease.ts';
import { runSync, syncQueue } from '../../core/report/sync-job.ts';
import { BACKUP_QUEUE, runBackups, startBackups } from '../../core/upkeep/backups.ts';
import { FACTS_COPY_QUEUE, runFactsCopy } from '../../core/upkeep/copy-facts.ts';
import { runSweep, SWEEP_QUEUE, startSweeping } from '../../core/upkeep/sweep.ts';
import { runWatch, WATCH_QUEUE } from '../../core/upkeep/watch.ts';
import { createMetrics, type JobOutcome, type Metrics } from '../http/metrics.ts';
import { defaultPlaces, lanesOf, type Places } from './lanes.ts';

/**
 * What is done in the background, by queue.
 *
 * @param stopping turns true when the process wants to end
 */
export function jobHandlers(ports: ServicePorts, stopping: () => boolean): JobHandlers {
  const process = createHolder(ports.clock, crypto.randomUUID());
  const either = (held: () => boolean) => () => stopping() || held();
  const figureCache = createFigureCache();
  return heldWhileSuspended(ports, {
    [LAUNCH_QUEUE]: ({ companyId, subject }, held, turn) =>
      runBatch(ports, companyId, subject, { holder: holderOf(process, turn), stopping: either(held) }),
    [UNDO_QUEUE]: ({ companyId, subject }, held, turn) =>
      runUndo(ports, companyId, subject, { holder: holderOf(process, turn), stopping: either(held) }),
    [DUPLICATE_QUEUE]: ({ companyId, subject }, held, turn) =>
      runDuplicate(ports, companyId, subject, { holder: holderOf(process, turn), stopping: either(held) }),
    [END_QUEUE]: ({ companyId, subject }) => runScheduledEnd(ports, companyId, subject),
    [RULE_QUEUE]: ({ companyId, subject }) => runRuleClock(ports, companyId, subject),
    [EXECUTION_QUEUE]: ({ companyId, subject }, held, turn) =>
      runExecution({ ...ports, figureCache }, companyId, subject, { holder: holderOf(process, turn), stopping: either(held) }),
    [EFFECTS_QUEUE]: ({ companyId, subject }, held, turn) =>
      runReplies(ports, companyId, subject, { holder: holderOf(process, turn), stopping: either(held) }),
    [COMMENT_WATCH_QUEUE]: ({ companyId }) => runCommentWatch(ports, companyId),
    // Jobs of this queue are asked for under the keys of accounts.
    [COMMENTS_QUEUE]: ({ companyId, subject }, held) => runCommentsPass(ports, companyId, subject as AccountKey, either(held)),
    [CONVERSION_QUEUE]: ({ companyId, subject }, held, turn) =>
      runConversions(ports, companyId, subject, { holder: holderOf(process, turn), stopping: either(held) }),
    [IMPORT_QUEUE]: ({ companyId, subject }, held) => runImport(ports, companyId, subject, either(held)),
    [syncQueue]: (job) => runSync(ports, job),
    [SAVED_REPORT_QUEUE]: ({ companyId, subject }) => deliverSavedReport(ports, companyId, subject),
    [exportQueue]: (job) => runExport(ports, job),
    [WEBHOOK_QUEUE]: ({ companyId, subject }) => runDelivery(ports, companyId, subject),
    [NOTIFICATION_QUEUE]: ({ companyId, subject }) => mailNotification(ports, companyId, subject),
    [WATCH_QUEUE]: ({ companyId }) => runWatch(ports, companyId),
    [SWEEP_QUEUE]: () => runSweep(ports, stopping),
    [FACTS_COPY_QUEUE]: ({ subject }) => runFactsCopy(ports, subject),
    [BACKUP_QUEUE]: () => runBackups(ports),
  });
}

/** Counts and tells what each handler does, whoever calls it. */
function measured(handlers: JobHandlers, log: Log, metrics: Metrics, tracer: Tracer | undefined): JobHandlers {
  metrics.announceQueues(Object.keys(handlers));
  return Object.fromEntries(
    Object.entries(handlers).map(([queue, handle]): [string, typeof handle] => [
      queue,
      async (job, stopping, turn) => {
        const { companyId, subject, attempts } = job;
        const ended = metrics.beginJob(queue);
        log.debug('job.taken', { queue, companyId, subject, attempts });
        let outcome: JobOutcome = 'failed';
        try {
          const done = await traced(tracer, job, () => handle(job, stopping, turn));
          outcome = done === undefined ? 'done' : 'again';
          return done;
        } finally {
          ended(outcome);
          log.debug('job.ended', { queue, companyId, subject, outcome });
        }
      },
    ]),
  );
}

/** In a span that goes on with the trace of what asked for the job. */
function traced(tracer: Tracer | undefined, job: Job, work: () => Promise<JobDone>): Promise<JobDone> {
  if (tracer === undefined) return work();
  const { queue, companyId, subject, attempts, trace } = job;
  const isBatch = queue === LAUNCH_QUEUE || queue === UNDO_QUEUE;
  const attributes = {
    ...{ 'slipway.queue': queue, 'slipway.company_id': companyId, 'slipway.attempts': attempts },
    ...(isBatch && { 'slipway.batch_id': subject }),
  };
  return tracer.span(`job ${queue}`, { kind: 'consumer', parent: trace, attributes }, async (span) => {
    const done = await work();
    span.set({ 'slipway.outcome': done === undefined ? 'done' : 'again' });
    return done;
  });
}

/** Carries out what was asked for in the background, until stopped. */
export async function startWork(
  ports: ServicePorts,
  places: Places = defaultPlaces,
  metrics: Metrics = createMetrics(),
  tracer?: Tracer,
): Promise<JobWorker> {
  let stopping = false;
  await startSweeping(ports);
  await startBackups(ports);
  const handlers = jobHandlers(ports, () => stopping);
  const worker = ports.jobs.work(measured(handlers, ports.log, metrics, tracer), lanesOf(places));
  return {
    stop() {
      stopping = true;
      return worker.stop();
    },
  };
}
