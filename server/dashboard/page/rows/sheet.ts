import { formatCsv, parseCsv } from '../../../../core/base/csv.ts';
import type { Fault } from '../../../../core/base/errors.ts';
import type { Column } from '../../../../core/sheet/column.ts';
import {
  headerOf,
  type Layout,
  readHeaders,
  templateHeaders,
} from '../../../../core/sheet/headers.ts';
import {
  inFileWords,
  type LocatedFault,
  located,
  locateFault,
} from '../../../../core/sheet/locate.ts';
import { type KnownNames, withIds } from '../../../../core/sheet/named.ts';
import type { SheetAd } from '../../../../core/sheet/read-rows.ts';
import type { readTable } from '../../../../core/sheet/read-table.ts';

export interface Sheet {
  readonly headers: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly was?: readonly string[];
}

export interface ReadSheet {
  readonly layout: Layout;
  readonly ads: readonly SheetAd[];
  readonly faults: readonly LocatedFault[];
  readonly body: readonly { readonly [field: string]: unknown }[];
}

export function parseSheet(text: string, columns: readonly Column[]): Sheet | undefined {
  const [headers, ...lines] = parseCsv(text);
  if (headers === undefined || headers.length < 2) return undefined;
  // Headers alone begin an empty row.
  const rows = lines.length === 0 ? [headers.map(() => '')] : lines;
  const sheet = { headers: knownHeaders(headers, columns), rows, was: headers };
  // A text with commas is no table.
  const known = readHeaders(sheet.headers, columns).columns.length;
  const isTable =
    known >= 2 ||
    ((known === 1 || headers.length >= 4) &&
      rows.every((cells) => cells.length === headers.length));
  return isTable ? sheet : undefined;
}

type Ad = { readonly [field: string]: unknown };

type Media = readonly { readonly url?: string }[] | undefined;

/** File names in rows; addresses are no names. */
export function mediaNamesIn(ads: readonly Ad[]): readonly string[] {
  const named = new Set(ads.flatMap((ad) => ((ad.media as Media) ?? []).map(({ url }) => url)));
  return [...named].flatMap((url) => (url === undefined || /^https?:\/\//i.test(url) ? [] : [url]));
}

/** @param addressOf the address of a library file by its name */
export function readSheet(
  { layout, chosen: ads }: ReturnType<typeof readTable>,
  addressOf: (name: string) => string | undefined,
  names: KnownNames,
): ReadSheet {
  const faults = ads.flatMap((ad) => ad.faults.map((fault) => located(fault, layout)));
  const body = ads.map((ad) => {
    const sent = withIds(ad.ad, names);
    const media = sent.media as Media;
    if (media === undefined) return sent;
    return {
      ...sent,
      media: media.map((item, i) => {
        if (item.url === undefined || /^https?:\/\//i.test(item.url)) return item;
        const url = addressOf(item.url);
        const slot = ad.media[i];
        if (url === undefined && slot !== undefined)
          faults.push(
            located(
              {
                row: slot.row,
                key: `media[${slot.index}].url`,
                code: 'no_such_file',
                message: `There is no file ${item.url} in your media. Drop it on this page too, or give an address.`,
              },
              layout,
            ),
          );
        return url === undefined ? item : { ...item, url };
      }),
    };
  });
  return { layout, ads, faults, body };
}

/** Faults at their cells; others keep their words. */
export function locateAll(
  details: readonly Fault[],
  { ads, layout }: ReadSheet,
): { readonly cells: readonly LocatedFault[]; readonly others: readonly string[] } {
  const cells: LocatedFault[] = [];
  const others: string[] = [];
  for (const fault of details) {
    const cell = locateFault(fault, ads, layout);
    if (cell === undefined) others.push(fault.message);
    else cells.push(cell);
  }
  return { cells, others };
}

/** Allowed and probably not meant, with every place. */
export interface Warned {
  readonly code: string;
  readonly message: string;
  readonly places: readonly { readonly row: number; readonly position?: number | undefined }[];
}

/** Warnings with the same words are one. */
export function locateWarnings(warnings: readonly Fault[], { ads, layout }: ReadSheet): Warned[] {
  const found = new Map<
    string,
    { code: string; message: string; places: Warned['places'][number][] }
  >();
  for (const warning of warnings) {
    const { row, position } = locateFault(warning, ads, layout, inFileWords) ?? {};
    const message = row === undefined ? warning.message : inFileWords(warning, layout.known);
    const same = found.get(message) ?? { code: warning.code, message, places: [] };
    found.set(message, same);
    if (row !== undefined) same.places.push({ row, position });
  }
  return [...found.values()];
}

export const templateCsv = (columns: readonly Column[]): string =>
  formatCsv([templateHeaders(columns)]);

const REMEMBERED = 'slipway-columns';
export const LEAVE_OUT = '';

const plain = (header: string): string => header.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

function remembered(): { readonly [header: string]: string } {
  try {
    return JSON.parse(localStorage.getItem(REMEMBERED) ?? '{}') as {
      readonly [header: string]: string;
    };
  } catch {
    return {};
  }
}

export function remember(header: string, key: string): void {
  try {
    localStorage.setItem(REMEMBERED, JSON.stringify({ ...remembered(), [plain(header)]: key }));
  } catch {
    // Without storage it is asked again.
  }
}

function knownHeaders(headers: readonly string[], columns: readonly Column[]): readonly string[] {
  const said = remembered();
  const now = [...headers];
  headers.forEach((header, position) => {
    const { columns: known, positions } = readHeaders(now, columns);
    const foreign = known.find((each) => each.position === position && each.foreign);
    const key = said[plain(header)] ?? foreign?.key;
    if (key === undefined) return;
    if (key === LEAVE_OUT || (positions.has(key) && positions.get(key) !== position)) return;
    now[position] = headerOf(columns, key) ?? header;
  });
  return now;
}
