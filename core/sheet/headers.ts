import { nearestName } from '../base/schema/unknown-fields.ts';
import type { Told } from './cells.ts';
import type { Column } from './column.ts';
import { keyedColumn, keyedHeader } from './columns.ts';
import { type SystemKey, systemColumns } from './system-columns.ts';

/** Which column stands where, from the headers. Positions count from 0. */
export interface Layout {
  /** Every possible column. */
  readonly known: readonly Column[];
  readonly columns: readonly PlacedColumn[];
  /** By key with its number: `media[2].url` is the third media column. */
  readonly positions: ReadonlyMap<string, number>;
  readonly system: ReadonlyMap<SystemKey, number>;
  /** As written. */
  readonly headers: readonly string[];
  /** Misleading headers: two columns for one field, or a near miss of a known name. */
  readonly remarks: readonly HeaderRemark[];
}

interface HeaderRemark extends Told {
  readonly position: number;
}

export interface PlacedColumn {
  readonly position: number;
  readonly key: string;
  readonly column: Column;
  /** From 0, of numbered columns. */
  readonly index?: number;
  /** Its header is one of another tool. */
  readonly foreign?: true;
}

/**
 * Headers of bulk exports and everyday sheets, without spaces and signs, by the column they mean.
 */
const FOREIGN = new Map(
  Object.entries({
    description: 'body bodytext text copy message',
    'media[0].url': 'imagefilename videofilename image video filename creative asset',
    status: 'adstatus',
    adSets: 'adsetname adsetid adgroup adgroupname',
    adName: 'name',
    title: 'adtitle title',
    link: 'url websiteurl destinationurl landingpage finalurl',
    utmTags: 'urltags urlparameters',
    cta: 'cta calltoaction button',
    adDescription: 'linkdescription',
    page: 'pageid',
    adAccountId: 'adaccountname accountname',
  }).flatMap(([key, headers]) => headers.split(' ').map((header) => [header, key] as const)),
);

/** The fewest known headers in a row of headers. A row of data rarely holds even one of them. */
const FEWEST_HEADERS = 2;

/**
 * In a sheet a column's own header comes before its other names, wherever they stand; and only its
 * own header says whether ads start active: people have columns of their own called Status.
 *
 * @param marked keys by position, for headers that people renamed or translated; asked only where a
 * header is not known
 */
export function readHeaders(
  headers: readonly string[],
  known: readonly Column[],
  where: 'file' | 'sheet' = 'file',
  marked: () => ReadonlyMap<number, string> = () => new Map(),
): Layout {
  const names = knownNames(known);
  const foundAt = (header: string): Known | undefined => {
    // `|Link|` names marked columns: a header that a write has hit.
    if (header.startsWith('|')) return undefined;
    const keyed = keyedColumn(header);
    return keyed === undefined ? names.get(plain(header)) : { key: keyed.key, column: keyed };
  };
  const isRenamed = (header: string): boolean => foundAt(header) === undefined;
  const isHeaderRow = headers.filter((header) => !isRenamed(header)).length >= FEWEST_HEADERS;
  const marks = isHeaderRow && headers.some(isRenamed) ? marked() : new Map<number, string>();
  const own = new Set(
    where === 'file' ? [] : headers.flatMap((header) => ownKey(names.get(plain(header)), header)),
  );
  const columns: PlacedColumn[] = [];
  const positions = new Map<string, number>();
  const system = new Map<SystemKey, number>();
  const remarks: HeaderRemark[] = [];

  const placed = headers.map((header, position) => ({ header, position, found: foundAt(header) }));
  const named = new Set(
    placed.flatMap(({ found }) => (found === undefined ? [] : (found.system ?? found.key))),
  );
  for (const { header, position, found: byName } of placed) {
    const mark = byName === undefined ? marks.get(position) : undefined;
    // A header that says it itself counts more than the mark of a column, and both more than a name
    // of another tool.
    const foreign =
      byName === undefined && mark === undefined ? FOREIGN.get(plain(header)) : undefined;
    const key = mark ?? foreign;
    const found = byName ?? (key === undefined || named.has(key) ? undefined : withKey(known, key));
    if (
      where === 'sheet' &&
      mark === undefined &&
      found !== undefined &&
      isShadowed(found, header, own)
    ) {
      remarks.push({
        position,
        code: 'shadowed_header',
        values: { header, other: headerOf(known, found.key) ?? '' },
        message: `“${header}” is left alone: ${found.key === STATUS ? 'whether ads start active is said' : 'the same is said'} by “${headerOf(known, found.key)}”.`,
      });
      continue;
    }
    if (found === undefined) {
      if (plain(header) === '') continue;
      const near = nearestName(
        header,
        known.map((column) => headerAt(column)),
      );
      if (near !== undefined)
        remarks.push({
          position,
          code: 'unknown_header',
          values: { header, near },
          message: `“${header}” is not a column Slipway knows, so it is left alone. Did you mean “${near}”?`,
        });
      continue;
    }
    const taken = found.system === undefined ? positions.get(found.key) : system.get(found.system);
    if (taken !== undefined) {
      remarks.push({
        position,
        code: 'repeated_header',
        values: { header, other: headers[taken] ?? '' },
        message: `“${header}” means the same as the column “${headers[taken]}”. Only the first is read.`,
      });
      continue;
    }
    if (found.system !== undefined) system.set(found.system, position);
    else {
      if (foreign !== undefined) {
        const other = headerOf(known, found.key) ?? '';
        const message = `“${header}” is read as “${other}”.`;
        remarks.push({ position, code: 'foreign_header', values: { header, other }, message });
      }
      positions.set(found.key, position);
      columns.push({
        position,
        key: found.key,
        column: found.column,
        ...(found.index === undefined ? {} : { index: found.index }),
        ...(foreign !== undefined && { foreign: true }),
      });
    }
  }
  return { known, columns, positions, system, headers, remarks };
}

/** Whether a layout is that of a row of headers. */
export const hasHeaders = ({ columns, system }: Pick<Layout, 'columns' | 'system'>): boolean =>
  columns.length + system.size >= FEWEST_HEADERS;

const STATUS = 'status';

/** What stands under a key: `media[2].url`, `rowKey`, `naming.values.hook`. */
function withKey(known: readonly Column[], key: string): Known | undefined {
  const header = systemColumns.find((each) => each.key === key)?.header ?? headerOf(known, key);
  const keyed = header === undefined ? undefined : keyedColumn(header);
  if (keyed !== undefined) return { key: keyed.key, column: keyed };
  return header === undefined ? undefined : knownNames(known).get(plain(header));
}

const ownKey = (found: Known | undefined, header: string): string[] =>
  found?.system === undefined && found !== undefined && isOwnHeader(found, header)
    ? [found.key]
    : [];

const isOwnHeader = ({ column, index }: OfAd, header: string): boolean =>
  plain(headerAt(column, index)) === plain(header);

/** Another name for a column that has its own header elsewhere, or for `status`. */
const isShadowed = (found: Known, header: string, own: ReadonlySet<string>): found is OfAd =>
  found.system === undefined &&
  !isOwnHeader(found, header) &&
  (own.has(found.key) || found.key === STATUS);

/**
 * The row with the most known headers, the first when none has any. People put titles and remarks
 * above them.
 */
export function headerRowOf(
  rows: readonly (readonly string[])[],
  known: readonly Column[],
): number {
  const names = knownNames(known);
  const counts = rows.map(
    (row) =>
      row.filter((text) => text !== '' && (names.has(plain(text)) || FOREIGN.has(plain(text))))
        .length,
  );
  return counts.indexOf(Math.max(0, ...counts));
}

/** `media[n].url` and 2 is `media[2].url`. */
export const keyAt = (column: Column, index: number): string =>
  column.key.replace('[n]', `[${index}]`);

/** Counted from 0: `Media 3`. */
export const headerAt = (column: Column, index = 0): string =>
  column.header.replace('#', String(index + 1));

/** With every column. */
export const templateHeaders = (columns: readonly Column[]): string[] =>
  columns.flatMap((column) =>
    Array.from({ length: column.shown === 'always' ? 1 : (column.shown.all ?? 0) }, (_, i) =>
      headerAt(column, i),
    ),
  );

/** Undefined for an unknown key. */
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
        names.set(plain(spelling.replace('#', String(index + 1))), {
          key: keyAt(column, index),
          column,
          index,
        });
      // Without a number the first is meant.
      const bare = plain(spelling.replace('#', ''));
      if (!names.has(bare)) names.set(bare, { key: keyAt(column, 0), column, index: 0 });
    }
  }
  return names;
}

/** A sheet is read many times with the same headers: remembers the last spellings. */
const plains = new Map<string, string>();

function plain(header: string): string {
  const known = plains.get(header);
  if (known !== undefined) return known;
  const made = header.toLowerCase().replace(/[^a-z0-9]/g, '');
  if (plains.size >= 1_000) plains.clear();
  if (header.length <= 50) plains.set(header, made);
  return made;
}
