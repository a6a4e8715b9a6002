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
 * says what was launched keeps it, else the first.
 *
 * A launched key that no row carries any more belongs to the row that says what was launched, if that row has
 * no launch of its own: its cells were moved without the key, or the keys' column was deleted or overwritten.
 */
export function settleKeys(rows: readonly KeyedRow[], known: KnownRows, newKey: () => string): KeyedRow[] {
  const owner = new Map<string, number>();
  const prints = new Map(rows.map(({ number, fingerprint }) => [number, fingerprint]));
  for (const { number, key, fingerprint } of rows) {
    if (key === '') continue;
    const current = owner.get(key);
    const launched = known.get(key);
    if (current === undefined || (prints.get(current) !== launched && fingerprint === launched)) owner.set(key, number);
  }
  const lost = new Map<string, string[]>();
  for (const [key, fingerprint] of known) if (!owner.has(key)) lost.set(fingerprint, [...(lost.get(fingerprint) ?? []), key]);

  return rows.map((row) => {
    const isOwner = row.key !== '' && owner.get(row.key) === row.number;
    if (isOwner && known.has(row.key)) return row;
    const found = lost.get(row.fingerprint)?.shift();
    return { ...row, key: found ?? (isOwner ? row.key : newKey()) };
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

/** Makes keys that no other seed makes: no number, no date, no formula. */
export function keyMaker(seed: string): () => string {
  let made = 0;
  return () => `R-${hash(`${seed} ${made++}`).replace('-', '').toUpperCase()}`;
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
