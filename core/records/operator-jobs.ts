import { SlipwayError } from '../errors.ts';
import type { Clock } from '../ports/clock.ts';
import type { Job, Jobs } from '../ports/jobs.ts';
import { type Store, type Stored, SYSTEM } from '../ports/store.ts';
import type { PageWindow } from '../schema/envelope.ts';
import type { ShownJob } from '../schema/jobs.ts';
import { deadJobs, putBack } from './dead-job.ts';
import { jobKind } from './job.ts';
import { pageOf } from './list.ts';

/** The open jobs of the installation, or those alone that failed too often, the longest dead first. */
export async function listJobs(
  { store, clock }: { readonly store: Store; readonly clock: Clock },
  dead: boolean,
  window: PageWindow,
): Promise<{ readonly items: readonly ShownJob[]; readonly total: number }> {
  const query = dead ? ({ where: { deadAt: { from: 0 } }, order: { by: 'deadAt' } } as const) : {};
  const { items, total } = await pageOf(store, jobKind, SYSTEM, query, window);
  return { items: items.map((job) => shown(job, clock.now())), total };
}

/** Has dead jobs begin anew; answers which. Throws `not_found` for one that is not dead. */
export async function retryJobs(
  ports: { readonly store: Store; readonly clock: Clock; readonly jobs: Jobs },
  id: string | 'all',
): Promise<readonly string[]> {
  if (id !== 'all') {
    if (await putBack(ports, id)) return [id];
    throw new SlipwayError(
      'not_found',
      `There is no dead job ${id.slice(0, 200)}. slipway jobs --dead and GET /v1/jobs?dead=true list them.`,
    );
  }
  const retried: string[] = [];
  for (const job of await deadJobs(ports.store)) if (await putBack(ports, job.id)) retried.push(job.id);
  return retried;
}

function shown({ id, doc }: Stored<Job>, now: number): ShownJob {
  const { queue, companyId, subject, turn, deadAt, dueAt, failures = 0, error = null } = doc;
  const state = deadAt !== undefined ? 'dead' : turn !== undefined ? 'running' : dueAt <= now ? 'due' : 'waiting';
  const at = state === 'running' ? null : new Date(deadAt ?? dueAt).toISOString();
  return { id, queue, companyId, subject, state, at, failures, error };
}
