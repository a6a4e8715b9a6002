import { type DecimalSign, readAmount } from '../../base/amount.ts';
import type { Json } from '../../ports/store.ts';
import type { ObjectRow } from './schema.ts';

/**
 * Rows of a file or a sheet: an empty cell leaves what is there, a word takes it away. What was
 * brought in stands in `revision`, so that a row asks for nothing until a cell differs from it.
 */

/** Columns that say which object a row is. They are not changed. */
const ABOUT = ['level', 'id', 'adAccountId', 'campaignId', 'adSetId', 'objective'] as const;
const REVISION = 'revision';
const FIRST = ['name', 'status', 'dailyBudget', 'lifetimeBudget', 'startTime', 'endTime'];
/** As this service and the bulk files of platforms say it. */
const CLEARS = ['CLEAR', '[]', 'delete_value'];
const AMOUNTS = ['dailyBudget', 'lifetimeBudget'];
const LISTS = ['primaryTexts', 'headlines'];
/** These are texts whatever they begin with: `[US] Spring` is a name. */
const TEXTS = ['name', 'status', 'startTime', 'endTime', 'link', 'urlTags'];

type Brought = Readonly<Omit<ObjectRow, 'canChange'>> & { readonly canChange: readonly string[] };

type Cells = { readonly [column: string]: string };

/**
 * The header, and a line for each object. What could be set has its column, also where no object
 * has a value yet.
 */
export function tableOf(rows: readonly Brought[]): string[][] {
  const taken = new Set(
    rows.flatMap(({ canChange }) => canChange).filter((field) => FIRST.includes(field)),
  );
  const fields = new Set([...rows.flatMap(({ values }) => Object.keys(values)), ...taken]);
  const columns = [
    ...FIRST.filter((field) => fields.has(field)),
    ...[...fields].filter((field) => !FIRST.includes(field)).sort(),
  ];
  const header = [...ABOUT, ...columns, REVISION];
  const cell = (row: Brought, column: string): string => {
    if (column === REVISION) return row.revision;
    if ((ABOUT as readonly string[]).includes(column))
      return String(row[column as (typeof ABOUT)[number]] ?? '');
    return cellOf(row.values[column]);
  };
  return [header, ...rows.map((row) => header.map((column) => cell(row, column)))];
}

/** As a cell says it. */
export const cellOf = (value: unknown): string =>
  value === undefined || value === null
    ? ''
    : typeof value === 'object'
      ? JSON.stringify(value)
      : String(value);

export interface RowFault {
  /** Counted from 1, the header included. */
  readonly row: number;
  readonly column: string;
  readonly message: string;
}

interface RowChange {
  readonly level: string;
  readonly id: string;
  readonly adAccountId: string;
  readonly set: { readonly [field: string]: Json };
  readonly revision?: string;
}

/**
 * The changes that rows ask for, and the cells that cannot be read. Rows that ask for nothing are
 * left out.
 */
export function changesOfTable(table: readonly (readonly string[])[]): {
  changes: RowChange[];
  faults: RowFault[];
} {
  const [header = [], ...lines] = table;
  const changes: RowChange[] = [];
  const faults: RowFault[] = [];
  for (const needed of ['level', 'id', 'adAccountId'])
    if (!header.includes(needed))
      faults.push({ row: 1, column: needed, message: `There is no column ${needed}.` });
  if (faults.length > 0) return { changes, faults };
  lines.forEach((line, i) => {
    if (line.every((cell) => cell.trim() === '')) return;
    const cells: Cells = Object.fromEntries(header.map((column, at) => [column, line[at] ?? '']));
    const row = i + 2;
    const { level = '', id = '', adAccountId = '', revision = '' } = cells;
    for (const [column, value] of Object.entries({ level, id, adAccountId }))
      if (value.trim() === '')
        faults.push({
          row,
          column,
          message: 'This cell says which object is meant, and is empty.',
        });
    const was = wasOf(revision, row, faults);
    const set: { [field: string]: Json } = {};
    for (const [column, cell] of Object.entries(cells)) {
      if (
        column === REVISION ||
        (ABOUT as readonly string[]).includes(column) ||
        column.trim() === '' ||
        cell.trim() === ''
      )
        continue;
      if (cell === cellOf(was[column])) continue;
      const value = readCell(column, cell.trim(), was[column]);
      if (isFault(value)) faults.push({ row, column, message: value.fault });
      else set[column] = value;
    }
    if (Object.keys(set).length > 0)
      changes.push({ level, id, adAccountId, set, ...(revision !== '' && { revision }) });
  });
  return { changes, faults };
}

function wasOf(
  revision: string,
  row: number,
  faults: RowFault[],
): { readonly [field: string]: Json } {
  if (revision.trim() === '') return {};
  try {
    return JSON.parse(revision) as { readonly [field: string]: Json };
  } catch {
    faults.push({
      row,
      column: REVISION,
      message: 'This is not the revision that was brought in. Bring the object in again.',
    });
    return {};
  }
}

/**
 * What a cell asks for. @param decimal the sign before decimals where the cell is read in a locale
 */
export function readCell(
  column: string,
  cell: string,
  was: Json | undefined,
  decimal?: DecimalSign,
): Json | { readonly fault: string } {
  if (CLEARS.includes(cell)) return null;
  if (AMOUNTS.includes(column) || typeof was === 'number') {
    const read = readAmount(cell, decimal);
    return 'amount' in read ? Number(read.amount) : { fault: read.message };
  }
  if (column === 'status') return cell.toUpperCase();
  // Names such as “[ES] Boats” are texts.
  if (typeof was === 'string') return cell;
  const isList = LISTS.includes(column) || Array.isArray(was);
  if (TEXTS.includes(column) || !/^[[{]/.test(cell)) return isList ? [cell] : cell;
  try {
    return JSON.parse(cell) as Json;
  } catch {
    return {
      fault: 'This cell begins like a list. Write ["one", "two"], or one text without brackets.',
    };
  }
}

/** Whether what was read is a fault. */
export const isFault = (
  read: Json | { readonly fault: string },
): read is { readonly fault: string } =>
  typeof read === 'object' && read !== null && 'fault' in read && typeof read.fault === 'string';
