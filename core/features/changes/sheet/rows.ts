import type { DecimalSign } from '../../../base/amount.ts';
import type { Json } from '../../../ports/store.ts';
import { type Cell, formulaError, isBlank } from '../../../sheet/cells.ts';
import { isFault, readCell } from '../file.ts';
import {
  newColumns,
  type ObjectColumn,
  type ObjectKey,
  type ObjectLayout,
  valueColumns,
} from './columns.ts';

export type Values = { readonly [field: string]: Json };

/** What was brought in with a row: of which object, and its values. */
export interface BroughtIn {
  readonly account: string;
  readonly id: string;
  readonly values: Values;
}

export interface CellFault {
  readonly key: ObjectKey;
  /**
   * `apart`: what was brought in is of another object. `cannot`: the object has no such value.
   * Otherwise what is wrong.
   */
  readonly why: 'apart' | 'cannot' | { readonly message: string };
}

/** A row as a person left it. */
export interface ReadRow {
  readonly account: string;
  /** Empty: the row is about an object that does not exist yet. */
  readonly id: string;
  readonly was: BroughtIn | undefined;
  /** Values that differ from what was brought in. */
  readonly set: Values;
  /** What only new objects have, as it is written. */
  readonly more: { readonly [K in ObjectKey]?: string };
  /** Stands for the request that makes the object, until the row has its id. */
  readonly making?: string;
  readonly faults: readonly CellFault[];
  /** Nobody wrote anything into it. */
  readonly isEmpty: boolean;
}

export const cellIn = ({ positions }: ObjectLayout, cells: readonly Cell[], key: ObjectKey): Cell =>
  cells[positions.get(key) ?? -1] ?? { value: '', shown: '' };

export const textIn = (layout: ObjectLayout, cells: readonly Cell[], key: ObjectKey): string =>
  cellIn(layout, cells, key).shown.trim();

export function readObject(
  layout: ObjectLayout,
  cells: readonly Cell[],
  decimal: DecimalSign | undefined,
): ReadRow {
  const [account, id] = [textIn(layout, cells, 'adAccountId'), textIn(layout, cells, 'id')];
  const values = valueColumns(layout);
  const kept = broughtIn(textIn(layout, cells, 'was'));
  const making = makingIn(textIn(layout, cells, 'was'));
  const isApart =
    id !== '' &&
    making === undefined &&
    kept !== undefined &&
    (kept.id !== id || kept.account !== account);
  // A row whose id was taken away says all of what a new object is to have.
  const was = isApart || id === '' || making !== undefined ? undefined : kept;
  const faults: CellFault[] = isApart ? [{ key: 'id', why: 'apart' }] : [];
  const grey = textIn(layout, cells, 'grey');
  const set: { [field: string]: Json } = {};
  for (const column of values) {
    const read = readValue(
      column,
      cellIn(layout, cells, column.key),
      was?.values[column.key],
      decimal,
    );
    if (read === undefined) continue;
    if (isFault(read)) faults.push({ key: column.key, why: { message: read.fault } });
    else if (
      was !== undefined &&
      grey.includes(`|${layout.headers[layout.positions.get(column.key) ?? -1]}|`)
    )
      faults.push({ key: column.key, why: 'cannot' });
    else set[column.key] = read;
  }
  const more = moreIn(layout, cells);
  const isEmpty =
    id === '' &&
    Object.keys(more).length === 0 &&
    values.every(({ key }) => isBlank(cellIn(layout, cells, key).value));
  if (id !== '' && making === undefined && !isApart)
    for (const { key } of newColumns(layout))
      if (more[key] !== undefined && more[key] !== was?.values[key])
        faults.push({ key, why: 'cannot' });
  return { account, id, was, set, more, faults, isEmpty, ...(making !== undefined && { making }) };
}

const moreIn = (layout: ObjectLayout, cells: readonly Cell[]): ReadRow['more'] =>
  Object.fromEntries(
    newColumns(layout).flatMap(({ key }) => {
      const text = textIn(layout, cells, key);
      return text === '' ? [] : [[key, text]];
    }),
  );

/** Undefined where the cell leaves the value as it is. */
export function readValue(
  { key, holds }: ObjectColumn,
  { value, shown }: Cell,
  was: Json | undefined,
  decimal: DecimalSign | undefined,
): Json | { readonly fault: string } | undefined {
  if (isBlank(value)) return undefined;
  const error = formulaError(shown);
  if (error !== undefined)
    return {
      fault: `The formula in this cell ends in ${error}. Fix the formula or type the value.`,
    };
  const isNumber = holds === 'amount' && typeof value === 'number';
  if (!isNumber && evened(shown) === evened(String(shownValue(was)))) return undefined;
  // Of a number the spreadsheet knows more than it shows.
  const read = isNumber
    ? Number((value as number).toPrecision(12))
    : readCell(key, isMoment(value) ? value.toISOString() : shown.trim(), was, decimal);
  return isAlike(read, was) ? undefined : read;
}

const isMoment = (value: unknown): value is Date =>
  Object.prototype.toString.call(value) === '[object Date]';

/**
 * Spreadsheets take blanks at the ends and an apostrophe in front for their own, and know one line
 * break.
 */
const evened = (text: string): string => text.trim().replace(/\r\n?/g, '\n').replace(/^'/, '');

const isAlike = (one: Json | { readonly fault: string }, other: Json | undefined): boolean =>
  JSON.stringify(one) === JSON.stringify(other ?? null) ||
  (isTime(one) && isTime(other) && Date.parse(one) === Date.parse(other));

const isTime = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value);

/** As a cell shows it. A list of one text is that text. */
export function shownValue(value: Json | undefined): string | number {
  if (value === undefined || value === null) return '';
  if (typeof value === 'number' || typeof value === 'string') return value;
  const [only, ...more] = Array.isArray(value) ? (value as readonly Json[]) : [];
  return typeof only === 'string' && more.length === 0 && !/^[[{]/.test(only)
    ? only
    : JSON.stringify(value);
}

/** Of what stands in the hidden column; undefined where it is not ours. */
function broughtIn(text: string): BroughtIn | undefined {
  try {
    const [account, id, values] = JSON.parse(text) as [string, string, Values?];
    return values === undefined ? undefined : { account, id, values };
  } catch {
    return undefined;
  }
}

/**
 * What stands there while a post makes the object of a row: it is the row's name until it has an
 * id.
 */
export const makingText = (name: string): string => JSON.stringify([name]);

export const makingIn = (was: string): string | undefined => /^\["([^"{]+)"\]$/.exec(was)?.[1];

export const broughtText = ({ account, id, values }: BroughtIn): string =>
  JSON.stringify([account, id, values]);

/** Names of columns as the marks of a row hold them. */
export const marksOf = (layout: ObjectLayout, keys: readonly ObjectKey[]): string => {
  const headers = keys.flatMap((key) => layout.headers[layout.positions.get(key) ?? -1] ?? []);
  return headers.length === 0 ? '' : `|${headers.join('|')}|`;
};
