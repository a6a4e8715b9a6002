import { SlipwayError } from '../../base/errors.ts';
import type { BatchRecord, UndoMode } from './records.ts';

export const wrongState = (
  { rawStatus }: BatchRecord,
  verb: string,
  hint: string,
  path = 'id',
): SlipwayError =>
  new SlipwayError('conflict', `A batch that is ${rawStatus} cannot be ${verb}. ${hint}`, {
    details: [{ path, code: 'batch_state', message: `The batch is ${rawStatus}.` }],
  });

export const undoRunning = (mode: UndoMode): SlipwayError =>
  new SlipwayError('conflict', `This batch is just being undone (${mode}). Wait for that to end.`, {
    details: [{ path: 'id', code: 'undo_running', message: `An undo (${mode}) is under way.` }],
  });
