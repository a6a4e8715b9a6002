import { heldWhileSuspended } from '../../core/access/suspension.ts';
import { LAUNCH_QUEUE, UNDO_QUEUE } from '../../core/launch/journal/records.ts';
import type { AssembledPorts } from '../../core/operations/feature.ts';
import type { Job, JobDone, JobHandlers, JobWorker } from '../../core/ports/jobs.ts';
import type { Log } from '../../core/ports/log.ts';
import type { Tracer } from '../../core/ports/tracing.ts';
import { createHolder } from '../../core/records/lease.ts';
import { holderOf } from '../../core/records/work-under-lease.ts';
import { startBackups } from '../../core/upkeep/backups.ts';
import { runSweep, SWEEP_QUEUE, startSweeping } from '../../core/upkeep/sweep.ts';
import { createMetrics, type JobOutcome, type Metrics } from '../http/metrics.ts';
import { defaultPlaces, lanesOf, type Places } from './lanes.ts';

/**
 * What is done in the background, by queue: of all features, and the sweep, which is about all of
 * them.
 *
 * @param stopping turns true when the process wants to end
 */
export function jobHandlers(ports: AssembledPorts, stopping: () => boolean): JobHandlers {
  const { features } = ports;
  const process = createHolder(ports.clock, crypto.randomUUID());
  const handlers: { [queue: string]: JobHandlers[string] } = {
    [SWEEP_QUEUE]: () => runSweep(ports, features, stopping),
  };
  for (const { queues = {} } of features)
    for (const [queue, { handler }] of Object.entries(queues)) {
      const handle = handler(ports);
      handlers[queue] = (job, held, turn) =>
        handle(job, { holder: holderOf(process, turn), stopping: () => stopping() || held() });
    }
  return heldWhileSuspended(ports, handlers);
}

/** Counts and logs what each handler does. */
function measured(
  handlers: JobHandlers,
  log: Log,
  metrics: Metrics,
  tracer: Tracer | undefined,
): JobHandlers {
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
function traced(
  tracer: Tracer | undefined,
  job: Job,
  work: () => Promise<JobDone>,
): Promise<JobDone> {
  if (tracer === undefined) return work();
  const { queue, companyId, subject, attempts, trace } = job;
  const isBatch = queue === LAUNCH_QUEUE || queue === UNDO_QUEUE;
  const attributes = {
    'slipway.queue': queue,
    'slipway.company_id': companyId,
    'slipway.attempts': attempts,
    ...(isBatch && { 'slipway.batch_id': subject }),
  };
  return tracer.span(
    `job ${queue}`,
    { kind: 'consumer', parent: trace, attributes },
    async (span) => {
      const done = await work();
      span.set({ 'slipway.outcome': done === undefined ? 'done' : 'again' });
      return done;
    },
  );
}

/** Carries out what was asked for in the background, until stopped. */
export async function startWork(
  ports: AssembledPorts,
  places: Places = defaultPlaces,
  metrics: Metrics = createMetrics(),
  tracer?: Tracer,
): Promise<JobWorker> {
  let stopping = false;
  await startSweeping(ports);
  await startBackups(ports);
  const handlers = jobHandlers(ports, () => stopping);
  const worker = ports.jobs.work(
    measured(handlers, ports.log, metrics, tracer),
    lanesOf(places, ports.features),
  );
  return {
    stop() {
      stopping = true;
      return worker.stop();
    },
  };
}
