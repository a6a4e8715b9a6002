import { counted } from '../../../../core/base/counted.ts';
import { formatCsv } from '../../../../core/base/csv.ts';
import { writeRows } from '../../../../core/sheet/write-rows.ts';
import type { AnswerOf } from '../../../client/client.ts';
import { launchColumns } from '../../../local/columns.ts';
import { agreed, changeFlags, keyIn, mayChange } from '../../base/ask.ts';
import {
  type Command,
  type CommandInput,
  EXIT,
  serviceFlags,
  UsageFault,
} from '../../base/command.ts';
import type { Screen } from '../../base/screen.ts';
import { clientFor } from '../../base/service.ts';
import { saySheet } from '../../base/table.ts';
import { type TakesBack, undoWords } from '../../base/undo.ts';
import { batchIn } from './batches.ts';
import { plural, sayResult, watch } from './show.ts';

/** `slipway retry 17`: the way on after a launch of which some failed. */
export const retryCommand: Command = {
  name: 'retry',
  summary: 'Launch the failed ads of a batch again, and nothing that exists',
  usage: 'BATCH [--watch] | BATCH --rows > failed.csv',
  words: 1,
  notes: [
    'What will not pass unchanged is printed as rows by --rows: correct them, and launch that file.',
  ],
  examples: [
    'slipway retry 17 --watch --yes',
    'slipway retry 17 --rows > failed.csv    # correct it, then: slipway launch failed.csv',
    'slipway retry 17 --plan                 # what would be launched again',
  ],
  flags: {
    ...serviceFlags,
    ...changeFlags,
    rows: { type: 'boolean', what: 'Print the failed ads as a launch file, and launch nothing' },
    watch: { type: 'boolean', what: 'Stay until every ad is launched or has failed' },
  },
  async run({ words, flags, env, screen }) {
    const id = batchIn(words[0]);
    const client = clientFor(flags, env, screen);
    if (flags.rows === true) {
      const { data } = await client.batches.ads({ id });
      const { headers, rows } = writeRows(data, launchColumns());
      return screen.print(formatCsv([headers, ...rows]));
    }
    // The status of a large batch tells some of its ads.
    const batch = await client.batches.get({ id });
    const failedAds = batch.failedAds.filter(({ correctedIn }) => correctedIn === undefined);
    if (failedAds.length > 0)
      saySheet(
        screen,
        ['Ad', 'Ad set', 'Repeated', 'Why it failed'],
        failedAds.map(({ adName, adSetId, retryable, message }) => [
          adName,
          adSetId ?? '',
          retryable ? 'may pass' : 'will not pass',
          message,
        ]),
      );
    if (flags.plan === true) return screen.tell({ success: true, failedAds });
    const what =
      failedAds.length === 0
        ? 'Carry on with its new campaigns and ad sets?'
        : `Launch ${plural(failedAds.length, 'failed ad')} again?`;
    if (!(await agreed(what, flags, screen))) return undefined;
    const accepted = await client.batches.retry({ id }, keyIn(flags));
    screen.say(`  ${accepted.message}`);
    if (flags.watch !== true) return screen.tell(accepted);
    const status = await watch(screen, client, id, batch.totalAds);
    sayResult(screen, status);
    screen.tell(status);
    return status.status === 'success' ? EXIT.ok : EXIT.failed;
  },
};

export const undoCommand = (others: readonly TakesBack[]): Command => ({
  name: 'undo',
  summary: 'Pause, or delete, exactly what a batch created; or take one change back',
  usage: 'BATCH [--delete|--empty] | CHANGE',
  words: 1,
  notes: [
    'Commands that change, create or copy print the id of the change at their end. What was changed gets its former values,',
    'what was created or copied is deleted. What has been changed since stays as it is, and the command ends with 1.',
  ],
  examples: [
    'slipway undo 17',
    'slipway undo 17 --delete --yes',
    'slipway undo 17 --plan',
    'slipway undo upd_4fT… --dry-run    # of a status, a budget, a name, settings, a new object',
    'slipway undo dup_4fT… --yes        # of copies',
    'slipway undo chg_4fT… --yes        # of an applied file',
  ],
  flags: {
    ...serviceFlags,
    ...changeFlags,
    'dry-run': { type: 'boolean', what: 'The same as --plan' },
    delete: {
      type: 'boolean',
      what: 'Of a batch: delete instead of pausing; nothing brings it back',
    },
    empty: {
      type: 'boolean',
      what: 'Of a batch: delete only new campaigns and ad sets that none of its ads went into',
    },
  },
  async run(given) {
    const { words, env, screen } = given;
    const flags: CommandInput['flags'] = {
      ...given.flags,
      plan: given.flags.plan === true || given.flags['dry-run'] === true,
    };
    if (/^(upd|dup)_/.test(words[0] ?? '')) return undoChange({ ...given, flags }, words[0] ?? '');
    for (const { ids, run } of others)
      if (ids.test(words[0] ?? '')) return run({ ...given, flags }, words[0] ?? '');
    const id = batchIn(words[0]);
    if (flags.empty === true) return removeEmpty({ ...given, flags }, id);
    const mode = flags.delete === true ? 'delete' : 'pause';
    const client = clientFor(flags, env, screen);
    const { name, launchedAds } = await client.batches.get({ id });
    const there = launchedAds.filter(({ undone }) => undone !== 'deleted');
    saySheet(
      screen,
      ['Ad', 'Account', 'Ad set', 'Id'],
      there.map((ad) => [ad.adName, ad.adAccountId, ad.adSetId, ad.adId]),
    );
    if (flags.plan === true) return screen.tell({ success: true, mode, ads: there });
    const verb = mode === 'delete' ? 'Delete' : 'Pause';
    if (
      !(await agreed(
        `${verb} these ${there.length} ads of ${name || `batch ${id}`}?`,
        flags,
        screen,
      ))
    )
      return undefined;
    const answer = await client.batches.undo({ id, mode }, keyIn(flags));
    screen.say(`  ${answer.message}`);
    return screen.tell(answer);
  },
});

async function removeEmpty(
  { flags, env, screen }: CommandInput,
  id: number,
): Promise<number | undefined> {
  const client = clientFor(flags, env, screen);
  const { made = [] } = await client.batches.get({ id });
  const empty = made.filter((each) => each.empty);
  saySheet(
    screen,
    ['', 'Name', 'Id'],
    empty.map(({ type, name, id: own }) => [type, name, own ?? '']),
  );
  if (flags.plan === true || empty.length === 0)
    return screen.tell({ success: true, mode: 'delete-empty', made: empty });
  if (
    !(await agreed(`Delete these ${empty.length}, which none of the ads went into?`, flags, screen))
  )
    return undefined;
  const answer = await client.batches.undo({ id, mode: 'delete-empty' }, keyIn(flags));
  screen.say(`  ${answer.message}`);
  return screen.tell(answer);
}

async function undoChange(input: CommandInput, updateId: string): Promise<number | undefined> {
  const { flags, env, screen } = input;
  if (flags.delete === true)
    throw new UsageFault('--delete is for a batch: a change is taken back as it was made.');
  const client = clientFor(flags, env, screen);
  const planned = await client.manage.undoUpdate({ updateId, dryRun: true });
  const objects = objectsOf(planned);
  if (objects.length === 0) {
    screen.say('  Nothing is left to take back.');
    return screen.tell(planned);
  }
  const ended = await mayChange(client, input, {
    operation: 'manage.undoUpdate',
    request: { updateId },
    what: () => {
      sayObjects(screen, objects);
      return `Takes this back, at ${plural(objects.length, 'object')}.`;
    },
    question: 'Take it back?',
    planned,
  });
  if (ended !== 'go') return ended;
  const answer = await client.manage.undoUpdate({ updateId, confirm: true }, keyIn(flags));
  sayObjects(screen, objectsOf(answer));
  for (const line of undoWords(answer)) screen.say(`  ${line}`);
  screen.tell(answer);
  return (answer.outcome ?? 'done') === 'done' ? EXIT.ok : EXIT.failed;
}

type Undone = AnswerOf<'manage.undoUpdate'>;
type UndoneObject = Omit<NonNullable<Undone['results']>[number], 'success'>;

/** Settings are those of one object. */
const objectsOf = ({
  results,
  changes,
  entityType,
  entityId,
  name,
}: Undone): readonly UndoneObject[] =>
  results ??
  (changes.length === 0 ? [] : [{ entityType, entityId, name, outcome: 'done', changes }]);

function sayObjects(screen: Screen, objects: readonly UndoneObject[]): void {
  const rows = objects.map(({ entityType, entityId, name, outcome, error, changes }) => [
    entityType,
    name,
    entityId,
    outcome === 'done'
      ? changes.map(changeWords).join(', ') || 'deleted'
      : screen.paint.red(`${outcome}: ${error ?? 'no answer'}`),
  ]);
  saySheet(screen, ['', 'Name', 'Id', 'What'], rows);
}

const shown = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value ?? '–');
const changeWords = ({ field, before, after }: UndoneObject['changes'][number]): string =>
  `${field} ${shown(before)} → ${shown(after)}`;

export const cancelCommand: Command = {
  name: 'cancel',
  summary: 'Send nothing more of a batch that runs; what was launched stays',
  usage: 'BATCH',
  words: 1,
  examples: ['slipway cancel 17 --yes'],
  flags: { ...serviceFlags, ...changeFlags },
  async run({ words, flags, env, screen }) {
    const id = batchIn(words[0]);
    const client = clientFor(flags, env, screen);
    const { message, successfulAds, totalAds } = await client.batches.status({ id });
    screen.say(`  ${message}`);
    if (flags.plan === true) return screen.tell({ success: true, successfulAds, totalAds });
    const left = totalAds - successfulAds;
    if (left === 0)
      throw new UsageFault(
        'Nothing is left to cancel: all ads of this batch are launched. `slipway undo` takes them back.',
      );
    if (
      !(await agreed(
        `Cancel the ${counted(left, 'ad')} that ${left === 1 ? 'is' : 'are'} not launched yet?`,
        flags,
        screen,
      ))
    )
      return undefined;
    const answer = await client.batches.cancel({ id }, keyIn(flags));
    screen.say(`  ${answer.message}`);
    return screen.tell(answer);
  },
};
