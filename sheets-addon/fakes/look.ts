import { contentOf } from './formulas.ts';
import type { Google } from './google.ts';
import { lettersOf, toA1, toR1C1 } from './references.ts';
import { named } from './user.ts';
import { display } from './values.ts';
import { cellAt, extentOf, type Row, type Sheet, type World } from './world.ts';

/** A sheet as somebody sees it: what the playground draws and the tests read. */
export function look({ world }: Google, name?: string) {
  const sheet =
    name === undefined
      ? world.sheets.find(({ id }) => id === world.active.sheet)
      : named(world, name);
  if (sheet === undefined) throw new Error('No sheet is open.');
  const { columns, rows } = shownExtent(sheet);
  const colour = colouring(sheet);
  return {
    name: sheet.name,
    frozenRows: sheet.frozenRows,
    frozenColumns: sheet.frozenColumns,
    columns: sheet.columns
      .slice(0, Math.max(columns, 1))
      .map(({ width, hidden }, i) => ({ letter: lettersOf(i + 1), width, hidden })),
    cells: Array.from({ length: rows }, (_, r) =>
      Array.from({ length: columns }, (__, c) => {
        const cell = cellAt(sheet, r + 1, c + 1);
        const content = contentOf(sheet, cell, { row: r + 1, column: c + 1 });
        return {
          shown: display(content, cell.format, world.locale),
          ...(cell.formula === undefined
            ? {}
            : { formula: toA1(cell.formula, r + 1, c + 1), relative: cell.formula }),
          ...(cell.note === '' ? {} : { note: cell.note }),
          ...(cell.validation === undefined
            ? {}
            : {
                choices: choicesOf(world, cell.validation),
                checkbox: cell.validation.kind === 'checkbox',
              }),
          ...(cell.style === undefined ? {} : { style: cell.style }),
          ...colour(r + 1, c + 1),
          type: typeof content,
          format: cell.format,
        };
      }),
    ),
    hiddenRows: sheet.rows.flatMap(({ hiddenByFilter, hiddenByUser }, i) =>
      hiddenByFilter || hiddenByUser ? [i + 1] : [],
    ),
    charts: sheet.charts,
    protections: sheet.protections,
    metadata: sheet.metadata,
    sheets: world.sheets.map(({ name: each, hidden, tabColor }) => ({
      name: each,
      hidden,
      tabColor,
    })),
    active: world.active,
  };
}

function choicesOf(
  world: World,
  { kind, values, source }: NonNullable<ReturnType<typeof cellAt>['validation']>,
): readonly string[] {
  if (kind !== 'range' || source === undefined) return values;
  const sheet = world.sheets.find(({ id }) => id === source.sheet);
  if (sheet === undefined) return [];
  return Array.from({ length: source.rows }, (_, i) =>
    String(cellAt(sheet, source.row + i, source.column).value),
  );
}

/** Of the rows with nothing but empty boxes, a few are worth showing. */
function shownExtent(sheet: Sheet): { rows: number; columns: number } {
  const { row, column } = extentOf(sheet);
  let rows = row;
  const isBare = ({ cells }: Row): boolean =>
    [...cells.values()].every(
      ({ value, formula }) => (value === '' || value === false) && formula === undefined,
    );
  while (rows > 12 && isBare(sheet.rows[rows - 1] as Row)) rows -= 1;
  return { rows, columns: column };
}

/** Conditional formats: text at the beginning of a cell, and the one formula the add-on uses. */
function colouring(
  sheet: Sheet,
): (row: number, column: number) => { background?: string; color?: string } {
  const rules = sheet.rules.flatMap(({ ranges, condition, background, color }) =>
    ranges.map((range) => ({
      range,
      applies:
        condition.kind === 'formula'
          ? markedBy(sheet, condition.formula, range)
          : startsWith(sheet, condition.text),
      paint: {
        ...(background === undefined ? {} : { background }),
        ...(color === undefined ? {} : { color }),
      },
    })),
  );
  return (row, column) =>
    rules.find(
      ({ range, applies }) =>
        row >= range.row &&
        row < range.row + range.rows &&
        column >= range.column &&
        column < range.column + range.columns &&
        applies(row, column),
    )?.paint ?? {};
}

const startsWith =
  (sheet: Sheet, text: string) =>
  (row: number, column: number): boolean =>
    String(cellAt(sheet, row, column).value).startsWith(text);

/**
 * `=ISNUMBER(FIND("|"&A$1&"|";$Z2))`, for the first cell of the range. Arguments between commas are
 * no formula in this locale.
 */
function markedBy(
  sheet: Sheet,
  formula: string,
  range: { row: number; column: number },
): (row: number, column: number) => boolean {
  const [, header, list] =
    /^=ISNUMBER\(FIND\("\|"&(R[^\s&]+)&"\|";(R[^\s)]+)\)\)$/.exec(
      toR1C1(formula, range.row, range.column),
    ) ?? [];
  if (header === undefined || list === undefined) return () => false;
  const headerRow = Number(/^R(\d+)/.exec(header)?.[1]);
  const listColumn = Number(/C(\d+)$/.exec(list)?.[1]);
  return (row, column) => {
    const marks = String(cellAt(sheet, row, listColumn).value);
    return marks !== '' && marks.includes(`|${cellAt(sheet, headerRow, column).value}|`);
  };
}
