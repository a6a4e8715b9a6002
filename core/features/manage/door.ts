import { pendingCopies } from '../../manage/duplicate/pending.ts';
import type { Alone } from '../../operations/feature.ts';
import { updateOperations } from './update.ts';

export const alone: Alone = {
  operations: ({ definitions }) => updateOperations(definitions),
  pending: pendingCopies,
};
