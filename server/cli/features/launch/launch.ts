import { basename } from 'node:path';
import { formatCsv } from '../../../../core/base/csv.ts';
import { optionalPart } from '../../../../core/base/optional-part.ts';
import { spendingRemarks } from '../../../../core/gate/words.ts';
import { templateHeaders } from '../../../../core/sheet/headers.ts';
import type { Client } from '../../../client/client.ts';
import { type Outcome, repeatsIn } from '../../../client/launch-parts.ts';
import { launchColumns } from '../../../local/columns.ts';
import {
  type Command,
  type CommandInput,
  EXIT,
  serviceFlags,
  text,
  UsageFault,
} from '../../base/command.ts';
import { readLaunchFile } from '../../base/launch-file.ts';
import type { Screen } from '../../base/screen.ts';
import { clientFor, urlOf } from '../../base/service.ts';
import { fileText } from '../../base/standard-input.ts';
import { hasLaunched } from './plan.ts';
import { sayChanges } from './plan-changes.ts';
import { prepareLaunch, type ReadyLaunch } from './prepare.ts';
import { type Launched, launchParts } from './send.ts';
import { plural, sayFaults, sayParts, sayPlan, sayResult, watch, watchAll } from './show.ts';

/** Of a file that is launched already, and can be planned no more. */
const NOTHING_LEFT = { success: true as const, totalAds: 0, operations: [], digest: undefined };

export const launchCommand: Command = {
  name: 'launch',
  summary: 'Launch the ads of a CSV or JSON file',
  usage: 'FILE.csv|FILE.json|- [--plan] [--watch]',
  words: 1,
  notes: [
    'Columns are those of the Google Sheets add-on; files named in media columns are uploaded. Ads are created paused unless the',
    'file says otherwise. One fault and nothing is launched, except with --skip-faulty. The same file is launched once in a day:',
    'after an interruption give the same command again. Large files go in parts, planned as one.',
  ],
  examples: [
    'slipway launch ads.csv --plan            # what it would do and cost; nothing is created',
    'slipway launch ads.csv --watch           # launch, and stay until it is done',
    'slipway launch ads.csv --skip-faulty     # launch what is right, tell what is not',
    'slipway launch --example > ads.csv       # three ads for an account you have, to begin with',
    'slipway launch --template > ads.csv      # a file with every column and no rows',
    "slipway launch ads.json --json | jq '.adBatchId // .batches[].adBatchId'",
  ],
  flags: {
    ...serviceFlags,
    plan: { type: 'boolean', what: 'Show what would be done, and stop' },
    watch: { type: 'boolean', what: 'Stay until every ad is launched or has failed' },
    'skip-faulty': { type: 'boolean', what: 'Leave out ads that have faults' },
    again: { type: 'boolean', what: 'Launch the same file once more' },
    digest: {
      type: 'string',
      what: 'Refuse when the plan is not the one with this digest (see --plan --json)',
    },
    name: { type: 'string', what: 'Name of the batch; the file’s name unless given' },
    example: {
      type: 'boolean',
      what: 'Print a file of three ads for an account you have, ready to launch',
    },
    template: { type: 'boolean', what: 'Print the columns of a launch file' },
  },
  async run({ words, flags, env, screen }) {
    if (flags.template === true) return screen.print(formatCsv([templateHeaders(launchColumns())]));
    if (flags.example === true) {
      const { exampleFile } = await optionalPart(
        'The example’s picture',
        () => import('./example.ts'),
      );
      return screen.print(await exampleFile(clientFor(flags, env, screen)));
    }
    const [path] = words;
    if (path === undefined)
      throw new UsageFault('Which file? For example: slipway launch ads.csv --plan');
    const content = await fileText(path);
    const file = readLaunchFile(
      path === '-' && /^\s*[[{]/.test(content) ? 'standard input.json' : path,
      content,
    );
    for (const remark of file.remarks) screen.say(screen.paint.yellow(`  ${remark}`));
    const client = clientFor(flags, env, screen);
    const ready = await prepareLaunch(client, file, path, {
      skipFaulty: flags['skip-faulty'] === true,
      again: flags.again === true,
      uploads: flags.plan !== true,
      onUploaded: (done, total) =>
        screen.draw(`  Uploading media ${done}/${total}`, `uploads ${done === total}`),
    });
    if (ready.faults.length > 0) sayFaults(screen, ready.faults);
    if (ready.parts.length === 0) {
      screen.tell({ success: false, launched: false, faults: ready.faults });
      return EXIT.usage;
    }
    // The plan of a file that is launched already warns of second ads. None is made: the batch of
    // before is answered instead.
    if (ready.plan !== undefined && !(await isLaunched(client, ready, flags)))
      sayPlan(screen, ready.plan);
    sayParts(screen, ready);
    if (flags.plan === true) {
      if (ready.plan !== undefined) await sayChanges(screen, client, ready.plan, ready.ads);
      const { notUploaded = [] } = ready;
      if (notUploaded.length > 0)
        screen.say(
          screen.paint.dim(
            `  ${plural(notUploaded.length, 'file')} beside it will be uploaded: ${notUploaded.slice(0, 5).join(', ')}`,
          ),
        );
      // What is not uploaded yet has no address: the digest would not be that of the launch.
      const { digest = '', ...plan } = ready.plan ?? NOTHING_LEFT;
      const parts = ready.parts.length > 1 && { parts: ready.parts.length };
      screen.tell({
        ...plan,
        ...(notUploaded.length === 0 && { digest }),
        ...parts,
        notUploaded,
        faults: ready.faults,
      });
      return ready.faults.length > 0 ? EXIT.failed : EXIT.ok;
    }
    // One part alone might pass.
    const { refused } = spendingRemarks(ready.plan ?? {});
    if (ready.parts.length > 1 && refused.length > 0) {
      screen.say('  Nothing was launched.');
      screen.tell({ success: false, launched: false, refused, faults: ready.faults });
      return EXIT.failed;
    }
    const onLaunched = ({ accepted, replayed }: Launched, at: number): void => {
      const part = ready.parts.length === 1 ? '' : `Part ${at + 1} of ${ready.parts.length}: `;
      const how = replayed
        ? 'holds these ads already, so nothing is launched twice (--again does)'
        : 'accepted';
      screen.say(
        `  ${part}Batch ${accepted.adBatchId} ${how}: ${urlOf(flags, env)}/#/batches/${accepted.adBatchId}`,
      );
    };
    const outcome = await launchParts(client, file, ready.parts, {
      name: text(flags.name) ?? basename(path),
      again: flags.again === true,
      planDigest: text(flags.digest),
      onLaunched,
      ended({ accepted }, waiting) {
        screen.say(
          `  Part ${waiting + 1} goes into what batch ${accepted.adBatchId} makes, and waits for its end.`,
        );
        return watch(screen, client, accepted.adBatchId, accepted.totalAds);
      },
    });
    return tellOutcome({ screen, client, follow: flags.watch === true }, ready, outcome);
  },
};

/** Whether the file is to be launched as it was within the last day, whole. */
async function isLaunched(
  client: Client,
  { plan, parts }: ReadyLaunch,
  flags: CommandInput['flags'],
): Promise<boolean> {
  const [part] = parts;
  if (
    plan === undefined ||
    part === undefined ||
    parts.length > 1 ||
    flags.plan === true ||
    flags.again === true
  )
    return false;
  return repeatsIn(plan) > 0 && hasLaunched(client, part.key);
}

/** Tells what was launched, follows it where that is wanted, and answers the exit code. */
async function tellOutcome(
  {
    screen,
    client,
    follow,
  }: { readonly screen: Screen; readonly client: Client; readonly follow: boolean },
  { faults }: ReadyLaunch,
  { parts, batches, refused }: Outcome<Launched>,
): Promise<number> {
  const accepted = batches.map(({ accepted: each, replayed }) => ({ ...each, replayed }));
  const totalAds = accepted.reduce((sum, each) => sum + each.totalAds, 0);
  const tell = (told: readonly object[], success: boolean): void => {
    const [only] = told;
    screen.tell(
      parts === 1 ? { ...only, faults } : { success, parts, totalAds, batches: told, faults },
    );
  };
  if (refused !== undefined) {
    tell(accepted, false);
    throw refused;
  }
  if (!follow) {
    tell(accepted, true);
    return faults.length > 0 ? EXIT.failed : EXIT.ok;
  }
  const statuses = await watchAll(screen, client, accepted);
  for (const status of statuses) sayResult(screen, status);
  const told = statuses.map((status, at) => ({
    ...status,
    replayed: accepted[at]?.replayed ?? false,
  }));
  const isDone = statuses.every(({ status }) => status === 'success');
  tell(told, isDone);
  return isDone && faults.length === 0 ? EXIT.ok : EXIT.failed;
}
