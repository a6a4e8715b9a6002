import { createNodeSecrets } from '../../../adapters/runtime/node-secrets.ts';
import { systemClock } from '../../../adapters/runtime/system-clock.ts';
import { SlipwayError } from '../../../core/base/errors.ts';
import { eventsFor } from '../../../core/events/events.ts';
import { features, queuesOf } from '../../../core/features/registry.ts';
import { hooksOf } from '../../../core/operations/feature.ts';
import { silent } from '../../../core/ports/log.ts';
import { SYSTEM } from '../../../core/ports/store.ts';
import { dropJob } from '../../../core/upkeep/drop-job.ts';
import type { ShownJob, StuckBatch } from '../../../core/upkeep/job-schema.ts';
import { listJobs, retryJobs } from '../../../core/upkeep/operator-jobs.ts';
import { stuckBatches } from '../../../core/upkeep/stuck-batches.ts';
import { openStorage } from '../../process/assemble.ts';
import { readConfig } from '../../process/config.ts';
import { isMissing, refuseRemains } from '../../process/data-folder.ts';

export interface LocalJobs {
  /** With `dead` the dead ones alone. */
  list(options: {
    readonly dead: boolean;
    readonly most: number;
  }): Promise<{ readonly jobs: readonly ShownJob[]; readonly total: number }>;
  /** Puts dead jobs back; answers which. Throws `not_found` for one that is not dead. */
  retry(id: string | 'all'): Promise<readonly string[]>;
  drop(id: string): Promise<void>;
  /** Batches that are stuck, or had no step for these minutes. */
  stuck(
    minutes: number,
    most: number,
  ): Promise<{ readonly batches: readonly StuckBatch[]; readonly total: number }>;
  close(): Promise<void>;
}

/** The jobs of an installation, on the machine itself. The service may go on working. */
export async function openLocalJobs(
  args: readonly string[],
  env: { readonly [name: string]: string | undefined },
): Promise<LocalJobs> {
  const { database, data, media } = readConfig(args, env);
  refuseRemains(database, data, media.type === 'disk' ? media.folder : undefined);
  if (isMissing(database))
    throw new SlipwayError(
      'not_found',
      `There is no database in ${data} yet, and no jobs.${env.SLIPWAY_URL === undefined ? '' : ' This command looks at the machine that it runs on: it does not ask SLIPWAY_URL. Run it on the machine of the service, with --data or SLIPWAY_DATABASE.'}`,
    );
  const storage = await openStorage(database);
  const { store } = storage;

  return {
    async list({ dead, most }) {
      const { items, total } = await listJobs({ store, clock: systemClock }, dead, {
        offset: 0,
        limit: most,
      });
      return { jobs: items, total };
    },
    retry: async (id) =>
      retryJobs({ store, clock: systemClock, jobs: await storage.openJobs(silent) }, id),
    async drop(id) {
      // Ids of entries are random; nothing here is sealed, so any secret will do. No platform is
      // asked.
      const secrets = createNodeSecrets('nothing is sealed with this');
      const { notifier } = storage;
      const caller = { companyId: SYSTEM, keyId: 'command line' };
      await dropJob(
        {
          store,
          notifier,
          clock: systemClock,
          secrets,
          platforms: {},
          log: silent,
          events: eventsFor([]),
          hooks: hooksOf(features),
        },
        queuesOf(features),
        { operator: caller, id },
      );
    },
    async stuck(minutes, most) {
      const { items, total } = await stuckBatches({ store, clock: systemClock }, minutes, {
        offset: 0,
        limit: most,
      });
      return { batches: items, total };
    },
    close: storage.close,
  };
}
