import { formatCsv } from '../../../../core/base/csv.ts';
import { writeRows } from '../../../../core/sheet/write-rows.ts';
import { launchColumns } from '../../../local/columns.ts';
import { agreed, changeFlags, keyIn } from '../../base/ask.ts';
import { type Command, EXIT, serviceFlags } from '../../base/command.ts';
import { clientFor } from '../../base/service.ts';
import { saySheet } from '../../base/table.ts';
import { batchIn } from './batches.ts';
import { plural, sayResult, watch } from './show.ts';

/** `slipway retry 17`: the way on after a launch of which some failed. */
export const retryCommand: Command = {
  name: 'retry',
  summary: 'Launch the failed ads of a batch again, and nothing that exists',
  usage: 'BATCH [--watch] | BATCH --rows > failed.csv',
  words: 1,
  notes: ['What will not pass unchanged is printed as rows by --rows: correct them, and launch that file.'],
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
    const { failedAds, totalAds } = await client.batches.get({ id });
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
    if (!(await agreed(`Launch ${plural(failedAds.length, 'failed ad')} again?`, flags, screen))) return undefined;
    const accepted = await client.batches.retry({ id }, keyIn(flags));
    screen.say(`  ${accepted.message}`);
    if (flags.watch !== true) return screen.tell(accepted);
    const status = await watch(screen, client, id, totalAds);
    sayResult(screen, status);
    screen.tell(status);
    return status.status === 'success' ? EXIT.ok : EXIT.failed;
  },
};

export const undoCommand: Command = {
  name: 'undo',
  summary: 'Pause, or delete, exactly what a batch created',
  usage: 'BATCH [--delete]',
  words: 1,
  examples: ['slipway undo 17', 'slipway undo 17 --delete --yes', 'slipway undo 17 --plan'],
  flags: {
    ...serviceFlags,
    ...changeFlags,
    delete: { type: 'boolean', what: 'Delete instead of pausing; nothing brings it back' },
  },
  async run({ words, flags, env, screen }) {
    const id = batchIn(words[0]);
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
    if (!(await agreed(`${verb} these ${there.length} ads of ${name || `batch ${id}`}?`, flags, screen))) return undefined;
    const answer = await client.batches.undo({ id, mode }, keyIn(flags));
    screen.say(`  ${answer.message}`);
    return screen.tell(answer);
  },
};

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
    if (!(await agreed(`Cancel the ${totalAds - successfulAds} ads that are not launched yet?`, flags, screen))) return undefined;
    const answer = await client.batches.cancel({ id }, keyIn(flags));
    screen.say(`  ${answer.message}`);
    return screen.tell(answer);
  },
};
