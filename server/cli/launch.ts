import { basename } from 'node:path';
import { spendingRemarks } from '../../core/guard/words.ts';
import { formatCsv } from '../../core/sheet/csv.ts';
import { templateHeaders } from '../../core/sheet/headers.ts';
import { launchColumns } from '../local/columns.ts';
import { progressBar } from './bars.ts';
import { type Command, EXIT, serviceFlags, text, UsageFault } from './command.ts';
import { type BatchStatus, followBatch } from './events.ts';
import { readLaunchFile } from './launch-file.ts';
import { launch, type Plan, prepareLaunch } from './launch-run.ts';
import { sayChanges } from './plan-changes.ts';
import type { Screen } from './screen.ts';
import { clientFor, urlOf } from './service.ts';
import { fileText } from './standard-input.ts';
import { formatTable } from './table.ts';

export const launchCommand: Command = {
  name: 'launch',
  summary: 'Launch the ads of a CSV or JSON file',
  usage: 'FILE.csv|FILE.json|- [--plan] [--watch]',
  words: 1,
  notes: [
    'CSV columns are those of the Google Sheets add-on; files named in the media columns are uploaded.',
    'Ads are created paused unless the file says otherwise. One fault and nothing is launched,',
    'except with --skip-faulty. The same file launched twice within a day is launched once: where a',
    'launch was cut off, give the same command again, and it goes on where it was.',
  ],
  examples: [
    'slipway launch ads.csv --plan            # what it would do and cost; nothing is created',
    'slipway launch ads.csv --watch           # launch, and stay until it is done',
    'slipway launch ads.csv --skip-faulty     # launch what is right, tell what is not',
    'slipway launch --example > ads.csv       # three ads for an account you have, to begin with',
    'slipway launch --template > ads.csv      # a file with every column and no rows',
    'slipway launch ads.json --json | jq .adBatchId',
  ],
  flags: {
    ...serviceFlags,
    plan: { type: 'boolean', what: 'Show what would be done, and stop' },
    watch: { type: 'boolean', what: 'Stay until every ad is launched or has failed' },
    'skip-faulty': { type: 'boolean', what: 'Leave out ads that have faults' },
    again: { type: 'boolean', what: 'Launch the same file once more' },
    digest: { type: 'string', what: 'Refuse when the plan is not the one with this digest (see --plan --json)' },
    name: { type: 'string', what: 'Name of the batch; the file’s name unless given' },
    example: { type: 'boolean', what: 'Print a file of three ads for an account you have, ready to launch' },
    template: { type: 'boolean', what: 'Print the columns of a launch file' },
  },
  async run({ words, flags, env, screen }) {
    if (flags.template === true) {
      screen.print(formatCsv([templateHeaders(launchColumns())]));
      return EXIT.ok;
    }
    if (flags.example === true) {
      const { exampleFile } = await import('./example.ts');
      screen.print(await exampleFile(clientFor(flags, env, screen)));
      return EXIT.ok;
    }
    const [path] = words;
    if (path === undefined) throw new UsageFault('Which file? For example: slipway launch ads.csv --plan');
    const content = await fileText(path);
    const file = readLaunchFile(path === '-' && /^\s*[[{]/.test(content) ? 'standard input.json' : path, content);
    for (const remark of file.remarks) screen.say(screen.paint.yellow(`  ${remark}`));
    const client = clientFor(flags, env, screen);
    const ready = await prepareLaunch(client, file, path, {
      skipFaulty: flags['skip-faulty'] === true,
      uploads: flags.plan !== true,
      onUploaded: (done, total) => screen.draw(`  Uploading media ${done}/${total}`, `uploads ${done === total}`),
    });
    if (ready.faults.length > 0) sayFaults(screen, ready.faults);
    if (ready.plan === undefined) {
      screen.tell({ success: false, launched: false, faults: ready.faults });
      return EXIT.usage;
    }
    sayPlan(screen, ready.plan);
    if (flags.plan === true) {
      await sayChanges(screen, client, ready.plan, ready.body.ads);
      const { notUploaded = [] } = ready;
      if (notUploaded.length > 0)
        screen.say(
          screen.paint.dim(
            `  ${plural(notUploaded.length, 'file')} beside it will be uploaded: ${notUploaded.slice(0, 5).join(', ')}`,
          ),
        );
      // What is not uploaded yet has no address: the digest would not be that of the launch.
      const { digest, ...plan } = ready.plan;
      screen.tell({ ...plan, ...(notUploaded.length === 0 && { digest }), notUploaded, faults: ready.faults });
      return ready.faults.length > 0 ? EXIT.failed : EXIT.ok;
    }
    const { accepted, replayed } = await launch(client, ready, {
      name: text(flags.name) ?? basename(path),
      again: flags.again === true,
      planDigest: text(flags.digest),
    });
    screen.say(
      `  Batch ${accepted.adBatchId} ${replayed ? 'holds these ads already, so nothing is launched twice (--again does)' : 'accepted'}: ${urlOf(flags, env)}/#/batches/${accepted.adBatchId}`,
    );
    if (flags.watch !== true) {
      screen.tell({ ...accepted, replayed, faults: ready.faults });
      return ready.faults.length > 0 ? EXIT.failed : EXIT.ok;
    }
    const status = await watch(screen, client, accepted.adBatchId, accepted.totalAds);
    sayResult(screen, status);
    screen.tell({ ...status, replayed, faults: ready.faults });
    return status.status === 'success' && ready.faults.length === 0 ? EXIT.ok : EXIT.failed;
  },
};

const plural = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`;

export function sayFaults(screen: Screen, faults: readonly { readonly place: string; readonly message: string }[]): void {
  screen.say();
  screen.say(screen.paint.bold(`  ${plural(faults.length, 'fault')} in the file`));
  const rows = faults.map(({ place, message }) => [screen.paint.red('✗'), place, message]);
  for (const line of formatTable(rows, { width: screen.columns, fits: true })) screen.say(line);
}

export function sayPlan(screen: Screen, { totalAds, launchStatus, cost, operations, warnings, ...spending }: Plan): void {
  const { starts, refused } = spendingRemarks(spending);
  const count = (kind: string): number => operations.filter((each) => each.kind === kind).length;
  screen.say();
  screen.say(screen.paint.bold('  Plan'));
  const rows = [
    [
      'ads',
      `${totalAds}, ${launchStatus === 'PAUSED' ? 'created paused' : launchStatus === 'ACTIVE' ? 'ACTIVE at once' : 'some paused, some ACTIVE'}`,
    ],
    ['uploads', `${plural(count('image'), 'image')}, ${plural(count('video'), 'video')}`],
    ['creatives', String(count('creative'))],
    ['cost', `${cost.platformCalls} platform calls in ${cost.httpRequests} HTTP requests, about ${cost.estimatedSeconds} s`],
    ...starts.map((what) => ['starts to spend', what]),
  ];
  for (const line of formatTable(rows, { width: screen.columns })) screen.say(line);
  for (const { message } of warnings) screen.say(screen.paint.yellow(`  ! ${message}`));
  for (const message of refused) screen.say(screen.paint.red(`  ✗ ${message}`));
}

/** Draws a batch's progress until it ends. */
export async function watch(
  screen: Screen,
  client: Parameters<typeof followBatch>[0],
  batchId: number,
  total: number,
): Promise<BatchStatus> {
  const draw = (done: number, failed: number): void => {
    const { paint } = screen;
    const bar = progressBar(done, failed, total, 32);
    const share = Math.floor(((done + failed) / Math.max(1, total)) * 10);
    screen.draw(
      `  ${paint.green(bar.done)}${paint.red(bar.failed)}${paint.dim(bar.rest)} ${done + failed}/${total}${failed > 0 ? paint.red(`  ${failed} failed`) : ''}`,
      `progress ${share}`,
    );
  };
  draw(0, 0);
  const status = await followBatch(client, batchId, draw);
  draw(status.successfulAds, status.failedAds.length);
  screen.settle();
  return status;
}

export function sayResult(screen: Screen, status: BatchStatus): void {
  const { paint } = screen;
  screen.say();
  screen.say(paint.bold(`  ${status.message}`));
  const rows = status.failedAds.flatMap((ad) => [
    [paint.red('✗'), ad.adName, ad.message],
    ...(ad.fix === undefined ? [] : [['', '', `→ ${ad.fix}`]]),
  ]);
  for (const line of formatTable(rows, { width: screen.columns, fits: true })) screen.say(line);
  if (status.failedAds.length > 0)
    screen.say(
      paint.dim(
        `  slipway retry ${status.adBatchId} launches these again; slipway retry ${status.adBatchId} --rows prints them to be corrected.`,
      ),
    );
}
