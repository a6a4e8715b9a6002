import type { Command } from '../../base/command.ts';
import { cancelCommand, retryCommand, undoCommand } from './after-launch.ts';
import { batchesCommand, renameBatchCommand } from './batches.ts';
import { demoCommand } from './demo.ts';
import { launchCommand } from './launch.ts';

export const commands: readonly Command[] = [
  demoCommand,
  launchCommand,
  // Before `batches`, whose first word it shares.
  renameBatchCommand,
  batchesCommand,
  retryCommand,
  undoCommand,
  cancelCommand,
];
