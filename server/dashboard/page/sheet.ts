import type { Fault } from '../../../core/errors.ts';
import type { Column } from '../../../core/sheet/columns.ts';
import { formatCsv, parseCsv } from '../../../core/sheet/csv.ts';
import { headerOf, type Layout, readHeaders, templateHeaders } from '../../../core/sheet/headers.ts';
import { inFileWords, type LocatedFault, located, locateFault } from '../../../core/sheet/locate.ts';
import type { SheetAd } from '../../../core/sheet/read-rows.ts';
import { readTable } from '../../../core/sheet/read-table.ts';

/** A sheet as it stands on the page: the words in row 1, and the rows below. */
export interface Sheet {
  readonly headers: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** A sheet as ads, by the core's own mapping. */
export interface ReadSheet {
  readonly layout: Layout;
  readonly ads: readonly SheetAd[];
  readonly faults: readonly LocatedFault[];
  /** The ads as they are sent. */
  readonly body: readonly { readonly [field: string]: unknown }[];
}

export function parseSheet(text: string, columns: readonly Column[]): Sheet | undefined {
  const [headers, ...rows] = parseCsv(text);
  if (headers === undefined || readHeaders(headers, columns).columns.length < 2) return undefined;
  return { headers, rows };
}

export const withCell = (sheet: Sheet, row: number, position: number, text: string): Sheet => ({
  ...sheet,
  rows: sheet.rows.map((cells, i) =>
    i === row ? sheet.headers.map((_, at) => (at === position ? text : (cells[at] ?? ''))) : cells,
  ),
});

export const withColumn = (sheet: Sheet, columns: readonly Column[], key: string): Sheet => ({
  headers: [...sheet.headers, headerOf(columns, key) ?? key],
  rows: sheet.rows.map((cells) => [...sheet.headers.map((_, at) => cells[at] ?? ''), '']),
});

export const withoutRow = (sheet: Sheet, row: number): Sheet => ({ ...sheet, rows: sheet.rows.filter((_, i) => i !== row) });

/** The files that rows name, as they name them; addresses are no names. */
export function mediaNamesIn(sheet: Sheet, columns: readonly Column[]): readonly string[] {
  const { chosen } = readTable(sheet.headers, sheet.rows, columns);
  const media = chosen.flatMap(({ ad }) => (ad.media as readonly { readonly url?: string }[] | undefined) ?? []);
  return [...new Set(media.flatMap(({ url }) => (url === undefined || /^https?:\/\//i.test(url) ? [] : [url])))];
}

/** @param addressOf the address of a file of the library by its name */
export function readSheet(sheet: Sheet, columns: readonly Column[], addressOf: (name: string) => string | undefined): ReadSheet {
  const { layout, chosen: ads } = readTable(sheet.headers, sheet.rows, columns);
  const faults = ads.flatMap((ad) => ad.faults.map((fault) => located(fault, layout)));
  const body = ads.map((ad) => {
    const media = ad.ad.media as readonly { readonly url?: string }[] | undefined;
    if (media === undefined) return ad.ad;
    return {
      ...ad.ad,
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

/** Faults of the service's answer at their cells; those no cell is to blame for keep their words. */
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

/** Something allowed and probably not meant, with every place it was met at. */
export interface Warned {
  readonly code: string;
  readonly message: string;
  readonly places: readonly { readonly row: number; readonly position?: number | undefined }[];
}

/** A plan's warnings, those with the same words together: a mistake in a template is a mistake in every row. */
export function locateWarnings(warnings: readonly Fault[], { ads, layout }: ReadSheet): Warned[] {
  const found = new Map<string, { code: string; message: string; places: Warned['places'][number][] }>();
  for (const warning of warnings) {
    const { row, position } = locateFault(warning, ads, layout, inFileWords) ?? {};
    const message = row === undefined ? warning.message : inFileWords(warning.message, layout.known);
    const same = found.get(message) ?? { code: warning.code, message, places: [] };
    found.set(message, same);
    if (row !== undefined) same.places.push({ row, position });
  }
  return [...found.values()];
}

/** A file with every column and no rows. */
export const templateCsv = (columns: readonly Column[]): string => formatCsv([templateHeaders(columns)]);
