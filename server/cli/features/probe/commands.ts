import { writeFile } from 'node:fs/promises';
import type { ProbeRecord } from '../../../local/probe/probe.ts';
import { type Command, EXIT, text, UsageFault } from '../../base/command.ts';
import { sayTable } from '../../base/table.ts';

const probe: Command = {
  name: 'probe',
  summary:
    'Try a platform with a connection of this installation, against what its simulation says',
  words: 1,
  usage: 'PLATFORM [--write] [--account ID] [--record FILE] [--data FOLDER]',
  notes: [
    'Run it with the environment of the service. It reads accounts, permissions, limits and the version. With --write it makes',
    'paused, marked copies of a campaign, an ad set and an ad, compares them and deletes them. The record holds no credentials.',
  ],
  examples: ['slipway probe meta', 'slipway probe linkedin --write --record probe-linkedin.json'],
  flags: {
    write: { type: 'boolean', what: 'Make, read and delete a paused campaign, ad set and ad' },
    account: { type: 'string', what: 'The ad account (the first that is connected)' },
    record: { type: 'string', what: 'File for the record' },
    data: { type: 'string', what: 'Folder of the service (.slipway)' },
  },
  async run({ flags, words: [platform], env, screen }) {
    if (platform === undefined) throw new UsageFault('Name a platform: slipway probe meta.');
    const { probeInstallation } = await import('../../../local/probe/probe-installation.ts');
    const { calledIn } = await import('../../../local/probe/sides.ts');
    const data = text(flags.data);
    const asked = { platform, account: text(flags.account), write: flags.write === true };
    const record = await probeInstallation(data === undefined ? [] : ['--data', data], env, asked);
    const file = text(flags.record);
    if (file !== undefined) await writeFile(file, `${JSON.stringify(record, null, 2)}\n`);
    sayTable(screen, rowsOf(record, calledIn(record.platform)));
    screen.say();
    screen.say(file === undefined ? '  --record FILE keeps this.' : `  Written to ${file}.`);
    screen.tell({ success: true, ...record });
    return isClean(record) ? EXIT.ok : EXIT.failed;
  },
};

/** What has to be looked at; fields that only one side has are for the report. */
const isClean = ({ written }: ProbeRecord): boolean =>
  written === null ||
  (written.failure === null && written.differences.length === 0 && written.left.length === 0);

function rowsOf(
  { isLive, version, read, written, fields, calls }: ProbeRecord,
  called: string,
): string[][] {
  const said = (list: readonly string[]): string => (list.length === 0 ? 'none' : list.join('; '));
  return [
    ['platform', `${called} ${version ?? ''}, ${isLive ? 'live' : 'its simulation'}`],
    [
      'accounts',
      `${read.adAccounts}; in this one ${read.campaigns} campaigns and ${read.adSets} ad sets`,
    ],
    ['permissions', read.permissions],
    ['limits', read.limits],
    ...(written === null
      ? [['writes', 'none; --write makes, reads and deletes a paused campaign']]
      : [
          ['made', said(written.made.map(({ type, id }) => `${type} ${id}`))],
          ...(written.failure === null ? [] : [['refused', written.failure]]),
          ['read otherwise', said(written.differences)],
          ['not read back', said(written.notReadBack)],
          ['left behind', said(written.left)],
        ]),
    ...fields.flatMap(({ call, onlyHere, onlySimulated }) => [
      ...(onlyHere.length > 0 ? [['only here', `${call}: ${onlyHere.join(', ')}`]] : []),
      ...(onlySimulated.length > 0
        ? [['only simulated', `${call}: ${onlySimulated.join(', ')}`]]
        : []),
    ]),
    ['calls', String(calls.length)],
  ];
}

export const commands: readonly Command[] = [probe];
