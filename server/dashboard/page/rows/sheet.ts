import { formatCsv, parseCsv } from '../../../../core/base/csv.ts';
import type { Fault } from '../../../../core/base/errors.ts';
import type { Column } from '../../../../core/sheet/columns.ts';
import { type Layout, readHeaders, templateHeaders } from '../../../../core/sheet/headers.ts';
import { inFileWords, type LocatedFault, located, locateFault } from '../../../../core/sheet/locate.ts';
import { type KnownNames, withIds } from '../../../../core/sheet/named.ts';
import type { SheetAd } from '../../../../core/sheet/read-rows.ts';
import { readTable } from '../../../../core/sheet/read-table.ts';
import { knownHeaders } from './known-headers.ts';

/** A sheet as it stands on the page: the words in row 1, and the rows below. */
export interface Sheet {
  readonly headers: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** The words in row 1 as they were pasted, where columns were given other ones since. */
  readonly was?: readonly string[];
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
  if (headers === undefined || headers.length < 2 || rows.length === 0) return undefined;
  const sheet = { headers: knownHeaders(headers, columns), rows, was: headers };
  // Headers of any origin can be said what they are; a text with commas in it has none.
  const known = readHeaders(sheet.headers, columns).columns.length;
  const isTable = known >= 2 || ((known === 1 || headers.length >= 4) && rows.every((cells) => cells.length === headers.length));
  return isTable ? sheet : undefined;
}

type Ad = { readonly [field: string]: unknown };

/** The ads of a sheet as its rows have written them. */
export const adsIn = (sheet: Sheet, columns: readonly Column[]): readonly Ad[] =>
  readTable(sheet.headers, sheet.rows, columns).chosen.map(({ ad }) => ad);

type Media = readonly { readonly url?: string }[] | undefined;

/** The files that ads name, as they name them; addresses are no names. */
export function mediaNamesIn(ads: readonly Ad[]): readonly string[] {
  const media = ads.flatMap((ad) => (ad.media as Media) ?? []);
  return [...new Set(media.flatMap(({ url }) => (url === undefined || /^https?:\/\//i.test(url) ? [] : [url])))];
}

/** @param addressOf the address of a file of the library by its name */
export function readSheet(
  sheet: Sheet,
  columns: readonly Column[],
  addressOf: (name: string) => string | undefined,
  names: KnownNames,
): ReadSheet {
  const { layout, chosen: ads } = readTable(sheet.headers, sheet.rows, columns);
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
    const message = row === undefined ? warning.message : inFileWords(warning, layout.known);
    const same = found.get(message) ?? { code: warning.code, message, places: [] };
    found.set(message, same);
    if (row !== undefined) same.places.push({ row, position });
  }
  return [...found.values()];
}

/** A file with every column and no rows. */
export const templateCsv = (columns: readonly Column[]): string => formatCsv([templateHeaders(columns)]);
