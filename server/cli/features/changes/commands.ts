import { writeFile } from 'node:fs/promises';
import { counted } from '../../../../core/base/counted.ts';
import { changesOfTable } from '../../../../core/features/changes/file.ts';
import { spendingRemarks } from '../../../../core/gate/words.ts';
import type { AnswerOf, InputOf } from '../../../client/client.ts';
import { agreed, changeFlags, keyIn } from '../../base/ask.ts';
import {
  type Command,
  type CommandInput,
  EXIT,
  type Flags,
  serviceFlags,
  text,
  UsageFault,
} from '../../base/command.ts';
import { accountFor } from '../../base/given.ts';
import { clientFor } from '../../base/service.ts';
import { checkWritable } from '../../base/writable.ts';
import { fileOf, formatOf, readTable } from './files.ts';
import { launchOf, makeNew, type NewObjects, newRowsIn, planNew, sayNew } from './new-rows.ts';

import { ownTable, type Row, rowsOf } from './own-table.ts';
import { ended, sayUndone } from './results.ts';
import { stop } from './stop.ts';

/** For programs that run `diff`, beyond the codes of all commands. */
const CHANGES = 4;
const CONFLICTS = 5;

const LEVELS = ['campaign', 'adset', 'ad'] as const;

const pull: Command = {
  name: 'pull',
  summary: 'What exists in an ad account, as a file that can be changed and applied',
  usage:
    'ACCOUNT [--level campaign,adset,ad] [--name TEXT] [--changed-since TIME] [--format csv|yaml] [--out account.csv]',
  words: 1,
  notes: [
    'Change cells and run `slipway diff` and `slipway apply` on the file. Leave the column revision as it is.',
  ],
  examples: [
    'slipway pull act_1001 > account.csv',
    'slipway pull act_1001 --format yaml > account.yaml',
    'slipway pull act_1001 --level adset --name "Spain" --out spain.csv',
  ],
  flags: {
    ...serviceFlags,
    level: {
      type: 'string',
      what: 'campaign, adset, ad, with commas between several; all unless given',
    },
    name: { type: 'string', what: 'Only what has this in its name' },
    'changed-since': {
      type: 'string',
      what: 'Only what was changed then or later, where the platform tells it',
    },
    format: {
      type: 'string',
      what: 'csv, or yaml for files that are kept in git; by the name of --out unless given',
    },
    out: { type: 'string', what: 'The file; otherwise it is printed' },
  },
  async run({ words: [given], flags, env, screen }) {
    const client = clientFor(flags, env, screen);
    const adAccountId = await accountFor(client, flags, given);
    const levels = text(flags.level)?.split(',') ?? LEVELS;
    const out = text(flags.out);
    const format = formatOf(text(flags.format), out);
    if (out !== undefined) await checkWritable(out);
    const rows: Row[] = [];
    const changedSince = text(flags['changed-since']);
    for (const level of levels)
      rows.push(
        ...(await rowsOf(client, { adAccountId, level, name: text(flags.name), changedSince })),
      );
    if (flags.json === true) return screen.tell({ success: true, rows });
    const content = await fileOf(rows, format);
    if (out === undefined) return screen.print(content);
    await writeFile(out, content);
    screen.say(`  ${counted(rows.length, 'object')} in ${out}.`);
    return undefined;
  },
};

type Request = InputOf<'changes.apply'>;
type Plan = AnswerOf<'changes.plan'>;

interface Asked {
  readonly request: Request;
  /** Rows without ids. */
  readonly made: NewObjects | undefined;
}

/** What a file asks for; the exit code where its cells cannot be read. */
async function askedIn(input: CommandInput, command: string): Promise<Asked | number> {
  const {
    words: [file],
    flags,
    screen,
  } = input;
  if (file === undefined)
    throw new UsageFault(`Which file? For example: slipway ${command} account.csv`);
  const looking = { client: clientFor(flags, input.env, screen), screen, now: input.now };
  const own = await ownTable(input, await readTable(file), (written) => launchOf(looking, written));
  const { table, place, launch, faults: untaken } = own;
  const fresh = newRowsIn(table);
  const { changes, faults: unread } = changesOfTable(fresh.rest);
  const faults = [
    ...untaken,
    ...[...unread, ...fresh.faults].map((fault) => ({ ...fault, place: place(fault.row) })),
  ];
  if (faults.length === 0) {
    const made = await planNew(looking.client, fresh, { place, launch });
    // A person sees every amount before it is sent.
    return { request: { changes, confirm: true } as Request, made };
  }
  const details = faults.map(({ column, place: at, message }) => ({
    path: `${column}, ${at}`,
    code: 'cell',
    message,
  }));
  const error = { code: 'usage', message: `${file} has faults. Nothing was sent.`, details };
  screen.complain(flags.json === true ? JSON.stringify({ success: false, error }) : error.message);
  if (flags.json !== true)
    for (const { path, message } of details) screen.complain(`  ${path}: ${message}`);
  return EXIT.usage;
}

/** The plan of both; where no row asks for anything, nothing is asked of the service. */
async function planned(input: CommandInput, { request, made }: Asked): Promise<Plan> {
  const { flags, env, screen } = input;
  const plan =
    request.changes.length === 0
      ? NOTHING
      : await clientFor(flags, env, screen).changes.plan(request);
  if (made !== undefined) sayNew(screen, made);
  if (request.changes.length > 0) sayPlan(input, plan);
  else if (made === undefined) screen.say('  Nothing differs from what was brought in.');
  return plan;
}

const launchIn = ({ made }: Asked) =>
  made === undefined ? {} : { launch: { ...made.plan, refused: made.refused, there: made.there } };

function sayPlan({ screen }: CommandInput, { counts, changes, moneyAtStake, guards }: Plan): void {
  for (const { name, id, does, costs = [], conflicts = [], reason } of changes) {
    for (const line of does) screen.say(`  ${line}`);
    for (const cost of costs) screen.say(`    ${cost}`);
    for (const { field, was, live, wanted } of conflicts)
      screen.say(
        screen.paint.yellow(
          `  ! ${field} of “${name ?? id}” was ${shown(was)} and is ${shown(live)} now; ${shown(wanted)} is not sent.`,
        ),
      );
    if (reason !== undefined) screen.say(screen.paint.red(`  ✗ “${name ?? id}”: ${reason}`));
  }
  const { starts, refused: limits } = spendingRemarks({ moneyAtStake, guards });
  for (const what of starts) screen.say(`  starts to spend: ${what}`);
  for (const message of limits) screen.say(screen.paint.red(`  ✗ ${message}`));
  const { change, conflict, refused } = counts;
  screen.say(
    `  ${counted(change, 'object')} to change, ${counted(conflict, 'conflict')}, ${refused} refused.`,
  );
}

const shown = (value: unknown): string =>
  typeof value === 'string' ? `“${value}”` : JSON.stringify(value ?? null);

const NOTHING: Plan = {
  success: true,
  digest: '',
  counts: { objects: 0, change: 0, nothing: 0, conflict: 0, refused: 0 },
  changes: [],
  moneyAtStake: [],
  guards: [],
  startsDelivering: false,
};

const ofOtherTools: Flags = {
  account: {
    type: 'string',
    what: 'For files of Google Ads Editor and Pinterest: the ad account they are of, by id or name',
  },
};

const diff: Command = {
  name: 'diff',
  summary:
    'What a changed file would do: old and new values, conflicts with what others changed meanwhile',
  usage: 'FILE.csv|FILE.yaml',
  words: 1,
  notes: [
    `Ends with 0 where nothing would change, with ${CHANGES} where something would, with ${CONFLICTS} where there are conflicts or refusals.`,
  ],
  examples: ['slipway diff account.csv', 'slipway diff account.csv --json'],
  flags: { ...serviceFlags, ...ofOtherTools },
  async run(input) {
    const asked = await askedIn(input, 'diff');
    if (typeof asked === 'number') return asked;
    const plan = await planned(input, asked);
    const { digest, counts, changes } = plan;
    input.screen.tell({
      ...(digest === '' ? { success: true, counts, changes } : plan),
      ...launchIn(asked),
    });
    if (counts.conflict + counts.refused + (asked.made?.refused.length ?? 0) > 0) return CONFLICTS;
    return counts.change > 0 || asked.made?.plan !== undefined ? CHANGES : EXIT.ok;
  },
};

const apply: Command = {
  name: 'apply',
  summary: 'Send the changes of a file; what others changed meanwhile is not overwritten',
  usage: 'FILE.csv|FILE.yaml [--yes] [--plan]',
  words: 1,
  examples: ['slipway apply account.csv', 'slipway apply account.csv --yes --json'],
  flags: { ...serviceFlags, ...changeFlags, ...ofOtherTools },
  async run(input) {
    const asked = await askedIn(input, 'apply');
    if (typeof asked === 'number') return asked;
    const { flags, env, screen } = input;
    const { request, made } = asked;
    const plan = await planned(input, asked);
    if (flags.plan === true) return screen.tell({ ...plan, ...launchIn(asked) });
    const isAnything = plan.counts.change > 0 || made?.plan !== undefined;
    if (isAnything && !(await agreed('Send this?', flags, screen))) return EXIT.ok;
    const client = clientFor(flags, env, screen);
    const launched = made?.plan && (await makeNew(client, screen, made));
    const told = made && { launch: launched ?? { refused: made.refused, there: made.there } };
    const isMade =
      (made?.refused.length ?? 0) === 0 && (launched?.status ?? 'success') === 'success';
    if (request.changes.length === 0) {
      screen.tell({ success: isMade, counts: {}, results: [], ...told });
      return isMade ? EXIT.ok : EXIT.failed;
    }
    let answer = await client.changes.apply({ ...request, planDigest: plan.digest }, keyIn(flags));
    answer = await ended(client, screen, answer);
    await sayUndone(client, screen, answer);
    const { nothing = 0 } = answer.counts;
    const already =
      nothing === 0 ? '' : `; ${nothing} ${nothing === 1 ? 'was' : 'were'} as wanted before`;
    screen.say(`  ${answer.counts.done ?? 0} of ${answer.pagination.total} done${already}.`);
    if ((answer.counts.done ?? 0) > 0) screen.say(`  Undo: slipway undo ${answer.changeId}`);
    screen.tell({ ...answer, ...told });
    return answer.status === 'done' && isMade ? EXIT.ok : EXIT.failed;
  },
};

export const commands = [pull, diff, apply, stop];
