import type { LaunchType } from '../launch/ad.ts';
import type { AdInput } from '../schema/launch-request.ts';
import { type Cell, labelled, textCell } from './cells.ts';
import { adColumns, type Column } from './columns.ts';
import { formatCsv, parseCsv } from './csv.ts';
import { headerAt, keyAt, readHeaders } from './headers.ts';
import { readRows, type SheetAd, type SheetRow } from './read-rows.ts';

/** Ads as a table: headers of the columns they use, in the table's order, and one row for each ad. */
function writeRows(ads: readonly AdInput[]): { headers: string[]; rows: string[][] } {
  const described = ads.map(describeAd);
  const used = adColumns.flatMap((column) =>
    Array.from({ length: column.repeats ?? 1 }, (_, index) => ({ column, index, key: keyAt(column, index) })).filter(({ key }) =>
      described.some((cells) => cells.has(key)),
    ),
  );
  return {
    headers: used.map(({ column, index }) => headerAt(column, index)),
    rows: described.map((cells) => used.map(({ key }) => cells.get(key) ?? '')),
  };
}

/** Ads out of CSV text. Rows count from 2, as they would in a spreadsheet. */
export function adsFromCsv(text: string, fallbackType?: LaunchType): { ads: SheetAd[]; layout: ReturnType<typeof readHeaders> } {
  const [headers = [], ...lines] = parseCsv(text);
  const layout = readHeaders(headers);
  const rows = lines.map((cells, i): SheetRow => ({ number: i + 2, cells: cells.map((cell): Cell => textCell(cell)) }));
  return { ads: readRows(layout, rows, fallbackType), layout };
}

export function csvFromAds(ads: readonly AdInput[]): string {
  const { headers, rows } = writeRows(ads);
  return formatCsv([headers, ...rows]);
}

/** An ad's cells by column key. Empty fields have none. */
function describeAd(ad: AdInput): Map<string, string> {
  const cells = new Map<string, string>();
  for (const column of adColumns)
    for (let index = 0; index < (column.repeats ?? 1); index++) {
      const key = keyAt(column, index);
      const text = cellText(column, valueAt(ad, key));
      if (text !== '') cells.set(key, text);
    }
  // An empty box says nothing, so "not paused" is written in words.
  if (ad.launchPaused === false) cells.set('status', 'Active');
  if (!cells.has('adAccountId')) {
    const account = ad.accountId ?? ad.businessId;
    if (account) cells.set('adAccountId', account);
  }
  return cells;
}

function valueAt(ad: AdInput, key: string): unknown {
  return key
    .split(/[.[\]]+/)
    .filter((step) => step !== '')
    .reduce<unknown>((value, step) => (value as { [name: string]: unknown } | null | undefined)?.[step], ad);
}

function cellText(column: Column, value: unknown): string {
  if (value === undefined || value === null || value === '' || value === false) return '';
  if (value === true) return 'TRUE';
  if (column.holds === 'choice') {
    const { choices = {} } = column;
    return Object.keys(choices).find((word) => choices[word] === value) ?? String(value);
  }
  if (column.key === 'adSets') return (value as AdInput['adSets'])?.map(adSetText).join('\n') ?? '';
  if (column.key === 'utmTags' && typeof value === 'object')
    return Object.entries(value as { [name: string]: string })
      .map(([name, tag]) => `${name}=${tag}`)
      .join('&');
  if (column.holds === 'names')
    return Object.entries(value as { [name: string]: boolean })
      .filter(([, on]) => on)
      .map(([name]) => name)
      .join(', ');
  return String(value);
}

const adSetText = (adSet: NonNullable<AdInput['adSets']>[number]): string =>
  typeof adSet === 'string' ? adSet : labelled(adSet.label ?? adSet.name ?? '', adSet.value ?? adSet.id ?? '');
