import type { Ending } from '../../adapters/jobs/job-steps.ts';
import { taken, wordsOf } from '../../adapters/jobs/job-steps.ts';
import { defaultRetries } from '../../adapters/jobs/retries.ts';
import { createStoreQueue } from '../../adapters/jobs/store-queue.ts';
import { LAUNCH_QUEUE, UNDO_QUEUE } from '../../core/launch/journal/records.ts';
import { runBatch } from '../../core/launch/run/run.ts';
import { runUndo } from '../../core/launch/undo/run.ts';
import type { ServicePorts } from '../../core/operations/ports.ts';
import type { Job, JobDone, Jobs } from '../../core/ports/jobs.ts';
import { type Stored, SYSTEM } from '../../core/ports/store.ts';
import { jobKind } from '../../core/records/job.ts';
import { createHolder, type Holder } from '../../core/records/lease.ts';
import { LONGEST_MS } from './execution.ts';

/** The execution that runs carries jobs out: no worker needs waking. */
export const noWorkers: Jobs = {
  wake: async () => {},
  work() {
    throw new Error('Jobs are carried out by executions, one at a time.');
  },
};

type Handler = (ports: ServicePorts, job: Job, options: HandlerOptions) => Promise<JobDone>;

interface HandlerOptions {
  readonly holder: Holder;
  /** Longer than an execution lasts: what stands still in a request cannot renew anything. */
  readonly leaseMs: number;
  readonly stopping: () => boolean;
}

const handlers: { readonly [queue: string]: Handler | undefined } = {
  [LAUNCH_QUEUE]: (ports, { companyId, subject }, options) =>
    runBatch(ports, companyId, subject, options),
  [UNDO_QUEUE]: (ports, { companyId, subject }, options) =>
    runUndo(ports, companyId, subject, options),
};

/**
 * Carries out due jobs one by one while there is time. Only for an execution that has claimed the
 * right (execution.ts).
 */
export async function runDueJobs(
  ports: ServicePorts,
  execution: string,
  until: number,
): Promise<void> {
  const { store, clock, log } = ports;
  const queue = createStoreQueue(store, clock, defaultRetries);
  const holder = createHolder(clock, execution);
  const stopping = (): boolean => clock.now() >= until;
  for (let turn = 1; !stopping(); turn++) {
    const due = await nextDue(ports);
    const handle = due && handlers[due.doc.queue];
    if (due === undefined || handle === undefined) return;
    const held = await queue.take(
      due,
      taken(due.doc, { turn: `${execution} ${turn}`, turnMs: LONGEST_MS }),
    );
    if (held === undefined) return;
    let ending: Ending;
    try {
      const done = await handle(ports, held.doc, { holder, leaseMs: LONGEST_MS, stopping });
      ending = done === undefined ? { to: 'done' } : { to: 'again', at: done.againAt };
    } catch (error) {
      ending = { to: 'failed', error: wordsOf(error) };
      log.error('job.failed', {
        queue: held.doc.queue,
        subject: held.doc.subject,
        error: ending.error,
      });
    }
    await queue.end(held, ending);
  }
}

async function nextDue({ store, clock }: ServicePorts): Promise<Stored<Job> | undefined> {
  const before = clock.now() + 1;
  const { items } = await store.find(jobKind, SYSTEM, {
    where: { dueAt: { before } },
    order: { by: 'dueAt' },
    limit: 50,
  });
  return items.find(({ doc }) => handlers[doc.queue] !== undefined);
}
