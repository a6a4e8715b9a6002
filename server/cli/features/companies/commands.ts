import type { Command } from '../../base/command.ts';
import { companyCommands } from './companies.ts';
import { companySettingCommands } from './settings.ts';

export const commands: readonly Command[] = [...companyCommands, ...companySettingCommands];
