import { seen } from '../../accounts/workspace-view.ts';
import { launchDefaultsKind } from '../../launch/accept/defaults.ts';
import { correctionWrites } from '../../launch/corrections.ts';
import { forgetLoosePages } from '../../launch/forget-batches.ts';
import { journalPageKind } from '../../launch/journal/pages.ts';
import {
  batchKind,
  journalKind,
  LAUNCH_QUEUE,
  mediaAssetKind,
  planKind,
  UNDO_QUEUE,
} from '../../launch/journal/records.ts';
import { seenBatch } from '../../launch/journal/seen.ts';
import { pendingLaunches } from '../../launch/pending.ts';
import { loosePagesKind, planPageKind } from '../../launch/plan/pages.ts';
import { dropBatch, dropUndo } from '../../launch/run/drop.ts';
import { runBatch } from '../../launch/run/run.ts';
import { runUndo } from '../../launch/undo/run.ts';
import { bySubject, feature, type Others } from '../../operations/feature.ts';
import { choicesOperation } from './choices.ts';
import { batchOperations, launchOperations } from './operations.ts';

export const launch = feature({
  name: 'launch',
  topics: { Launch: 'Ads in batches: plan, launch, follow, retry, cancel, undo.' },
  events: {
    'batch.finished': 'A launch has ended',
    'ad.rejected': 'The review of a platform refused ads',
  },
  operations: ({ features }: Others) =>
    [...launchOperations, ...batchOperations, choicesOperation(features)] as const,
  kinds: [
    batchKind,
    planKind,
    journalKind,
    mediaAssetKind,
    launchDefaultsKind,
    journalPageKind,
    planPageKind,
    loosePagesKind,
  ],
  queues: {
    [LAUNCH_QUEUE]: { lane: 'launches', handler: bySubject(runBatch), drop: dropBatch },
    [UNDO_QUEUE]: { lane: 'launches', handler: bySubject(runUndo), drop: dropUndo },
  },
  seen: [
    seenBatch,
    { ...seen(planKind, ({ id }, { has }) => has(batchKind, id)), isWrittenFreely: true },
    {
      ...seen(journalKind, ({ doc }, { has }) => has(batchKind, doc.batch)),
      isWrittenFreely: true,
    },
  ],
  accepted: correctionWrites,
  forget: forgetLoosePages,
  pending: pendingLaunches,
});
