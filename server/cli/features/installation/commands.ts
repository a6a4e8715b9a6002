import type { Command } from '../../base/command.ts';
import type { CompanyChecks } from '../../base/company-checks.ts';
import { backupCommand, restoreCommand } from './backup.ts';
import { doctorCommand } from './doctor.ts';
import { migrateCommand } from './migrate.ts';
import { sandboxCommand, workerCommand } from './processes.ts';
import { resealCommand } from './reseal.ts';
import { rollUpCommand } from './roll-up.ts';

export const commands = (others: readonly CompanyChecks[]): readonly Command[] => [
  doctorCommand(others),
  backupCommand,
  restoreCommand,
  resealCommand,
  rollUpCommand,
  migrateCommand,
  workerCommand,
  sandboxCommand,
];
