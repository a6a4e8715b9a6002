import type { Command } from '../../base/command.ts';
import type { TakesBack } from '../../base/undo.ts';
import { cancelCommand, retryCommand, undoCommand } from './after-launch.ts';
import { batchesCommand, renameBatchCommand } from './batches.ts';
import { demoCommand } from './demo.ts';
import { launchCommand } from './launch.ts';

export const commands = (others: readonly TakesBack[]): readonly Command[] => [
  demoCommand,
  launchCommand,
  // Before `batches`, whose first word it shares.
  renameBatchCommand,
  batchesCommand,
  retryCommand,
  undoCommand(others),
  cancelCommand,
];
