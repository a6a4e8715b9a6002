import { systemClock } from '../../adapters/runtime/system-clock.ts';
import { SlipwayError } from '../../core/errors.ts';
import { silent } from '../../core/ports/log.ts';
import { listJobs, retryJobs } from '../../core/records/operator-jobs.ts';
import type { ShownJob } from '../../core/schema/jobs.ts';
import { openStorage } from '../process/assemble.ts';
import { readConfig } from '../process/config.ts';
import { isMissing, refuseRemains } from '../process/data-folder.ts';

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
      const { items, total } = await listJobs({ store, clock: systemClock }, dead, { offset: 0, limit: most });
      return { jobs: items, total };
    },
    retry: async (id) => retryJobs({ store, clock: systemClock, jobs: await storage.openJobs(silent) }, id),
    close: storage.close,
  };
}
