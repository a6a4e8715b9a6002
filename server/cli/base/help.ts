import { type Command, commonFlags } from './command.ts';
import type { Paint } from './screen.ts';
import { formatTable } from './table.ts';

const WIDTH = 110;

type Groups = readonly (readonly [heading: string, commands: readonly Command[]])[];

export function overview(groups: Groups, { bold, dim }: Paint): string {
  const rowOf = ({ name, usage, summary }: Command) => [
    `slipway ${name}${usage === '' || name.includes(' ') ? '' : ' …'}`,
    summary,
  ];
  // One table, so that all summaries begin in one column.
  const lines = formatTable(
    groups.flatMap(([, commands]) => commands.map(rowOf)),
    { width: WIDTH },
  );
  const starts = lines.flatMap((line, at) => (line.startsWith('  slipway ') ? [at] : []));
  const heads = new Map<number, string>();
  let first = 0;
  for (const [heading, commands] of groups) {
    heads.set(starts[first] ?? 0, heading);
    first += commands.length;
  }
  return [
    `${bold('slipway')} launches ads in batches, manages them and reports on them.`,
    '',
    ...lines.flatMap((line, at) =>
      heads.has(at) ? ['', bold(heads.get(at) ?? ''), line] : [line],
    ),
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
    dim('`slipway diff` also ends with 4, something would change, and 5, conflicts or refusals.'),
    '',
  ].join('\n');
}

export function helpFor(
  { name, summary, usage, notes = [], examples, flags = {} }: Command,
  { bold, dim }: Paint,
): string {
  const rows = Object.entries({ ...flags, ...commonFlags, ...flags }).map(
    ([flag, { type, what }]) => [`--${flag}${type === 'string' ? ' …' : ''}`, what],
  );
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
