import { shiftReferences, toA1, toR1C1 } from './references.ts';

/**
 * A spreadsheet as data, for the fakes and for the user's hands (user.ts). Rows and columns are
 * objects: metadata, widths and hiding move with them. Sorting moves what is in the cells, and
 * leaves rows where they are.
 */
export type Value = string | number | boolean;

export interface Cell {
  readonly value: Value;
  /** In R1C1 notation with its equals sign; the value is then computed when somebody looks. */
  readonly formula?: string;
  /** Number format; `General` where nobody set one, `@` is plain text. */
  readonly format: string;
  readonly note: string;
  /** Where the text, or a chip, leads. */
  readonly link?: string;
  readonly validation?: Validation;
  readonly style?: { readonly [property: string]: string | boolean };
}

export interface Validation {
  readonly kind: 'list' | 'range' | 'checkbox';
  readonly values: readonly string[];
  /** Sheet id and A1 notation, of `range`. */
  readonly source?: {
    readonly sheet: number;
    readonly row: number;
    readonly column: number;
    readonly rows: number;
  };
  readonly allowInvalid: boolean;
}

export interface Metadata {
  /** Its own, also among equal ones. */
  readonly id: number;
  readonly key: string;
  readonly value: string;
}

export interface Row {
  cells: Map<number, Cell>;
  metadata: Metadata[];
  hiddenByFilter: boolean;
  hiddenByUser: boolean;
}

interface Column {
  readonly id: number;
  width: number;
  hidden: boolean;
  metadata: Metadata[];
}

/** A rectangle, rows and columns counted from 1. */
export interface Box {
  row: number;
  column: number;
  rows: number;
  columns: number;
  /** Asked for as `5:7` or `B:C`: whole rows or columns. */
  whole?: 'rows' | 'columns';
}

export interface FormatRule {
  readonly ranges: readonly Box[];
  readonly condition:
    | { readonly kind: 'formula'; readonly formula: string }
    | { readonly kind: 'startsWith' | 'equals'; readonly text: string };
  readonly background?: string;
  readonly color?: string;
  readonly bold?: boolean;
}

export interface Chart {
  readonly id: number;
  readonly type: string;
  ranges: Box[];
  readonly options: { readonly [name: string]: unknown };
  readonly position: { readonly row: number; readonly column: number };
}

export interface Sheet {
  readonly id: number;
  name: string;
  hidden: boolean;
  rows: Row[];
  columns: Column[];
  frozenRows: number;
  frozenColumns: number;
  metadata: Metadata[];
  rules: FormatRule[];
  merges: Box[];
  protections: { box: Box; description: string; warningOnly: boolean }[];
  charts: Chart[];
  filtered: boolean;
  tabColor: string;
}

export interface World {
  readonly id: string;
  name: string;
  timezone: string;
  locale: string;
  sheets: Sheet[];
  /** The selection; of one cell where nothing else is said. */
  active: { sheet: number; row: number; column: number; rows?: number; columns?: number };
  nextId: number;
  /**
   * What the script project is called: the menu of a script that is bound to its file has that
   * name.
   */
  projectName: string;
  /** Rows of a new sheet: 1,000 as in Sheets, fewer where a test has no need of them. */
  newSheetRows: number;
}

export const EMPTY: Cell = { value: '', format: 'General', note: '' };

export const createWorld = (id: string): World => {
  const world: World = {
    id,
    name: 'Untitled spreadsheet',
    timezone: 'Europe/Berlin',
    locale: 'en_US',
    sheets: [],
    active: { sheet: 0, row: 1, column: 1 },
    nextId: 1,
    projectName: 'Slipway',
    newSheetRows: 1000,
  };
  const sheet = addSheet(world, 'Sheet1');
  world.active.sheet = sheet.id;
  return world;
};

const newRow = (): Row => ({
  cells: new Map(),
  metadata: [],
  hiddenByFilter: false,
  hiddenByUser: false,
});

export function addSheet(world: World, name: string, index = world.sheets.length): Sheet {
  const sheet: Sheet = {
    id: world.nextId++ * 1009,
    name,
    hidden: false,
    rows: Array.from({ length: world.newSheetRows }, newRow),
    columns: Array.from({ length: 26 }, () => newColumn(world)),
    frozenRows: 0,
    frozenColumns: 0,
    metadata: [],
    rules: [],
    merges: [],
    protections: [],
    charts: [],
    filtered: false,
    tabColor: '',
  };
  world.sheets.splice(index, 0, sheet);
  return sheet;
}

const newColumn = (world: World): Column => ({
  id: world.nextId++,
  width: 100,
  hidden: false,
  metadata: [],
});

export function cellAt(sheet: Sheet, row: number, column: number): Cell {
  const at = sheet.columns[column - 1];
  return (at && sheet.rows[row - 1]?.cells.get(at.id)) ?? EMPTY;
}

export function putCell(sheet: Sheet, row: number, column: number, cell: Cell): void {
  const at = sheet.columns[column - 1];
  if (at === undefined) throw new Error(`There is no column ${column}.`);
  sheet.rows[row - 1]?.cells.set(at.id, cell);
}

/** Inserts rows before the given one, as a user or a script does. */
export function insertRows(sheet: Sheet, before: number, count: number): void {
  restructure(sheet, 'row', {
    at: before,
    by: count,
    change: () => {
      sheet.rows.splice(before - 1, 0, ...Array.from({ length: count }, newRow));
    },
  });
}

export function deleteRows(sheet: Sheet, first: number, count: number): void {
  restructure(sheet, 'row', {
    at: first,
    by: -count,
    change: () => {
      sheet.rows.splice(first - 1, count);
    },
  });
}

export function insertColumns(world: World, sheet: Sheet, before: number, count: number): void {
  restructure(sheet, 'column', {
    at: before,
    by: count,
    change: () => {
      sheet.columns.splice(before - 1, 0, ...Array.from({ length: count }, () => newColumn(world)));
    },
  });
}

export function deleteColumns(sheet: Sheet, first: number, count: number): void {
  restructure(sheet, 'column', {
    at: first,
    by: -count,
    change: () => {
      const gone = sheet.columns.splice(first - 1, count);
      for (const row of sheet.rows) for (const { id } of gone) row.cells.delete(id);
    },
  });
}

/** Carries out a change of rows or columns; formulas and ranges go on meaning what they meant. */
function restructure(
  sheet: Sheet,
  side: 'row' | 'column',
  { at, by, change }: { readonly at: number; readonly by: number; readonly change: () => void },
): void {
  const formulas = sheet.rows.flatMap((row, r) =>
    sheet.columns.flatMap(({ id }, c) => {
      const formula = row.cells.get(id)?.formula;
      return formula === undefined
        ? []
        : [{ row, id, a1: shiftReferences(toA1(formula, r + 1, c + 1), side, at, by) }];
    }),
  );
  change();
  for (const { row, id, a1 } of formulas) {
    const [r, c] = [sheet.rows.indexOf(row), sheet.columns.findIndex((column) => column.id === id)];
    const cell = row.cells.get(id);
    if (r >= 0 && c >= 0 && cell !== undefined)
      row.cells.set(id, { ...cell, formula: toR1C1(a1, r + 1, c + 1) });
  }
  shift(sheet, side, at, by);
}

/**
 * Ranges that stand for themselves (rules, merges, protections, charts) follow what is inserted and
 * deleted.
 */
function shift(sheet: Sheet, side: 'row' | 'column', at: number, by: number): void {
  const length = side === 'row' ? 'rows' : 'columns';
  const moved = (box: Box): Box[] => {
    const [start, count] = [box[side], box[length]];
    const end = start + count;
    if (by > 0) {
      if (at <= start) return [{ ...box, [side]: start + by }];
      return at < end ? [{ ...box, [length]: count + by }] : [box];
    }
    const goneEnd = at - by;
    const before = Math.max(0, Math.min(at, end) - start);
    const after = Math.max(0, end - Math.max(goneEnd, start));
    if (before + after === 0) return [];
    return [
      { ...box, [side]: start < at ? start : Math.max(at, start + by), [length]: before + after },
    ];
  };
  sheet.rules = sheet.rules.map((rule) => ({
    ...rule,
    ranges: rule.ranges.flatMap(moved),
    condition:
      rule.condition.kind === 'formula'
        ? { kind: 'formula', formula: shiftReferences(rule.condition.formula, side, at, by) }
        : rule.condition,
  }));
  sheet.merges = sheet.merges.flatMap(moved);
  sheet.protections = sheet.protections.flatMap((each) =>
    moved(each.box).map((box) => ({ ...each, box })),
  );
  for (const chart of sheet.charts) chart.ranges = chart.ranges.flatMap(moved);
}

/** The last row and column with something in them; 0 and 0 when there is nothing. */
export function extentOf(sheet: Sheet): { row: number; column: number } {
  let [row, column] = [0, 0];
  sheet.rows.forEach(({ cells }, r) => {
    if (cells.size === 0) return;
    // What stands further left than something else is of no interest.
    for (let c = sheet.columns.length; c > 0 && (c > column || row < r + 1); c--) {
      const cell = cells.get(sheet.columns[c - 1]?.id ?? 0);
      if (cell === undefined || (cell.value === '' && cell.formula === undefined)) continue;
      row = r + 1;
      column = Math.max(column, c);
    }
  });
  return { row, column };
}
