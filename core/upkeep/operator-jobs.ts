import { SlipwayError } from '../base/errors.ts';
import type { PageWindow } from '../base/schema/envelope.ts';
import { lostJob } from '../launch/lost-job.ts';
import type { Clock } from '../ports/clock.ts';
import type { Job, Jobs } from '../ports/jobs.ts';
import { type Store, type Stored, SYSTEM } from '../ports/store.ts';
import { deadJobs, putBack } from '../records/dead-job.ts';
import { jobKind, queueJob } from '../records/job.ts';
import { pageOf } from '../records/list.ts';
import type { QueueState, ShownJob } from './job-schema.ts';

/** Open jobs of the installation, or dead ones alone, the longest dead first. */
export async function listJobs(
  { store, clock }: { readonly store: Store; readonly clock: Clock },
  dead: boolean,
  window: PageWindow,
): Promise<{ readonly items: readonly ShownJob[]; readonly total: number }> {
  const query = dead ? ({ where: { deadAt: { from: 0 } }, order: { by: 'deadAt' } } as const) : {};
  const { items, total } = await pageOf(store, jobKind, { companyId: SYSTEM, query, ...window });
  return { items: items.map((job) => shown(job, clock.now())), total };
}

const PAGE = 500;
/** Counted at most; beyond it `complete` is false. */
const MOST = 20_000;

export async function queueStates({
  store,
  clock,
}: {
  readonly store: Store;
  readonly clock: Clock;
}): Promise<{
  readonly queues: readonly QueueState[];
  readonly complete: boolean;
}> {
  const now = clock.now();
  const byQueue = new Map<string, QueueState>();
  let after: string | undefined;
  for (let read = 0; read < MOST; read += PAGE) {
    const page = await store.find(jobKind, SYSTEM, {
      limit: PAGE,
      ...(after !== undefined && { after }),
    });
    for (const job of page.items) {
      const { queue, dueAt, failures = 0 } = job.doc;
      const { state } = shown(job, now);
      const known = byQueue.get(queue) ?? {
        queue,
        due: 0,
        waiting: 0,
        running: 0,
        dead: 0,
        failing: 0,
        oldestDueSeconds: null,
      };
      const age = state === 'due' ? Math.round((now - dueAt) / 1000) : null;
      byQueue.set(queue, {
        ...known,
        [state]: known[state] + 1,
        failing: known.failing + (failures > 0 && state !== 'dead' ? 1 : 0),
        oldestDueSeconds:
          age === null ? known.oldestDueSeconds : Math.max(known.oldestDueSeconds ?? 0, age),
      });
    }
    after = page.next;
    if (after === undefined) break;
  }
  const queues = [...byQueue.values()].sort((a, b) => a.queue.localeCompare(b.queue, 'en'));
  return { queues, complete: after === undefined };
}

interface RetryPorts {
  readonly store: Store;
  readonly clock: Clock;
  readonly jobs: Jobs;
}

/**
 * Restarts dead jobs, or makes one for a batch that lost its job; answers which. Throws `not_found`
 * for one that is not dead.
 */
export async function retryJobs(ports: RetryPorts, id: string | 'all'): Promise<readonly string[]> {
  if (id !== 'all') {
    if ((await putBack(ports, id)) || (await madeAnew(ports, id))) return [id];
    throw new SlipwayError('not_found', `There is no dead job ${id.slice(0, 200)}.`, {
      hint: 'jobs.list',
    });
  }
  const retried: string[] = [];
  for (const job of await deadJobs(ports.store))
    if (await putBack(ports, job.id)) retried.push(job.id);
  return retried;
}

async function madeAnew({ store, clock, jobs }: RetryPorts, id: string): Promise<boolean> {
  if ((await store.get(jobKind, SYSTEM, id)) !== undefined) return false;
  const lost = await lostJob(store, id);
  if (lost === undefined) return false;
  const write = await queueJob(store, lost.queue, {
    companyId: lost.companyId,
    subject: lost.subject,
    now: clock.now(),
  });
  if ((await store.commit([write])) === undefined) await jobs.wake(id);
  return true;
}

function shown({ id, doc }: Stored<Job>, now: number): ShownJob {
  const { queue, companyId, subject, turn, deadAt, dueAt, failures = 0, error = null } = doc;
  const state =
    deadAt !== undefined
      ? 'dead'
      : turn !== undefined
        ? 'running'
        : dueAt <= now
          ? 'due'
          : 'waiting';
  const at = state === 'running' ? null : new Date(deadAt ?? dueAt).toISOString();
  return { id, queue, companyId, subject, state, at, failures, error };
}
