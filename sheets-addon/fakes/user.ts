import { contentOf } from './formulas.ts';
import type { Google } from './google.ts';
import { toR1C1 } from './references.ts';
import { parseEntry } from './values.ts';
import {
  addSheet,
  type Box,
  type Cell,
  cellAt,
  deleteColumns,
  deleteRows,
  extentOf,
  insertColumns,
  insertRows,
  type Metadata,
  putCell,
  type Row,
  type Sheet,
  type World,
} from './world.ts';

/**
 * What people do to a spreadsheet with their own hands. Sheets are named, rows and columns count
 * from 1.
 */
export type Gesture =
  | {
      readonly do: 'type';
      readonly sheet: string;
      readonly row: number;
      readonly column: number;
      readonly text: string | boolean;
      /** Where the text leads, as a chip of a file does. */
      readonly link?: string;
    }
  | {
      readonly do: 'paste';
      readonly sheet: string;
      readonly row: number;
      readonly column: number;
      /**
       * What is copied from elsewhere brings its number format, and no list of choices: as Ctrl+V
       * does.
       */
      readonly format?: string;
      readonly rows: readonly (readonly (string | boolean | number)[])[];
    }
  | {
      readonly do: 'sort';
      readonly sheet: string;
      readonly column: number;
      readonly descending?: boolean;
    }
  /** Sorts a range alone, as Data > Sort range does: cells beside it stay. */
  | ({
      readonly do: 'sortRange';
      readonly sheet: string;
      readonly by: number;
      readonly descending?: boolean;
    } & Box)
  /** Cuts a range and pastes it with its top left cell there. */
  | ({
      readonly do: 'cut';
      readonly sheet: string;
      readonly toRow: number;
      readonly toColumn: number;
    } & Readonly<Box>)
  | {
      readonly do: 'copyColumn';
      readonly sheet: string;
      readonly from: number;
      readonly to: number;
    }
  | { readonly do: 'shuffle'; readonly sheet: string; readonly seed: number }
  | {
      readonly do: 'insertRows';
      readonly sheet: string;
      readonly before: number;
      readonly count: number;
    }
  | {
      readonly do: 'deleteRows';
      readonly sheet: string;
      readonly first: number;
      readonly count: number;
    }
  | { readonly do: 'copyRow'; readonly sheet: string; readonly from: number; readonly to: number }
  | {
      readonly do: 'insertColumns';
      readonly sheet: string;
      readonly before: number;
      readonly count: number;
    }
  /** Dragged to another place by its header, with all that is in it. */
  | {
      readonly do: 'moveColumn';
      readonly sheet: string;
      readonly from: number;
      readonly to: number;
    }
  | {
      readonly do: 'deleteColumns';
      readonly sheet: string;
      readonly first: number;
      readonly count: number;
    }
  | { readonly do: 'rename'; readonly sheet: string; readonly name: string }
  | { readonly do: 'deleteSheet'; readonly sheet: string }
  /**
   * Nobody says whether a duplicate carries the developer metadata of the original: both are tried.
   */
  | {
      readonly do: 'duplicateSheet';
      readonly sheet: string;
      readonly name: string;
      readonly metadata: boolean;
    }
  | {
      readonly do: 'select';
      readonly sheet: string;
      readonly row: number;
      readonly column: number;
      /** Of a selection of several cells. */
      readonly rows?: number;
      readonly columns?: number;
    }
  | {
      readonly do: 'merge';
      readonly sheet: string;
      readonly row: number;
      readonly column: number;
      readonly rows: number;
      readonly columns: number;
    }
  | {
      readonly do: 'format';
      readonly sheet: string;
      readonly row: number;
      readonly column: number;
      readonly format: string;
    }
  /** Somebody else protects a range: scripts of others may not write there. */
  | ({ readonly do: 'protect'; readonly sheet: string } & Readonly<Box>)
  | {
      readonly do: 'hideRows';
      readonly sheet: string;
      readonly rows: readonly number[];
      readonly by: 'filter' | 'hand';
    }
  | {
      readonly do: 'note';
      readonly sheet: string;
      readonly row: number;
      readonly column: number;
      readonly note: string;
    };

export function gesture({ world }: Google, it: Gesture): void {
  const sheet = named(world, it.sheet);
  switch (it.do) {
    case 'type':
      typeInto(world, sheet, { row: it.row, column: it.column, text: it.text });
      if (it.link !== undefined)
        putCell(sheet, it.row, it.column, { ...cellAt(sheet, it.row, it.column), link: it.link });
      break;
    case 'paste':
      it.rows.forEach((row, r) => {
        row.forEach((text, c) => {
          if (it.format !== undefined)
            putCell(sheet, it.row + r, it.column + c, { value: '', format: it.format, note: '' });
          typeInto(world, sheet, { row: it.row + r, column: it.column + c, text });
        });
      });
      break;
    case 'sort':
      sortBy(sheet, (row) => String(valueAt(sheet, row, it.column)), it.descending === true);
      break;
    case 'sortRange':
      sortRange(sheet, it, it.by, it.descending === true);
      break;
    case 'cut':
      cutAndPaste(sheet, it, it.toRow, it.toColumn);
      break;
    case 'copyColumn':
      for (let row = 1; row <= sheet.rows.length; row++)
        putCell(sheet, row, it.to, cellAt(sheet, row, it.from));
      break;
    case 'shuffle':
      shuffle(sheet, it.seed);
      break;
    case 'insertRows':
      insertRows(sheet, it.before, it.count);
      break;
    case 'deleteRows':
      deleteRows(sheet, it.first, it.count);
      break;
    case 'copyRow': {
      const [from, to] = [sheet.rows[it.from - 1], sheet.rows[it.to - 1]];
      if (from !== undefined && to !== undefined) to.cells = new Map(from.cells);
      break;
    }
    case 'insertColumns':
      insertColumns(world, sheet, it.before, it.count);
      break;
    case 'moveColumn':
      sheet.columns.splice(it.to - 1, 0, ...sheet.columns.splice(it.from - 1, 1));
      break;
    case 'deleteColumns':
      deleteColumns(sheet, it.first, it.count);
      break;
    case 'rename':
      sheet.name = it.name;
      break;
    case 'deleteSheet':
      world.sheets = world.sheets.filter((each) => each !== sheet);
      break;
    case 'duplicateSheet': {
      const copy = addSheet(world, it.name);
      const copied = (list: readonly Metadata[]): Metadata[] =>
        list.map((each) => ({ ...each, id: world.nextId++ }));
      copy.rows = sheet.rows.map((row) => ({
        ...row,
        cells: new Map(row.cells),
        metadata: it.metadata ? copied(row.metadata) : [],
      }));
      copy.columns = sheet.columns.map((column) => ({
        ...column,
        metadata: it.metadata ? copied(column.metadata) : [],
      }));
      copy.frozenRows = sheet.frozenRows;
      copy.rules = [...sheet.rules];
      copy.metadata = it.metadata ? copied(sheet.metadata) : [];
      world.active = { sheet: copy.id, row: 1, column: 1 };
      break;
    }
    case 'select':
      world.active = {
        sheet: sheet.id,
        row: it.row,
        column: it.column,
        rows: it.rows ?? 1,
        columns: it.columns ?? 1,
      };
      break;
    case 'merge':
      sheet.merges.push({ row: it.row, column: it.column, rows: it.rows, columns: it.columns });
      break;
    case 'protect': {
      const { row, column, rows, columns } = it;
      sheet.protections.push({
        box: { row, column, rows, columns },
        description: '',
        warningOnly: false,
      });
      break;
    }
    case 'hideRows':
      if (it.by === 'filter') sheet.filtered = true;
      for (const number of it.rows) {
        const row = sheet.rows[number - 1];
        if (row !== undefined) row[it.by === 'filter' ? 'hiddenByFilter' : 'hiddenByUser'] = true;
      }
      break;
    case 'format':
      putCell(sheet, it.row, it.column, { ...cellAt(sheet, it.row, it.column), format: it.format });
      break;
    case 'note':
      putCell(sheet, it.row, it.column, { ...cellAt(sheet, it.row, it.column), note: it.note });
  }
}

export function named(world: World, name: string): Sheet {
  const found = world.sheets.find((sheet) => sheet.name === name);
  if (found === undefined)
    throw new Error(
      `There is no sheet ${name}; there are ${world.sheets.map((each) => each.name).join(', ')}.`,
    );
  return found;
}

function typeInto(
  world: World,
  sheet: Sheet,
  {
    row,
    column,
    text,
  }: { readonly row: number; readonly column: number; readonly text: string | boolean | number },
): void {
  const { formula: _, ...cell } = cellAt(sheet, row, column);
  const { formulaA1, ...parsed } = parseEntry(text, cell.format, world.locale);
  putCell(sheet, row, column, {
    ...cell,
    ...parsed,
    ...(formulaA1 === undefined ? {} : { formula: toR1C1(formulaA1, row, column) }),
  });
}

function valueAt(sheet: Sheet, row: Row, column: number): unknown {
  const at = sheet.rows.indexOf(row) + 1;
  return contentOf(sheet, cellAt(sheet, at, column), { row: at, column });
}

/** The data below the frozen rows changes places; the rows themselves stay. */
function reorder(sheet: Sheet, order: (rows: Row[]) => Row[]): void {
  const body = sheet.rows.slice(sheet.frozenRows, extentOf(sheet).row);
  const contents = order(body).map(({ cells }) => cells);
  body.forEach((row, i) => {
    row.cells = contents[i] ?? new Map();
  });
}

function sortBy(sheet: Sheet, keyOf: (row: Row) => string, descending: boolean): void {
  reorder(sheet, (rows) => {
    const keyed = rows.map((row) => ({ row, key: keyOf(row) }));
    // Empty cells go last whichever way the rest is sorted, as they do in Sheets.
    keyed.sort((a, b) =>
      (a.key === '') !== (b.key === '')
        ? a.key === ''
          ? 1
          : -1
        : (descending ? -1 : 1) * (a.key < b.key ? -1 : a.key > b.key ? 1 : 0),
    );
    return keyed.map(({ row }) => row);
  });
}

const cellsIn = (sheet: Sheet, { row, column, rows, columns }: Readonly<Box>): Cell[][] =>
  Array.from({ length: rows }, (_, r) =>
    Array.from({ length: columns }, (__, c) => cellAt(sheet, row + r, column + c)),
  );

function putCells(
  sheet: Sheet,
  row: number,
  column: number,
  cells: readonly (readonly Cell[])[],
): void {
  cells.forEach((line, r) => {
    line.forEach((cell, c) => {
      putCell(sheet, row + r, column + c, cell);
    });
  });
}

function sortRange(sheet: Sheet, box: Readonly<Box>, by: number, descending: boolean): void {
  const keyOf = (line: readonly Cell[]): string => String(line[by - box.column]?.value ?? '');
  const lines = cellsIn(sheet, box).sort((a, b) => {
    const [left, right] = [keyOf(a), keyOf(b)];
    if ((left === '') !== (right === '')) return left === '' ? 1 : -1;
    return (descending ? -1 : 1) * (left < right ? -1 : left > right ? 1 : 0);
  });
  putCells(sheet, box.row, box.column, lines);
}

function cutAndPaste(sheet: Sheet, box: Readonly<Box>, toRow: number, toColumn: number): void {
  const cells = cellsIn(sheet, box);
  const left = cells.map((line) =>
    line.map(({ format }): Cell => ({ value: '', format, note: '' })),
  );
  putCells(sheet, box.row, box.column, left);
  putCells(sheet, toRow, toColumn, cells);
}

function shuffle(sheet: Sheet, seed: number): void {
  let state = seed % 2147483647 || 1;
  const random = (): number => {
    state = (state * 48271) % 2147483647;
    return state / 2147483647;
  };
  reorder(sheet, (rows) =>
    rows
      .map((row) => ({ row, at: random() }))
      .sort((a, b) => a.at - b.at)
      .map(({ row }) => row),
  );
}
