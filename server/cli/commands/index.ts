import type { Command } from '../command.ts';
import { cancelCommand, retryCommand, undoCommand } from './after-launch.ts';
import { batchesCommand, renameBatchCommand } from './batches.ts';
import { accountsCommand, adSetsCommand, adsCommand, topCommand } from './lists.ts';
import { budgetCommand, duplicateCommand, pauseCommand, resumeCommand } from './manage.ts';
import { approveCommand, draftCommand, rulesCommand, uploadCommand } from './work.ts';

/** The commands of a day at work, in the order help lists them. */
export const dayCommands: readonly Command[] = [
  // Before `batches`, whose first word it shares.
  renameBatchCommand,
  batchesCommand,
  retryCommand,
  undoCommand,
  cancelCommand,
  draftCommand,
  uploadCommand,
  accountsCommand,
  adSetsCommand,
  adsCommand,
  topCommand,
  pauseCommand,
  resumeCommand,
  budgetCommand,
  duplicateCommand,
  rulesCommand,
  approveCommand,
];
