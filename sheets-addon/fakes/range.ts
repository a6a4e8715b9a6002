import { spend } from './execution.ts';
import { contentOf, evaluate } from './formulas.ts';
import type { Google } from './google.ts';
import { faked } from './guard.ts';
import { lettersOf, toA1, toR1C1 } from './references.ts';
import { display, isDateFormat, parseEntry } from './values.ts';
import {
  type Box,
  type Cell,
  cellAt,
  EMPTY,
  putCell,
  type Sheet,
  type Validation,
} from './world.ts';

type Range = GoogleAppsScript.Spreadsheet.Range;

/** What the other fakes need to know of a range they are handed. */
export const boxes = new WeakMap<object, { readonly sheet: Sheet; readonly box: Box }>();
export const validations = new WeakMap<object, Validation>();

export function createRange(google: Google, sheet: Sheet, box: Box): Range {
  const { runtime } = google;
  if (box.rows < 1 || box.columns < 1)
    throw new Error('The number of rows and columns in the range must be at least 1.');
  if (
    box.row + box.rows - 1 > sheet.rows.length ||
    box.column + box.columns - 1 > sheet.columns.length
  )
    throw new Error(`Those rows or columns are out of bounds: ${nameOf(box)} of ${sheet.name}.`);

  const alive = (): void => {
    if (!google.world.sheets.includes(sheet)) throw new Error(`Sheet ${sheet.id} not found.`);
  };
  const cells = box.rows * box.columns;
  const read = <T>(look: (cell: Cell, row: number, column: number) => T): T[][] => {
    alive();
    spend(runtime, cells * READ_MS);
    const columns = sheet.columns.slice(box.column - 1, box.column - 1 + box.columns);
    return sheet.rows
      .slice(box.row - 1, box.row - 1 + box.rows)
      .map((row, r) =>
        columns.map(({ id }, c) => look(row.cells.get(id) ?? EMPTY, box.row + r, box.column + c)),
      );
  };
  const change = (next: (cell: Cell, r: number, c: number) => Cell): Range => {
    alive();
    refuseProtected(sheet, box);
    spend(runtime, cells * WRITE_MS);
    for (let r = 0; r < box.rows; r++)
      for (let c = 0; c < box.columns; c++) {
        const [row, column] = [box.row + r, box.column + c];
        const before = cellAt(sheet, row, column);
        const [target, id] = [sheet.rows[row - 1], sheet.columns[column - 1]?.id];
        runtime.unflushed.push(() => id !== undefined && target?.cells.set(id, before));
        putCell(sheet, row, column, next(before, r, c));
      }
    return range;
  };
  const changeAll = <T>(
    values: readonly (readonly T[])[],
    next: (cell: Cell, value: T, row: number, column: number) => Cell,
  ): Range => {
    const wide = values.find((row) => row.length !== box.columns);
    if (values.length !== box.rows || wide !== undefined)
      throw new Error(
        `The number of rows or columns in the data does not match the range: the data has ${values.length} x ${wide?.length ?? values[0]?.length} but the range has ${box.rows} x ${box.columns}.`,
      );
    return change((cell, r, c) => next(cell, values[r]?.[c] as T, box.row + r, box.column + c));
  };
  const entered = (cell: Cell, entry: unknown, row: number, column: number): Cell => {
    const { formulaA1, ...parsed } = parseEntry(entry, cell.format, google.world.locale);
    const { formula: _, link: __, ...rest } = cell;
    return formulaA1 === undefined
      ? { ...rest, ...parsed }
      : { ...rest, ...parsed, formula: toR1C1(formulaA1, row, column) };
  };
  const styled = (property: string, value: string | boolean): Range =>
    change((cell) => ({ ...cell, style: { ...cell.style, [property]: value } }));
  const shown = (cell: Cell, row: number, column: number): string =>
    display(contentOf(sheet, cell, { row, column }), cell.format, google.world.locale);
  const got = (cell: Cell, row: number, column: number): unknown => {
    const value = contentOf(sheet, cell, { row, column });
    const { format } = cell;
    return typeof value === 'number' && isDateFormat(format)
      ? dateIn(google.world.timezone, value)
      : value;
  };

  const range: Range = faked<Range>(
    runtime,
    'Range',
    'document',
    {
      getRow: () => box.row,
      getColumn: () => box.column,
      getNumRows: () => box.rows,
      getNumColumns: () => box.columns,
      getLastRow: () => box.row + box.rows - 1,
      getLastColumn: () => box.column + box.columns - 1,
      getA1Notation: () => nameOf(box),
      getSheet: () => google.sheet(sheet),
      getValue: () => read(got)[0]?.[0],
      getValues: () => read(got),
      getDisplayValues: () => read(shown),
      getFormulas: () =>
        read(({ formula }, row, column) =>
          formula === undefined ? '' : toA1(formula, row, column),
        ),
      getFormulasR1C1: () => read(({ formula }) => formula ?? ''),
      getRichTextValues: () =>
        read((cell) =>
          faked<GoogleAppsScript.Spreadsheet.RichTextValue>(
            runtime,
            'RichTextValue',
            'document',
            { getLinkUrl: () => cell.link ?? null },
            'all',
          ),
        ),
      getNotes: () => read(({ note }) => note),
      // A cell that nobody formatted has this format.
      getNumberFormats: () =>
        read(({ format }) => (format === 'General' ? '0.###############' : format)),
      isBlank: () =>
        read(({ value, formula }) => value === '' && formula === undefined).every((row) =>
          row.every(Boolean),
        ),
      getMergedRanges: () =>
        sheet.merges
          .filter((merge) => overlap(merge, box))
          .map((merge) => createRange(google, sheet, merge)),
      setValue: (value: unknown) =>
        change((cell, r, c) => entered(cell, value, box.row + r, box.column + c)),
      setValues: (values: unknown[][]) => changeAll(values, entered),
      setFormulasR1C1: (formulas: string[][]) =>
        changeAll(formulas, (cell, formula, row, column) =>
          formula === ''
            ? { ...cell, value: '' }
            : { ...cell, value: evaluate(sheet, row, { column, formula }), formula },
        ),
      setNote: (note: string) => change((cell) => ({ ...cell, note })),
      setNotes: (notes: string[][]) =>
        changeAll(notes, (cell, note) => ({ ...cell, note: note ?? '' })),
      setNumberFormat: (format: string) => change((cell) => ({ ...cell, format })),
      setNumberFormats: (formats: string[][]) =>
        changeAll(formats, (cell, format) => ({ ...cell, format })),
      getDataValidations: () =>
        read(({ validation }) => {
          if (validation === undefined) return null;
          const rule = {};
          validations.set(rule, validation);
          return rule;
        }),
      setDataValidation: (rule: object | null) => change((cell) => withRule(cell, rule)),
      setDataValidations: (rules: (object | null)[][]) =>
        changeAll(rules, (cell, rule) => withRule(cell, rule)),
      insertCheckboxes: () =>
        change((cell) => ({
          ...cell,
          // As Google's reference says: also where a cell was ticked.
          value: false,
          validation: { kind: 'checkbox', values: [], allowInvalid: false },
        })),
      clearContent: () =>
        change(({ formula: _, ...cell }) => ({
          ...cell,
          value: cell.validation?.kind === 'checkbox' ? false : '',
        })),
      clear: () =>
        change(({ formula: _, style: __, ...cell }) => ({
          ...cell,
          value: cell.validation?.kind === 'checkbox' ? false : '',
          format: 'General',
          style: {},
        })),
      setFontWeight: (weight: string) => styled('fontWeight', weight),
      setFontColor: (color: string) => styled('color', color),
      setFontStyle: (style: string) => styled('fontStyle', style),
      setBackground: (color: string) => styled('background', color),
      setHorizontalAlignment: (alignment: string) => styled('textAlign', alignment),
      setHorizontalAlignments: (alignments: string[][]) =>
        changeAll(alignments, (cell, textAlign) => ({
          ...cell,
          style: { ...cell.style, textAlign },
        })),
      setVerticalAlignment: (alignment: string) => styled('verticalAlign', alignment),
      setWrap: (wrap: boolean) => styled('wrap', wrap),
      setWrapStrategy: (strategy: string) =>
        change((cell) => ({
          ...cell,
          style: { ...cell.style, wrap: strategy === 'WRAP', clip: strategy === 'CLIP' },
        })),
      protect: () => {
        const protection = { box, description: '', warningOnly: false };
        sheet.protections.push(protection);
        return google.protection(sheet, protection);
      },
      addDeveloperMetadata: (key: string, value: string) => {
        // Whether a range that happens to be as wide as the sheet would do is not documented.
        const id = google.world.nextId++;
        if (box.whole === 'columns' && box.columns === 1)
          sheet.columns[box.column - 1]?.metadata.push({ id, key, value });
        else if (box.whole === 'rows' && box.rows === 1)
          sheet.rows[box.row - 1]?.metadata.push({ id, key, value });
        else
          throw new Error(
            'Adding developer metadata to arbitrary ranges is not currently supported. It needs one whole row or column.',
          );
        return range;
      },
      activate: () => {
        google.world.active = {
          sheet: sheet.id,
          row: box.row,
          column: box.column,
          rows: box.rows,
          columns: box.columns,
        };
        return range;
      },
    },
    [
      'getRow',
      'getColumn',
      'getNumRows',
      'getNumColumns',
      'getLastRow',
      'getLastColumn',
      'getA1Notation',
      'getSheet',
    ],
  );
  boxes.set(range, { sheet, box });
  return range;
}

function withRule(cell: Cell, rule: object | null): Cell {
  const { validation: _, ...rest } = cell;
  const validation = rule === null ? undefined : validations.get(rule);
  return validation === undefined ? rest : { ...rest, validation };
}

const overlap = (a: Box, b: Box): boolean =>
  a.row < b.row + b.rows &&
  b.row < a.row + a.rows &&
  a.column < b.column + b.columns &&
  b.column < a.column + a.columns;

/**
 * What a cell costs, in milliseconds of the virtual clock: ten thousand are written in a second.
 */
const [READ_MS, WRITE_MS] = [0.02, 0.1];

/** Ranges that others protected. A warning is for people; scripts pass it. */
function refuseProtected({ protections }: Sheet, box: Box): void {
  if (protections.some((each) => !each.warningOnly && overlap(each.box, box)))
    throw new Error(
      'You are trying to edit a protected cell or object. Please contact the spreadsheet owner to remove protection if you need to edit.',
    );
}

/** The moment at which a day begins in a zone: what a cell with a date hands to a script. */
function dateIn(timezone: string, serial: number): Date {
  const utc = (serial - 25_569) * 86_400_000;
  const options = {
    timeZone: timezone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  } as const;
  const parts = new Intl.DateTimeFormat('en-US', options).formatToParts(new Date(utc));
  const of = (type: string): number => Number(parts.find((part) => part.type === type)?.value);
  const there = Date.UTC(
    of('year'),
    of('month') - 1,
    of('day'),
    of('hour'),
    of('minute'),
    of('second'),
  );
  return new Date(utc - (there - utc));
}

const nameOf = ({ row, column, rows, columns, whole }: Box): string => {
  if (whole === 'rows') return `${row}:${row + rows - 1}`;
  if (whole === 'columns') return `${lettersOf(column)}:${lettersOf(column + columns - 1)}`;
  const from = `${lettersOf(column)}${row}`;
  return rows === 1 && columns === 1
    ? from
    : `${from}:${lettersOf(column + columns - 1)}${row + rows - 1}`;
};
