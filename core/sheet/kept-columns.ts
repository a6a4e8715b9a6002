import type { Column } from './columns.ts';
import { headerOf, readHeaders } from './headers.ts';

/** A company's kept object, as columns of a table. */
export interface KeptOffer {
  readonly id: string;
  readonly name: string;
  /** The key of the column that holds its name. */
  readonly by: string;
  /** Of the columns for its values. */
  readonly keys: readonly string[];
  /** Of columns it replaces, which are emptied. */
  readonly instead: readonly string[];
}

interface Table {
  readonly headers: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** Adds the object's name to every row, and a column for each of its values. */
export function withKeptColumns(table: Table, columns: readonly Column[], { name, by, keys, instead }: KeptOffer): Table {
  const placed = readHeaders(table.headers, columns).positions;
  const added = [by, ...keys].filter((key) => !placed.has(key)).map((key) => headerOf(columns, key) ?? key);
  const headers = [...table.headers, ...added];
  const { positions } = readHeaders(headers, columns);
  const emptied = instead.flatMap((key) => positions.get(key) ?? []);
  const cell = (text: string, position: number): string =>
    position === positions.get(by) ? name : emptied.includes(position) ? '' : text;
  return { headers, rows: table.rows.map((cells) => headers.map((_, at) => cell(cells[at] ?? '', at))) };
}
