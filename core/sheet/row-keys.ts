import { isBlank } from './cells.ts';
import { READY } from './columns.ts';
import type { Layout } from './headers.ts';
import type { SheetRow } from './read-rows.ts';

/**
 * How rows are found again while people sort, filter, insert and delete: each carries a key in a column of
 * its own. Keys can be copied with their row, overwritten or deleted with their column; what a launch
 * remembers of its rows (`fingerprintOf`) puts them back.
 */
export interface KeyedRow {
  /** As people count. */
  readonly number: number;
  readonly key: string;
  readonly fingerprint: string;
}

/** What a launch remembers: the fingerprint each key's row had. */
export type KnownRows = ReadonlyMap<string, string>;

/**
 * Gives every row exactly one key. A copied row is a new row: of several with one key the one that still
 * says what was launched keeps it, else the first. With `recover`, for when keys went missing with their
 * column, a row without a key gets back a missing key whose launched row said the same.
 */
export function settleKeys(
  rows: readonly KeyedRow[],
  known: KnownRows,
  newKey: () => string,
  options: { readonly recover?: boolean } = {},
): KeyedRow[] {
  const owner = new Map<string, number>();
  for (const { number, key, fingerprint } of rows) {
    if (key === '') continue;
    const current = owner.get(key);
    const unchanged = (at: number): boolean => rows.some((row) => row.number === at && row.fingerprint === known.get(key));
    if (current === undefined || (!unchanged(current) && fingerprint === known.get(key))) owner.set(key, number);
  }
  const lost = new Map<string, string[]>();
  for (const [key, fingerprint] of known) if (!owner.has(key)) lost.set(fingerprint, [...(lost.get(fingerprint) ?? []), key]);

  return rows.map((row) => {
    if (row.key !== '' && owner.get(row.key) === row.number) return row;
    const found = options.recover && row.key === '' ? lost.get(row.fingerprint)?.shift() : undefined;
    return { ...row, key: found ?? newKey() };
  });
}

/** A short mark of what a row's ad columns say, wherever they stand. Equal rows have equal marks. */
export function fingerprintOf(layout: Layout, row: SheetRow): string {
  const said = layout.columns
    .filter(({ key, position }) => key !== READY && !isBlank(row.cells[position]?.value))
    .map(({ key, position }) => `${key}=${row.cells[position]?.shown.trim()}`)
    .sort();
  return hash(said.join('\n'));
}

/** FNV-1a over UTF-16 units, twice with different starts: 64 bits, enough to tell a sheet's rows apart. */
function hash(text: string): string {
  const run = (start: number): string => {
    let state = start;
    for (let i = 0; i < text.length; i++) state = Math.imul(state ^ text.charCodeAt(i), 0x01000193);
    return (state >>> 0).toString(36);
  };
  return `${run(0x811c9dc5)}-${run(0x9747b28c)}`;
}
