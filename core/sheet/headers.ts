import { nearestName } from '../base/schema/unknown-fields.ts';
import { type Column, keyedColumn, keyedHeader } from './columns.ts';
import { type SystemKey, systemColumns } from './system-columns.ts';

/** Which column stands where, as the first row says. Positions count from 0. */
export interface Layout {
  /** Every column there could be. */
  readonly known: readonly Column[];
  readonly columns: readonly PlacedColumn[];
  /** By key, numbers filled in: `media[2].url` is the third media column. */
  readonly positions: ReadonlyMap<string, number>;
  readonly system: ReadonlyMap<SystemKey, number>;
  /** The words really standing in row 1. */
  readonly headers: readonly string[];
  /** Headers that are not what they seem: two columns for one field, or a near miss of a known name. */
  readonly remarks: readonly { readonly position: number; readonly message: string }[];
}

export interface PlacedColumn {
  readonly position: number;
  readonly key: string;
  readonly column: Column;
  /** From 0, of numbered columns. */
  readonly index?: number;
}

/**
 * @param where in a sheet a column is taken by its own header first, wherever one stands that is only another name for it;
 * and whether ads start active is said by its own header alone: people have columns of their own that are called Status
 */
export function readHeaders(headers: readonly string[], known: readonly Column[], where: 'file' | 'sheet' = 'file'): Layout {
  const names = knownNames(known);
  const own = new Set(where === 'file' ? [] : headers.flatMap((header) => ownKey(names.get(plain(header)), header)));
  const columns: PlacedColumn[] = [];
  const positions = new Map<string, number>();
  const system = new Map<SystemKey, number>();
  const remarks: { position: number; message: string }[] = [];

  headers.forEach((header, position) => {
    const name = plain(header);
    if (name === '') return;
    const keyed = keyedColumn(header);
    const found = keyed === undefined ? names.get(name) : { key: keyed.key, column: keyed };
    if (where === 'sheet' && found !== undefined && isShadowed(found, header, own)) {
      remarks.push({
        position,
        message: `“${header}” is left alone: ${found.key === STATUS ? 'whether ads start active is said' : 'the same is said'} by “${headerOf(known, found.key)}”.`,
      });
      return;
    }
    if (found === undefined) {
      const near = nearestName(
        header,
        known.map((column) => headerAt(column)),
      );
      if (near !== undefined)
        remarks.push({
          position,
          message: `“${header}” is not a column Slipway knows, so it is left alone. Did you mean “${near}”?`,
        });
      return;
    }
    const taken = found.system === undefined ? positions.get(found.key) : system.get(found.system);
    if (taken !== undefined) {
      remarks.push({
        position,
        message: `“${header}” means the same as the column “${headers[taken]}”. Only the first is read.`,
      });
      return;
    }
    if (found.system !== undefined) system.set(found.system, position);
    else {
      positions.set(found.key, position);
      columns.push({
        position,
        key: found.key,
        column: found.column,
        ...(found.index === undefined ? {} : { index: found.index }),
      });
    }
  });
  return { known, columns, positions, system, headers, remarks };
}

const STATUS = 'status';

/** The key of the column whose own header this is. */
const ownKey = (found: Known | undefined, header: string): string[] =>
  found?.system === undefined && found !== undefined && isOwnHeader(found, header) ? [found.key] : [];

const isOwnHeader = ({ column, index }: OfAd, header: string): boolean => plain(headerAt(column, index)) === plain(header);

/** Another name for a column that has its own header elsewhere, or for the one that has no other. */
const isShadowed = (found: Known, header: string, own: ReadonlySet<string>): found is OfAd =>
  found.system === undefined && !isOwnHeader(found, header) && (own.has(found.key) || found.key === STATUS);

/**
 * Which of some rows holds the headers: the one with the most known ones, the first when none has any. People put
 * titles and remarks above them.
 */
export function headerRowOf(rows: readonly (readonly string[])[], known: readonly Column[]): number {
  const names = knownNames(known);
  const counts = rows.map((row) => row.filter((text) => text !== '' && names.has(plain(text))).length);
  return counts.indexOf(Math.max(0, ...counts));
}

/** `media[n].url` and 2 is `media[2].url`. */
export const keyAt = (column: Column, index: number): string => column.key.replace('[n]', `[${index}]`);

/** The words for the nth column of its kind, counted from 0: `Media 3`. */
export const headerAt = (column: Column, index = 0): string => column.header.replace('#', String(index + 1));

/** The first row of a file with every column. */
export const templateHeaders = (columns: readonly Column[]): string[] =>
  columns.flatMap((column) =>
    Array.from({ length: column.shown === 'always' ? 1 : (column.shown.all ?? 0) }, (_, i) => headerAt(column, i)),
  );

/** The header people see for a key such as `media[2].url`; undefined for what is no column. */
export function headerOf(columns: readonly Column[], key: string): string | undefined {
  const index = /\[(\d+)\]/.exec(key)?.[1];
  const column = columns.find((each) => each.key === key.replace(/\[\d+\]/, '[n]'));
  return column === undefined ? keyedHeader(key) : headerAt(column, Number(index ?? 0));
}

interface OfAd {
  readonly system?: undefined;
  readonly key: string;
  readonly column: Column;
  readonly index?: number;
}

type Known = { readonly system: SystemKey } | OfAd;

const namesOf = new WeakMap<readonly Column[], Map<string, Known>>();

function knownNames(columns: readonly Column[]): Map<string, Known> {
  const found = namesOf.get(columns) ?? allNames(columns);
  namesOf.set(columns, found);
  return found;
}

function allNames(columns: readonly Column[]): Map<string, Known> {
  const names = new Map<string, Known>();
  for (const { key, header } of systemColumns) names.set(plain(header), { system: key });
  for (const column of columns) {
    const spellings = [column.header, column.key.replace('[n]', '#'), ...(column.aliases ?? [])];
    for (const spelling of spellings) {
      if (column.repeats === undefined) {
        names.set(plain(spelling), { key: column.key, column });
        continue;
      }
      for (let index = 0; index < column.repeats; index++)
        names.set(plain(spelling.replace('#', String(index + 1))), { key: keyAt(column, index), column, index });
      // Without a number the first is meant.
      const bare = plain(spelling.replace('#', ''));
      if (!names.has(bare)) names.set(bare, { key: keyAt(column, 0), column, index: 0 });
    }
  }
  return names;
}

/** A sheet is read many times, and its headers are the same: the last spellings are remembered. */
const plains = new Map<string, string>();

function plain(header: string): string {
  const known = plains.get(header);
  if (known !== undefined) return known;
  const made = header.toLowerCase().replace(/[^a-z0-9]/g, '');
  if (plains.size >= 1_000) plains.clear();
  if (header.length <= 50) plains.set(header, made);
  return made;
}
