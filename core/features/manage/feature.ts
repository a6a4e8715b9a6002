import { deletedAdKind } from '../../accounts/deleted-ads.ts';
import { seenByAccount } from '../../accounts/workspace-view.ts';
import { effectPlanKind } from '../../effects/plan.ts';
import { keptNotesKind } from '../../manage/create/kept-notes.ts';
import { dropDuplicate } from '../../manage/duplicate/end-restored.ts';
import { pendingCopies } from '../../manage/duplicate/pending.ts';
import {
  duplicateJournalKind,
  duplicateKind,
  duplicatePlanKind,
} from '../../manage/duplicate/records.ts';
import { DUPLICATE_QUEUE, runDuplicate } from '../../manage/duplicate/run.ts';
import { narrowedKind } from '../../manage/edit/narrowed.ts';
import { END_QUEUE, runScheduledEnd, scheduledEndKind } from '../../manage/edit/scheduled-ends.ts';
import { updateKind } from '../../manage/undo/kept.ts';
import { bySubject, feature, type Others } from '../../operations/feature.ts';
import { createOperations } from './create.ts';
import { duplicateOperations } from './duplicate.ts';
import { manageOperations } from './operations.ts';
import { updateOperations } from './update.ts';

export const manage = feature({
  name: 'manage',
  topics: { Manage: 'Campaigns, ad sets and ads: create, change, copy, look into.' },
  operations: ({ definitions }: Others) => [
    ...createOperations(definitions),
    ...updateOperations(definitions),
    ...manageOperations,
    ...duplicateOperations,
  ],
  kinds: [
    keptNotesKind,
    deletedAdKind,
    narrowedKind,
    updateKind,
    scheduledEndKind,
    duplicateKind,
    duplicatePlanKind,
    duplicateJournalKind,
    effectPlanKind,
  ],
  queues: {
    [DUPLICATE_QUEUE]: {
      lane: 'launches',
      handler: bySubject(runDuplicate),
      drop: dropDuplicate,
    },
    [END_QUEUE]: {
      lane: 'launches',
      handler: bySubject(runScheduledEnd),
    },
  },
  seen: [seenByAccount(duplicateKind), seenByAccount(updateKind)],
  pending: pendingCopies,
});
