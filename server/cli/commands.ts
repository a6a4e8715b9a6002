import type { Command } from './base/command.ts';
import { completionCommand } from './base/completion.ts';
import { commands as accounts } from './features/accounts/commands.ts';
import { commands as approvals } from './features/approvals/commands.ts';
import { commands as automations } from './features/automations/commands.ts';
import { commands as changes } from './features/changes/commands.ts';
import { undo as changesUndo } from './features/changes/undo.ts';
import { commands as companies } from './features/companies/commands.ts';
import { commands as conversions } from './features/conversions/commands.ts';
import { commands as drafts } from './features/drafts/commands.ts';
import { commands as exam } from './features/exam/commands.ts';
import { commands as exports } from './features/exports/commands.ts';
import { commands as grants } from './features/grants/commands.ts';
import { commands as guardrails } from './features/guardrails/commands.ts';
import { commands as installation } from './features/installation/commands.ts';
import { commands as jobs } from './features/jobs/commands.ts';
import { commands as keys } from './features/keys/commands.ts';
import { commands as launch } from './features/launch/commands.ts';
import { commands as leads } from './features/leads/commands.ts';
import { commands as manage } from './features/manage/commands.ts';
import { commands as media } from './features/media/commands.ts';
import { commands as operations } from './features/operations/commands.ts';
import { checks as overview } from './features/overview/checks.ts';
import { commands as people } from './features/people/commands.ts';
import { commands as probe } from './features/probe/commands.ts';
import { commands as rehearse } from './features/rehearse/commands.ts';
import { commands as reports } from './features/reports/commands.ts';
import { commands as serve } from './features/serve/commands.ts';

/** Every command, under the headings of help: a folder is one line. */
export const groups: readonly (readonly [heading: string, commands: readonly Command[]])[] = [
  ['Start', [...serve]],
  ['Launch', [...launch([changesUndo]), ...drafts, ...media]],
  ['Ads and accounts', [...accounts, ...manage, ...changes]],
  ['Rules and approvals', [...automations, ...approvals]],
  ['Reports', [...reports, ...exports]],
  ['Conversions and leads', [...conversions, ...leads]],
  ['Company', [...keys, ...grants, ...guardrails, ...companies, ...people]],
  ['Programs', [...operations, ...exam, completionCommand(() => commands)]],
  ['Installation', [...jobs, ...probe, ...rehearse, ...installation([overview])]],
];

export const commands: readonly Command[] = groups.flatMap(([, each]) => each);
