/**
 * References to cells, in the two notations Sheets knows, and how they follow a sheet that changes.
 */

const A1 = /(\$?)([A-Z]{1,3})(\$?)(\d+)/g;
const R1C1 = /R(\[-?\d+\]|\d+)?C(\[-?\d+\]|\d+)?/g;

/** Outside of quotes only. */
export const outsideQuotes = (formula: string, change: (part: string) => string): string =>
  formula.replace(
    /("(?:[^"]|"")*")|([^"]+)/g,
    (_, quoted?: string, plain?: string) => quoted ?? change(plain ?? ''),
  );

export const toR1C1 = (formula: string, row: number, column: number): string =>
  outsideQuotes(formula, (part) =>
    part.replace(
      A1,
      (_, fixedColumn: string, letters: string, fixedRow: string, digits: string) => {
        const [toRow, toColumn] = [Number(digits), numberOf(letters)];
        const side = (fixed: string, to: number, from: number): string =>
          fixed === '$' ? String(to) : `[${to - from}]`;
        return `R${side(fixedRow, toRow, row)}C${side(fixedColumn, toColumn, column)}`;
      },
    ),
  );

export const toA1 = (formula: string, row: number, column: number): string =>
  outsideQuotes(formula, (part) =>
    part.replace(R1C1, (_, rows?: string, columns?: string) => {
      const { fixed: fixedRow, at: toRow } = resolve(rows, row);
      const { fixed: fixedColumn, at: toColumn } = resolve(columns, column);
      return `${fixedColumn ? '$' : ''}${lettersOf(toColumn)}${fixedRow ? '$' : ''}${toRow}`;
    }),
  );

export function resolve(part: string | undefined, from: number): { fixed: boolean; at: number } {
  if (part === undefined) return { fixed: false, at: from };
  if (part.startsWith('[')) return { fixed: false, at: from + Number(part.slice(1, -1)) };
  return { fixed: true, at: Number(part) };
}

export function lettersOf(column: number): string {
  let letters = '';
  for (let rest = column; rest > 0; rest = Math.floor((rest - 1) / 26))
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters;
  return letters;
}

export const numberOf = (letters: string): number =>
  [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);

/**
 * A formula in A1 notation after rows or columns were inserted (`by` > 0) or deleted at a place.
 */
export const shiftReferences = (
  formula: string,
  side: 'row' | 'column',
  at: number,
  by: number,
): string =>
  outsideQuotes(formula, (part) =>
    part.replace(
      A1,
      (whole, fixedColumn: string, letters: string, fixedRow: string, digits: string) => {
        const place = { row: Number(digits), column: numberOf(letters) };
        if (place[side] < at) return whole;
        if (by < 0 && place[side] < at - by) return '#REF!';
        place[side] += by;
        return `${fixedColumn}${lettersOf(place.column)}${fixedRow}${place.row}`;
      },
    ),
  );
