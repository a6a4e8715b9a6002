/** Text in columns; the last one wraps into what is left of the width. */
export function formatTable(
  cells: readonly (readonly string[])[],
  options: {
    readonly width: number;
    readonly indent?: number;
    /** Positions of columns that stand to the right; never the last. */
    readonly numbers?: readonly number[];
  },
): string[] {
  const { width, indent = 2, numbers = [] } = options;
  // A cell is one line, whatever its text holds.
  const rows = cells.map((row) => row.map((cell) => cell.replace(/[\t\r\n]+/g, ' ')));
  const count = Math.max(0, ...rows.map((row) => row.length));
  const widths = Array.from({ length: count }, (_, column) => Math.max(...rows.map((row) => lengthOf(row[column] ?? ''))));
  const room = width - indent - 2 * (count - 1) - widths.slice(0, -1).reduce((sum, each) => sum + each, 0);
  return rows.flatMap((row) => {
    const lead = row.slice(0, count - 1).map((cell, column) => {
      const space = ' '.repeat(Math.max(0, (widths[column] ?? 0) - lengthOf(cell)));
      return numbers.includes(column) ? space + cell : cell + space;
    });
    const [first = '', ...more] = wrap(row[count - 1] ?? '', Math.max(24, room));
    const margin = ' '.repeat(indent);
    const hang = ' '.repeat(indent + lead.reduce((sum, cell) => sum + lengthOf(cell) + 2, 0));
    return [`${margin}${[...lead, first].join('  ')}`.trimEnd(), ...more.map((line) => `${hang}${line}`)];
  });
}

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
