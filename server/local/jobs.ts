import { systemClock } from '../../adapters/runtime/system-clock.ts';
import { SlipwayError } from '../../core/errors.ts';
import type { Job } from '../../core/ports/jobs.ts';
import { silent } from '../../core/ports/log.ts';
import { type Stored, SYSTEM } from '../../core/ports/store.ts';
import { deadJobs, putBack } from '../../core/records/dead-job.ts';
import { jobKind } from '../../core/records/job.ts';
import { openStorage } from '../process/assemble.ts';
import { readConfig } from '../process/config.ts';
import { isMissing, refuseRemains } from '../process/data-folder.ts';

/** A job as an operator sees it. */
export interface ShownJob {
  readonly id: string;
  readonly queue: string;
  readonly companyId: string;
  readonly subject: string;
  readonly state: 'due' | 'waiting' | 'running' | 'dead';
  /** When it is due, or since when it is dead. */
  readonly at?: string;
  /** How often it failed in a row, and what it said last. */
  readonly failures: number;
  readonly error?: string;
}

export interface LocalJobs {
  /** At most so many; the dead ones alone where that is asked for. */
  list(options: {
    readonly dead: boolean;
    readonly most: number;
  }): Promise<{ readonly jobs: readonly ShownJob[]; readonly total: number }>;
  /** Has dead jobs begin anew; answers which. Throws `not_found` for one that is not dead. */
  retry(id: string | 'all'): Promise<readonly string[]>;
  close(): Promise<void>;
}

/** The jobs of an installation, on the machine itself. The service may go on working. */
export async function openLocalJobs(
  args: readonly string[],
  env: { readonly [name: string]: string | undefined },
): Promise<LocalJobs> {
  const { database, data, media } = readConfig(args, env);
  refuseRemains(database, data, media.type === 'disk' ? media.folder : undefined);
  if (isMissing(database)) throw new SlipwayError('not_found', `There is no database in ${data} yet, and no jobs.`);
  const storage = await openStorage(database);
  const { store } = storage;

  return {
    async list({ dead, most }) {
      const where = { where: { deadAt: { from: 0 } }, order: { by: 'deadAt' } } as const;
      const query = dead ? where : {};
      const { items } = await store.find(jobKind, SYSTEM, { ...query, limit: most });
      return { jobs: items.map((job) => shown(job, systemClock.now())), total: await store.count(jobKind, SYSTEM, query) };
    },
    async retry(id) {
      const ports = { store, clock: systemClock, jobs: await storage.openJobs(silent) };
      if (id !== 'all' && !(await putBack(ports, id)))
        throw new SlipwayError('not_found', `There is no dead job ${id}. slipway jobs --dead lists them with their ids.`);
      if (id !== 'all') return [id];
      const retried: string[] = [];
      for (const job of await deadJobs(store)) if (await putBack(ports, job.id)) retried.push(job.id);
      return retried;
    },
    close: storage.close,
  };
}

function shown({ id, doc }: Stored<Job>, now: number): ShownJob {
  const { queue, companyId, subject, turn, deadAt, dueAt, failures = 0, error } = doc;
  const state = deadAt !== undefined ? 'dead' : turn !== undefined ? 'running' : dueAt <= now ? 'due' : 'waiting';
  return {
    ...{ id, queue, companyId, subject, state, failures },
    ...(state !== 'running' && { at: new Date(deadAt ?? dueAt).toISOString() }),
    ...(error !== undefined && { error }),
  };
}
