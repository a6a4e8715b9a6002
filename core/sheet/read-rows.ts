import type { LaunchType } from '../ports/launch-ad.ts';
import { type Cell, type Content, isBlank, readCell, type Told } from './cells.ts';
import { AD_KEY, READY } from './column.ts';
import type { Layout } from './headers.ts';
import { joinMedia, type MediaSlot } from './read-media.ts';

export interface SheetRow {
  /** As people count: the headers are row 1. */
  readonly number: number;
  readonly cells: readonly Cell[];
}

/** A row as people count, and a column's key. */
interface Place {
  readonly row: number;
  readonly key: string;
}

export interface CellFault extends Place, Told {}

/** One ad of a sheet: usually a row, several where they share an ad key. */
export interface SheetAd {
  /** The ad begins in the first. */
  readonly rows: readonly number[];
  readonly ready: boolean;
  /** As sent. */
  readonly ad: { readonly [field: string]: unknown };
  /** In the order they are sent. */
  readonly media: readonly MediaSlot[];
  /** Where each field's value was found, by its key. */
  readonly origins: ReadonlyMap<string, Place>;
  readonly faults: readonly CellFault[];
}

/** A row before rows are joined to ads. */
interface ReadRow {
  readonly number: number;
  readonly adKey: string;
  readonly ready: boolean;
  readonly contents: ReadonlyMap<string, Content>;
}

/** Rows as ads, in order. Empty rows are skipped. */
export function readRows(
  layout: Layout,
  rows: readonly SheetRow[],
  fallbackType?: LaunchType,
): SheetAd[] {
  const groups = new Map<string, ReadRow[]>();
  for (const row of rows) {
    const read = readRow(layout, row);
    if (read === undefined) continue;
    // No ad key begins with a space, so single rows never meet one.
    const group = read.adKey === '' ? ` ${read.number}` : read.adKey;
    const before = groups.get(group);
    if (before === undefined) groups.set(group, [read]);
    else before.push(read);
  }
  return [...groups.values()].map((group) => joinRows(group, fallbackType));
}

function readRow(layout: Layout, { number, cells }: SheetRow): ReadRow | undefined {
  const contents = new Map<string, Content>();
  let written = false;
  for (const { position, key, column } of layout.columns) {
    const cell = cells[position];
    if (cell === undefined || isBlank(cell.value)) continue;
    const content = readCell(column, cell);
    contents.set(key, content);
    if (content.state !== 'empty' && key !== READY) written = true;
  }
  if (!written) return undefined;
  const adKey = contents.get(AD_KEY);
  return {
    number,
    adKey: adKey?.state === 'filled' ? String(adKey.value).trim() : '',
    ready: contents.get(READY)?.state === 'filled',
    contents,
  };
}

function joinRows(rows: readonly ReadRow[], fallbackType: LaunchType | undefined): SheetAd {
  const ad: { [field: string]: unknown } = {};
  const origins = new Map<string, Place>();
  const faults: CellFault[] = [];
  const lists: { [field: string]: string[] } = {};

  for (const { number: row, contents } of rows) {
    for (const [key, content] of contents) {
      if (content.state === 'faulty') {
        const { state: _, ...told } = content;
        faults.push({ row, key, ...told });
      }
      if (content.state !== 'filled' || key === READY || key === AD_KEY || key.startsWith('media['))
        continue;
      const earlier = origins.get(key);
      if (earlier === undefined) {
        origins.set(key, { row, key });
        place(ad, lists, key, content.value);
      } else if (
        JSON.stringify(read(ad, lists, key)) !== JSON.stringify(asSent(key, content.value))
      )
        faults.push({
          row,
          key,
          code: 'rows_disagree',
          message: `Rows ${earlier.row} and ${row} are one ad and say different things here. Keep one of them, or empty this cell.`,
          values: { rows: `${earlier.row}, ${row}` },
        });
    }
  }
  for (const field of Object.keys(lists))
    ad[field] = lists[field]?.filter((text) => text !== undefined);
  const { items, slots } = joinMedia(rows);
  if (items.length > 0) ad.media = items;
  if (ad.type === undefined && fallbackType !== undefined && fallbackType !== 'single')
    ad.type = fallbackType;
  faults.push(...tickFaults(rows));
  return {
    rows: rows.map(({ number }) => number),
    ready: rows.every(({ ready }) => ready),
    ad,
    media: slots,
    origins: withVariations(origins),
    faults,
  };
}

/** An ad of several rows is launched when all of them are ticked. */
function tickFaults(rows: readonly ReadRow[]): CellFault[] {
  if (rows.every(({ ready }) => ready) || !rows.some(({ ready }) => ready)) return [];
  const values = { rows: rows.map(({ number }) => number).join(', ') };
  const fault = {
    key: READY,
    code: 'half_ready',
    message: `Rows ${values.rows} are one ad. Tick all of them, or none.`,
    values,
  };
  return rows.filter(({ ready }) => !ready).map(({ number }) => ({ row: number, ...fault }));
}

type Value = string | number | true | readonly string[];

const LISTED = /^(\w+)\[(\d+)\]$/;

function place(
  ad: { [field: string]: unknown },
  lists: { [field: string]: string[] },
  key: string,
  value: Value,
): void {
  const listed = key.endsWith(']') ? LISTED.exec(key) : null;
  if (listed !== null) {
    const [, field = '', index] = listed;
    const list = lists[field] ?? [];
    lists[field] = list;
    list[Number(index)] = String(value);
    return;
  }
  const sent = asSent(key, value);
  if (!key.includes('.')) {
    ad[key] = sent;
    return;
  }
  const members = key.split('.');
  const last = members.pop() ?? key;
  const inside = members.reduce<{ [field: string]: unknown }>((at, member) => {
    at[member] ??= {};
    return at[member] as { [field: string]: unknown };
  }, ad);
  inside[last] = sent;
}

function read(
  ad: { [field: string]: unknown },
  lists: { [field: string]: string[] },
  key: string,
): unknown {
  const listed = LISTED.exec(key);
  if (listed !== null) return lists[listed[1] ?? '']?.[Number(listed[2])];
  return key
    .split('.')
    .reduce<unknown>((at, member) => (at as { [name: string]: unknown } | undefined)?.[member], ad);
}

/** Enhancements are written as names and sent as switches. */
const asSent = (key: string, value: Value): unknown =>
  key === 'enhancements' && Array.isArray(value)
    ? Object.fromEntries(value.map((name: string) => [name, true]))
    : value;

/** Variations are sent without gaps, so they are found by their position in the list. */
function withVariations(origins: ReadonlyMap<string, Place>): ReadonlyMap<string, Place> {
  if (![...origins.keys()].some((key) => key.endsWith(']'))) return origins;
  const sent = new Map<string, Place>();
  const counts: { [field: string]: number } = {};
  const inOrder = [...origins].sort(([a], [b]) => numberIn(a) - numberIn(b));
  for (const [key, place] of inOrder) {
    const field = LISTED.exec(key)?.[1];
    if (field === undefined) {
      sent.set(key, place);
      continue;
    }
    const position = counts[field] ?? 0;
    counts[field] = position + 1;
    sent.set(`${field}[${position}]`, place);
  }
  return sent;
}

const numberIn = (key: string): number => Number(LISTED.exec(key)?.[2] ?? -1);
