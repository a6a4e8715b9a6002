import { commands as accounts } from './accounts/commands.ts';
import { commands as approvals } from './approvals/commands.ts';
import { commands as automations } from './automations/commands.ts';
import type { Command } from './base/command.ts';
import { completionCommand } from './base/completion.ts';
import { commands as companies } from './companies/commands.ts';
import { commands as conversions } from './conversions/commands.ts';
import { commands as drafts } from './drafts/commands.ts';
import { commands as exports } from './exports/commands.ts';
import { commands as guardrails } from './guardrails/commands.ts';
import { commands as installation } from './installation/commands.ts';
import { commands as jobs } from './jobs/commands.ts';
import { commands as keys } from './keys/commands.ts';
import { commands as launch } from './launch/commands.ts';
import { commands as manage } from './manage/commands.ts';
import { commands as media } from './media/commands.ts';
import { commands as operations } from './operations/commands.ts';
import { commands as people } from './people/commands.ts';
import { commands as reports } from './reports/commands.ts';
import { commands as serve } from './serve/commands.ts';

/** Every command, in the order of help: a folder is one line. */
export const commands: readonly Command[] = [
  ...serve,
  ...launch,
  ...drafts,
  ...media,
  ...accounts,
  ...manage,
  ...automations,
  ...approvals,
  ...reports,
  ...exports,
  ...conversions,
  ...keys,
  ...guardrails,
  ...companies,
  ...people,
  ...operations,
  ...jobs,
  ...installation,
  completionCommand(() => commands),
];
