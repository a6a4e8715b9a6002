import { feature } from '../../operations/feature.ts';
import { nothingWaits } from '../../records/drop.ts';
import { reachKind } from '../../report/reach.ts';
import { settledKind } from '../../report/settled.ts';
import { runSync, syncKind, syncQueue } from '../../report/sync-job.ts';
import { thumbnailKind } from '../../report/thumbnails.ts';
import { reportOperations } from './operations.ts';

export const reports = feature({
  name: 'reports',
  topics: { Reports: 'Figures of ad accounts.' },
  operations: reportOperations,
  kinds: [reachKind, settledKind, syncKind, thumbnailKind],
  queues: {
    [syncQueue]: {
      lane: 'syncs',
      handler:
        (ports) =>
        (job, { stopping }) =>
          runSync(ports, job, stopping),
      drop: nothingWaits,
    },
  },
});
