import { formatCsv } from '../../../core/base/csv.ts';
import type { AdInput } from '../../../core/launch/request-schema.ts';
import { labelled } from '../../../core/sheet/cells.ts';
import type { Column } from '../../../core/sheet/column.ts';
import { headerAt, keyAt } from '../../../core/sheet/headers.ts';
import { adColumns } from '../../catalogue.ts';

/** Ads as a file: the columns they use, in the table's order, and one row for each ad. */
export function csvFromAds(ads: readonly AdInput[]): string {
  const described = ads.map(describeAd);
  const used = adColumns.flatMap((column) =>
    Array.from({ length: column.repeats ?? 1 }, (_, index) => ({
      column,
      index,
      key: keyAt(column, index),
    })).filter(({ key }) => described.some((cells) => cells.has(key))),
  );
  return formatCsv([
    used.map(({ column, index }) => headerAt(column, index)),
    ...described.map((cells) => used.map(({ key }) => cells.get(key) ?? '')),
  ]);
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
    .reduce<unknown>(
      (value, step) => (value as { [name: string]: unknown } | null | undefined)?.[step],
      ad,
    );
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
  typeof adSet === 'string'
    ? adSet
    : labelled(adSet.label ?? adSet.name ?? '', adSet.value ?? adSet.id ?? '');
