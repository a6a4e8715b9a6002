import type { Screen } from './screen.ts';

type Cells = readonly (readonly string[])[];

export function sayTable(
  screen: Screen,
  cells: Cells,
  options: Omit<TableOptions, 'width'> = {},
): void {
  for (const line of formatTable(cells, { width: screen.columns, ...options })) screen.say(line);
}

interface TableOptions {
  readonly width: number;
  readonly indent?: number;
  /** Positions of columns that stand to the right; never the last. */
  readonly numbers?: readonly number[];
  /** No line is wider than the width: the widest columns are cut, and end in …. */
  readonly fits?: boolean;
  /** Positions of columns that are never cut, such as ids, which are copied from here. */
  readonly uncut?: readonly number[];
}

/** Text in columns; the last one wraps into what is left of the width. */
export function formatTable(cells: Cells, options: TableOptions): string[] {
  const { width, indent = 2, numbers = [], fits = false, uncut = [] } = options;
  // A cell is one line, whatever its text holds.
  const whole = cells.map((row) => row.map((cell) => cell.replace(/[\t\r\n]+/g, ' ')));
  const count = Math.max(0, ...whole.map((row) => row.length));
  const rows = fits
    ? narrowed(whole, count, width - indent - 2 * Math.max(0, count - 1), [...numbers, ...uncut])
    : whole;
  const widths = Array.from({ length: count }, (_, column) =>
    Math.max(...rows.map((row) => lengthOf(row[column] ?? ''))),
  );
  const room =
    width - indent - 2 * (count - 1) - widths.slice(0, -1).reduce((sum, each) => sum + each, 0);
  return rows.flatMap((row) => {
    const lead = row.slice(0, count - 1).map((cell, column) => {
      const space = ' '.repeat(Math.max(0, (widths[column] ?? 0) - lengthOf(cell)));
      return numbers.includes(column) ? space + cell : cell + space;
    });
    const [first = '', ...more] = wrap(row[count - 1] ?? '', Math.max(24, room));
    const margin = ' '.repeat(indent);
    const hang = ' '.repeat(indent + lead.reduce((sum, cell) => sum + lengthOf(cell) + 2, 0));
    return [
      `${margin}${[...lead, first].join('  ')}`.trimEnd(),
      ...more.map((line) => `${hang}${line}`),
    ];
  });
}

const NARROW = 12;

/**
 * Rows whose columns have room side by side: the widest column of words gives first, the last wraps
 * anyway.
 */
function narrowed(
  rows: readonly (readonly string[])[],
  count: number,
  room: number,
  kept: readonly number[],
): readonly (readonly string[])[] {
  const widths = Array.from({ length: count }, (_, column) =>
    Math.max(0, ...rows.map((row) => lengthOf(row[column] ?? ''))),
  );
  const isGiving = (column: number): boolean =>
    !kept.includes(column) && (widths[column] ?? 0) > NARROW;
  const needed = (): number =>
    widths.slice(0, -1).reduce((sum, each) => sum + each, 0) + Math.min(24, widths[count - 1] ?? 0);
  while (needed() > room) {
    const giving = widths.map((each, column) =>
      column < count - 1 && isGiving(column) ? each : 0,
    );
    const widest = giving.indexOf(Math.max(...giving));
    if ((giving[widest] ?? 0) === 0) break;
    widths[widest] = Math.max(NARROW, (widths[widest] ?? 0) - Math.max(1, needed() - room));
  }
  return rows.map((row) =>
    row.map((cell, column) => (column === count - 1 ? cell : cut(cell, widths[column] ?? 0))),
  );
}

/** Coloured texts are left whole. */
const cut = (text: string, width: number): string =>
  text.includes('\u001b') || lengthOf(text) <= width
    ? text
    : `${[...text].slice(0, Math.max(1, width - 1)).join('')}…`;

/** Breaks a text at spaces. Coloured texts are left whole. */
function wrap(text: string, width: number): string[] {
  if (text.includes('\u001b') || text.length <= width) return [text];
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line];
}

/** As many columns as a terminal needs for it, colour codes not counted. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: colour codes begin with the escape character.
const lengthOf = (text: string): number => [...text.replace(/\u001b\[\d+m/g, '')].length;

/** Columns that are copied into the next command. */
const ID_HEADERS = ['Id', 'Rule', 'Digest'];

interface SheetOptions {
  readonly numbers?: readonly number[];
  readonly totals?: readonly string[];
  /** What is said where there are no rows. */
  readonly none?: string;
}

export function saySheet(
  screen: Screen,
  headers: readonly string[],
  rows: readonly (readonly string[])[],
  options: SheetOptions = {},
): void {
  const { numbers = [], totals, none } = options;
  if (rows.length === 0 && none !== undefined) {
    screen.say(`  ${none}`);
    return;
  }
  const all = [headers, ...rows, ...(totals === undefined ? [] : [totals])];
  const uncut = headers.flatMap((header, position) =>
    ID_HEADERS.includes(header) ? [position] : [],
  );
  const lines = formatTable(all, { width: screen.columns, numbers, fits: true, uncut });
  for (const [i, line] of lines.entries())
    screen.say(
      i === 0 || (totals !== undefined && i === lines.length - 1) ? screen.paint.bold(line) : line,
    );
}
