import { type Command, commonFlags } from './command.ts';
import type { Paint } from './screen.ts';
import { formatTable } from './table.ts';

const WIDTH = 110;

export function overview(commands: readonly Command[], { bold, dim }: Paint): string {
  const rows = commands.map(({ name, usage, summary }) => [
    `slipway ${name}${usage === '' || name.includes(' ') ? '' : ' …'}`,
    summary,
  ]);
  return [
    `${bold('slipway')} launches ads in batches, manages them and reports on them.`,
    '',
    ...formatTable(rows, { width: WIDTH }),
    '',
    bold('Start here'),
    '  slipway serve                          # prints an address and a key',
    '  export SLIPWAY_KEY=ak_…                # the key',
    '  slipway launch --example > ads.csv     # three ads to begin with',
    '  slipway launch ads.csv --plan          # look first',
    '  slipway launch ads.csv --watch         # then launch',
    '',
    dim('Every command has --help with examples, and --json for programs.'),
    dim(
      'Exit codes: 0 done; 1 done, and some of it failed; 2 wrong command line or file, nothing launched; 3 refused or unreachable.',
    ),
    '',
  ].join('\n');
}

export function helpFor({ name, summary, usage, notes = [], examples, flags = {} }: Command, { bold, dim }: Paint): string {
  const rows = Object.entries({ ...flags, ...commonFlags, ...flags }).map(([flag, { type, what }]) => [
    `--${flag}${type === 'string' ? ' …' : ''}`,
    what,
  ]);
  return [
    `${bold(`slipway ${name}`)} ${usage}`.trimEnd(),
    `  ${summary}.`,
    ...notes.map((note) => `  ${dim(note)}`),
    '',
    bold('Examples'),
    ...examples.map((example) => `  ${example}`),
    '',
    bold('Flags'),
    ...formatTable(rows, { width: WIDTH }),
    '',
  ].join('\n');
}
