import { feature, type Others } from '../../operations/feature.ts';
import { jobKind } from '../../records/job.ts';
import { leaseKind } from '../../records/lease.ts';
import { upgradeKind } from '../../upkeep/account-keys.ts';
import { BACKUP_QUEUE, backupStateKind, runBackups } from '../../upkeep/backups.ts';
import { FACTS_COPY_QUEUE, runFactsCopy } from '../../upkeep/copy-facts.ts';
import { secretCheckKind } from '../../upkeep/secrets/check.ts';
import { orderWatch, runWatch, toldRejectedKind, WATCH_QUEUE } from '../../upkeep/watch.ts';
import { jobOperations } from './operations.ts';

/** Background work, and the upkeep of the installation. */
export const jobs = feature({
  name: 'jobs',
  operations: ({ features }: Others) => jobOperations(features),
  kinds: [jobKind, leaseKind, backupStateKind, upgradeKind, secretCheckKind, toldRejectedKind],
  queues: {
    [WATCH_QUEUE]: {
      lane: 'syncs',
      handler:
        (ports) =>
        ({ companyId }) =>
          runWatch(ports, companyId),
    },
    [FACTS_COPY_QUEUE]: {
      lane: 'upkeep',
      handler:
        (ports) =>
        ({ subject }) =>
          runFactsCopy(ports, subject),
    },
    [BACKUP_QUEUE]: { lane: 'backups', handler: (ports) => () => runBackups(ports) },
  },
  watch: orderWatch,
});
