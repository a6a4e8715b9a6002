import { outsideQuotes, resolve } from './references.ts';
import { type Cell, cellAt, type Sheet, type Value } from './world.ts';

/**
 * As much of formulas as the add-on and its tests use: references to the same sheet, arithmetic, &,
 * SUM.
 */

/** The value of a formula in R1C1 notation, or the error a cell shows. */
export function evaluate(
  sheet: Sheet,
  row: number,
  {
    column,
    formula,
    depth = 0,
  }: { readonly column: number; readonly formula: string; readonly depth?: number | undefined },
): Value {
  if (depth > 50) return '#REF!';
  // A picture has no text.
  if (/^=IMAGE\("[^"]*"\)$/.test(formula)) return '';
  const look = (at: number, across: number): Value =>
    contentOf(sheet, cellAt(sheet, at, across), { row: at, column: across, depth: depth + 1 });
  const failed: { error?: Value } = {};
  const literal = (value: Value): string => {
    if (typeof value === 'string' && /^#[A-Z/0?!]+$/.test(value)) failed.error ??= value;
    return value === '' ? '0' : JSON.stringify(value);
  };
  const cell = (part: string): [number, number] => {
    const [, rows, columns] = /^R(\[-?\d+\]|\d+)?C(\[-?\d+\]|\d+)?$/.exec(part) ?? [];
    return [resolve(rows, row).at, resolve(columns, column).at];
  };
  const reference = 'R(?:\\[-?\\d+\\]|\\d+)?C(?:\\[-?\\d+\\]|\\d+)?';
  const script = outsideQuotes(formula.slice(1), (part) =>
    part
      .replace(
        new RegExp(`SUM\\((${reference}):(${reference})\\)`, 'g'),
        (_, from: string, to: string) => {
          const [[top, left], [bottom, right]] = [cell(from), cell(to)];
          let sum = 0;
          for (let at = top; at <= bottom; at++)
            for (let across = left; across <= right; across++) sum += Number(look(at, across)) || 0;
          return String(sum);
        },
      )
      .replace(new RegExp(reference, 'g'), (each) => literal(look(...cell(each))))
      .replace(/&/g, "+''+"),
  );
  if (failed.error !== undefined) return failed.error;
  if (/[A-Za-z_]{2}|[A-Za-z_]\d*\s*\(/.test(script.replace(/"(?:[^"\\]|\\.)*"?/g, '')))
    return '#NAME?';
  try {
    // Numbers, strings and operators are all that is left.
    const value = new Function(`return (${script});`)() as unknown;
    if (typeof value === 'number') return Number.isFinite(value) ? value : '#DIV/0!';
    return typeof value === 'string' || typeof value === 'boolean' ? value : '#ERROR!';
  } catch {
    return '#ERROR!';
  }
}

export function contentOf(
  sheet: Sheet,
  { value, formula }: Cell,
  {
    row,
    column,
    depth = 0,
  }: { readonly row: number; readonly column: number; readonly depth?: number | undefined },
): Value {
  return formula === undefined ? value : evaluate(sheet, row, { column, formula, depth });
}
