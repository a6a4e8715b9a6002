import type { Column } from './columns.ts';
import { headerOf, readHeaders } from './headers.ts';

/** Something the company keeps, as columns of a table. */
export interface KeptOffer {
  readonly id: string;
  readonly name: string;
  /** The key of the column that holds its name in every row. */
  readonly by: string;
  /** Those of the columns for its values. */
  readonly keys: readonly string[];
  /** Those of columns that are emptied, because it says the same. */
  readonly instead: readonly string[];
}

interface Table {
  readonly headers: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** A table with the name of what was chosen in every row, and a column for each of its values. */
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
