import { minute } from '../../base/asking.ts';
import { asUsage, type Command, EXIT, serviceFlags, text, UsageFault } from '../../base/command.ts';
import { limitIn } from '../../base/given.ts';
import { clientFor } from '../../base/service.ts';
import { saySheet } from '../../base/table.ts';

export function batchIn(word: string | undefined): number {
  if (word === undefined) throw new UsageFault('Which batch? `slipway batches` lists them.');
  if (!/^\d{1,15}$/.test(word))
    throw new UsageFault(`${word} is no batch: give its number. \`slipway batches\` lists them.`);
  return Number(word);
}

export const batchesCommand: Command = {
  name: 'batches',
  summary: 'Your launches, the newest first; with a number, one of them with its failures',
  usage: '[BATCH] [--status processing|success|error] [--limit 20]',
  words: 1,
  examples: [
    'slipway batches',
    'slipway batches --status error',
    'slipway batches 17',
    'slipway batches 17 --json | jq .failedAds',
  ],
  flags: {
    ...serviceFlags,
    status: { type: 'string', what: 'Only those: processing, success, error, Draft, Cancelled …' },
    limit: { type: 'string', what: 'Rows, 1 to 200 (20)' },
  },
  async run({ words, flags, env, screen }) {
    const client = clientFor(flags, env, screen);
    if (words[0] !== undefined) {
      const batch = await client.batches.status({ id: batchIn(words[0]) });
      screen.say(
        screen.paint.bold(`  ${batch.name || `Batch ${batch.adBatchId}`}: ${batch.message}`),
      );
      const failed = batch.failedAds.map(({ adName, adSetId, message, fix }) => [
        adName,
        adSetId ?? '',
        [message, fix].filter(Boolean).join(' → '),
      ]);
      const above = (batch.made ?? []).map(({ type, name, id, state, status: set, message }) => [
        type === 'campaign' ? 'Campaign' : 'Ad set',
        name,
        id ?? '',
        message ?? (state === 'made' ? (set === 'ACTIVE' ? 'active' : 'paused') : state),
      ]);
      if (above.length > 0) saySheet(screen, ['New', 'Name', 'Id', 'State'], above);
      if (failed.length > 0) saySheet(screen, ['Ad', 'Ad set', 'Why'], failed);
      if (failed.length > 0)
        screen.say(
          screen.paint.dim(
            `  slipway retry ${batch.adBatchId} launches them again; with --rows it prints them to be corrected.`,
          ),
        );
      screen.tell(batch);
      return batch.status === 'error' ? EXIT.failed : EXIT.ok;
    }
    const status = text(flags.status);
    // A word there is not is refused by the service, which lists those there are.
    const query = {
      limit: limitIn(flags.limit, 20),
      ...(status !== undefined && { status }),
    } as Parameters<typeof client.batches.list>[0];
    const { data, pagination } = await asUsage({ status: 'status', limit: 'limit' }, () =>
      client.batches.list(query),
    );
    const rows = data.map((each) => [
      String(each.adBatchId),
      each.name,
      each.undo?.finishedAt === undefined || each.undo.mode === 'delete-empty'
        ? each.rawStatus
        : 'Undone',
      String(each.successfulAds),
      String(each.failedCount),
      minute(each.createdAt),
    ]);
    const headers = ['Batch', 'Name', 'State', 'Launched', 'Failed', 'Created (UTC)'];
    saySheet(screen, headers, rows, { numbers: [0, 3, 4], none: 'Nothing was launched yet.' });
    if (pagination.hasMore)
      screen.say(screen.paint.dim(`  ${data.length} of ${pagination.total}; --limit shows more.`));
    return screen.tell({ success: true, data, pagination });
  },
};

export const renameBatchCommand: Command = {
  name: 'batches rename',
  summary: 'Name a batch, while it runs and afterwards',
  usage: 'BATCH NAME',
  words: Number.POSITIVE_INFINITY,
  examples: ['slipway batches rename 17 "Autumn, second try"'],
  flags: serviceFlags,
  async run({ words: [word, ...rest], flags, env, screen }) {
    const id = batchIn(word);
    const name = rest.join(' ').trim();
    if (name === '')
      throw new UsageFault(
        `What is it to be called? For example: slipway batches rename ${id} "Autumn, second try"`,
      );
    const batch = await clientFor(flags, env, screen).batches.rename({ id, name });
    screen.say(`  Batch ${id} is now called ${batch.name}.`);
    return screen.tell(batch);
  },
};
