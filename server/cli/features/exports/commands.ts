import { writeFile } from 'node:fs/promises';
import type { InputOf } from '../../../client/client.ts';
import {
  type Command,
  type CommandInput,
  EXIT,
  serviceFlags,
  text,
  UsageFault,
} from '../../base/command.ts';
import { accountsFor } from '../../base/given.ts';
import { clientFor } from '../../base/service.ts';
import { checkWritable } from '../../base/writable.ts';

const exportCommand: Command = {
  name: 'export',
  summary: 'Raw ad data of accounts as a file, however large',
  words: Number.POSITIVE_INFINITY,
  usage:
    'ACCOUNT … --out FILE.csv|FILE.ndjson [--level ad] [--from DATE --to DATE] | [ACCOUNT …] --format parquet --to FOLDER|s3://…',
  notes: [
    'With dates there is a row for each day; without, a row for each ad as it stands.',
    'Parquet is for warehouses: all report data, a file for each account and month. Run it on the machine of the service, with',
    'its environment and the package @duckdb/node-api. Run again, it writes what has changed.',
  ],
  examples: [
    'slipway export act_1001 --out ads.csv',
    'slipway export --format parquet --to /warehouse/slipway --data /var/lib/slipway',
    "slipway export --format parquet --to 's3://figures/slipway?endpoint=https://s3.eu-central-1.amazonaws.com&region=eu-central-1'",
    'slipway export act_1001 act_1003 --level ad --from 2026-10-01 --to 2026-10-31 --out october.ndjson',
  ],
  flags: {
    ...serviceFlags,
    out: { type: 'string', what: 'The file; its ending chooses the format' },
    level: { type: 'string', what: 'ad, adset or campaign (ad)' },
    from: { type: 'string', what: 'First day, YYYY-MM-DD' },
    to: {
      type: 'string',
      what: 'Last day, YYYY-MM-DD; of Parquet: a folder or s3://BUCKET/PREFIX?endpoint=…&region=…',
    },
    format: { type: 'string', what: 'parquet: figures for a warehouse' },
    company: { type: 'string', what: 'Of Parquet: another company than the first' },
    data: { type: 'string', what: 'Of Parquet: folder of the service (.slipway)' },
    fields: { type: 'string', what: 'Columns, with commas; all unless given' },
  },
  async run(input) {
    if (input.flags.format === 'parquet') return toParquet(input);
    const { words, flags, env, screen } = input;
    if (flags.format !== undefined)
      throw new UsageFault(
        '--format is parquet; of other files the ending of --out is the format.',
      );
    const out = text(flags.out);
    const format = /\.(csv|ndjson)$/i.exec(out ?? '')?.[1]?.toLowerCase();
    if (out === undefined || format === undefined)
      throw new UsageFault('Name the file: --out ads.csv or --out ads.ndjson.');
    if (words.length === 0)
      throw new UsageFault('Which ad accounts? For example: slipway export act_1001 --out ads.csv');
    await checkWritable(out);
    const client = clientFor(flags, env, screen);
    const accountIds = await accountsFor(client, words);
    // What is no level or format is refused by the service, in its words.
    const body = {
      accountIds,
      format,
      level: text(flags.level) ?? 'ad',
      ...(flags.fields && { fields: text(flags.fields) }),
      ...(flags.from && { startDate: text(flags.from) }),
      ...(flags.to && { endDate: text(flags.to) }),
    } as InputOf<'exports.start'>;
    let state = await client.exports.start(body);
    while (state.status === 'queued' || state.status === 'running') {
      screen.draw(`  ${state.status}, ${state.rows} rows`, state.status);
      await new Promise((resolve) => setTimeout(resolve, 1_500));
      state = await client.exports.get({ id: state.exportId });
    }
    screen.settle();
    if (state.status === 'error') {
      screen.complain(state.error?.message ?? 'The export failed.');
      screen.tell(state);
      return EXIT.failed;
    }
    await writeFile(out, (await client.exports.file({ id: state.exportId })).content);
    screen.say(`  ${state.rows} rows, ${state.bytes} bytes in ${out}.`);
    return screen.tell({ ...state, file: out });
  },
};

async function toParquet({ words, flags, env, screen }: CommandInput): Promise<number | undefined> {
  const to = text(flags.to);
  if (to === undefined)
    throw new UsageFault('Where to? --to FOLDER, or --to s3://BUCKET/PREFIX?endpoint=…&region=…');
  const { exportInstallation } = await import('../../../local/upkeep/parquet.ts');
  const data = text(flags.data);
  const result = await exportInstallation(
    data === undefined ? [] : ['--data', data],
    env,
    { to, accounts: words, company: text(flags.company) },
    (account, rows) => screen.draw(`  ${account}, ${rows} rows so far`, account),
  );
  if (result.accounts > 0) screen.settle();
  const { written, removed, rows, left } = result;
  screen.say(
    `  ${result.accounts} accounts: ${written} files with ${rows} rows written, ${removed} removed, the others are as they were.`,
  );
  for (const account of left)
    screen.say(
      screen.paint.yellow(`  ! ${account} changed again and again meanwhile: run it once more.`),
    );
  screen.tell({ success: left.length === 0, ...result });
  return left.length === 0 ? EXIT.ok : EXIT.failed;
}

export const commands: readonly Command[] = [exportCommand];
