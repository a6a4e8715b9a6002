import type { Column } from './column.ts';
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
  /**
   * Values, by their keys, that the first replaced column holds already: parts of a file's name.
   */
  read?(text: string): { readonly [key: string]: string } | undefined;
}

interface Table {
  readonly headers: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** Adds the object's name to every row, and a column for each of its values. */
export function withKeptColumns(table: Table, columns: readonly Column[], offer: KeptOffer): Table {
  const { name, by, keys, instead } = offer;
  const placed = readHeaders(table.headers, columns).positions;
  const added = [by, ...keys]
    .filter((key) => !placed.has(key))
    .map((key) => headerOf(columns, key) ?? key);
  const headers = [...table.headers, ...added];
  const { positions } = readHeaders(headers, columns);
  const emptied = instead.flatMap((key) => positions.get(key) ?? []);
  const rows = table.rows.map((cells) => {
    const values = offer.read?.(cells[emptied[0] ?? -1] ?? '') ?? {};
    const given = new Map(Object.entries(values).map(([key, text]) => [positions.get(key), text]));
    return headers.map((_, at) =>
      at === positions.get(by)
        ? name
        : emptied.includes(at)
          ? ''
          : (given.get(at) ?? cells[at] ?? ''),
    );
  });
  return { headers, rows };
}
