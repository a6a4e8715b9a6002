import { isBlank } from './cells.ts';
import { type Column, READY } from './column.ts';
import type { Layout, PlacedColumn } from './headers.ts';
import type { SheetRow } from './read-rows.ts';

/**
 * A hash of a row's ad columns, wherever they stand: of all of them, and of each. Equal rows have
 * equal fingerprints.
 */
export function fingerprintOf(layout: Layout, row: SheetRow): string {
  const said = layout.columns
    .filter(({ key, position }) => key !== READY && !isBlank(row.cells[position]?.value))
    .map((placed) => ({ text: textOf(placed, row), part: partOf(placed, row) }))
    .sort((a, b) => (a.text < b.text ? -1 : 1));
  return [hash(said.map(({ text }) => text).join('\n')), ...said.map(({ part }) => part)]
    .join('.')
    .slice(0, 2_000);
}

/** Of the value, not of how the locale of a spreadsheet shows it. */
const textOf = ({ key, position }: PlacedColumn, row: SheetRow): string =>
  `${key}=${plainText(row.cells[position]?.value)}`;

function plainText(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE';
  // Dates of a spreadsheet may be of another realm.
  if (Object.prototype.toString.call(value) === '[object Date]')
    return (value as Date).toISOString();
  return String(value).trim();
}

const partOf = (placed: PlacedColumn, row: SheetRow): string =>
  (isChosen(placed.column) ? CHOSEN : '') + hash(textOf(placed, row)).replace('-', '').slice(0, 5);

/** Marks columns of choices and ids: otherwise different rows agree there. */
export const CHOSEN = '-';

const isChosen = ({ list, holds }: Column): boolean =>
  list !== undefined || holds === 'choice' || holds === 'id' || holds === 'ids';

/** The keys of the columns with other content than at that fingerprint. */
export function changedColumns(layout: Layout, row: SheetRow, before: string): string[] {
  const then = new Set(partsOf(before));
  return layout.columns
    .filter(({ key, position }) => key !== READY && !isBlank(row.cells[position]?.value))
    .filter((placed) => !then.has(partOf(placed, row)))
    .map(({ key }) => key);
}

/** Whether a column said something at that fingerprint and is empty now, or gone. */
export function isEmptiedSince(layout: Layout, row: SheetRow, before: string): boolean {
  const now = new Set(partsOf(fingerprintOf(layout, row)));
  const missing = partsOf(before).filter((part) => !now.has(part));
  return missing.length > changedColumns(layout, row, before).length;
}

export const partsOf = (fingerprint: string): string[] => [
  ...new Set(fingerprint.split('.').slice(1)),
];

/** Makes keys unique to the seed: no number, no date, no formula. */
export function keyMaker(seed: string): () => string {
  let made = 0;
  return () => `R-${hash(`${seed} ${made++}`).replace('-', '').toUpperCase()}`;
}

/**
 * FNV-1a over UTF-16 units, twice with different starts: 64 bits, enough to tell a sheet's rows
 * apart.
 */
export function hash(text: string): string {
  const run = (start: number): string => {
    let state = start;
    for (let i = 0; i < text.length; i++) state = Math.imul(state ^ text.charCodeAt(i), 0x01000193);
    return (state >>> 0).toString(36);
  };
  return `${run(0x811c9dc5)}-${run(0x9747b28c)}`;
}
