import { seen } from '../../accounts/workspace-view.ts';
import { launchDefaultsKind } from '../../launch/accept/defaults.ts';
import { forgetLoosePages } from '../../launch/forget-batches.ts';
import { journalPageKind } from '../../launch/journal/pages.ts';
import { batchKind, journalKind, LAUNCH_QUEUE, mediaAssetKind, planKind, UNDO_QUEUE } from '../../launch/journal/records.ts';
import { seenBatch } from '../../launch/journal/seen.ts';
import { pendingLaunches } from '../../launch/pending.ts';
import { loosePagesKind, planPageKind } from '../../launch/plan/pages.ts';
import { dropBatch, dropUndo } from '../../launch/run/drop.ts';
import { runBatch } from '../../launch/run/run.ts';
import { runUndo } from '../../launch/undo/run.ts';
import { feature } from '../../operations/feature.ts';
import { batchOperations } from './batch-operations.ts';
import { launchOperations } from './operations.ts';

/** Launches and their batches. */
export const launch = feature({
  name: 'launch',
  operations: [...launchOperations, ...batchOperations],
  kinds: [batchKind, planKind, journalKind, mediaAssetKind, launchDefaultsKind, journalPageKind, planPageKind, loosePagesKind],
  queues: {
    [LAUNCH_QUEUE]: {
      lane: 'launches',
      handler:
        (ports) =>
        ({ companyId, subject }, work) =>
          runBatch(ports, companyId, subject, work),
      drop: dropBatch,
    },
    [UNDO_QUEUE]: {
      lane: 'launches',
      handler:
        (ports) =>
        ({ companyId, subject }, work) =>
          runUndo(ports, companyId, subject, work),
      drop: dropUndo,
    },
  },
  seen: [
    seenBatch,
    { ...seen(planKind, ({ id }, { has }) => has(batchKind, id)), isWrittenFreely: true },
    { ...seen(journalKind, ({ doc }, { has }) => has(batchKind, doc.batch)), isWrittenFreely: true },
  ],
  forget: forgetLoosePages,
  pending: pendingLaunches,
});
