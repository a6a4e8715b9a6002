import type { Column } from './column.ts';
import { headerAt, keyAt } from './headers.ts';

interface Table {
  readonly headers: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** Said by the rows themselves, or by another column. */
const LEFT_OUT: readonly string[] = [
  'ready',
  'adKey',
  'primaryName',
  'secondaryName',
  'media[n].name',
  'scalePostId',
  'launchPaused',
];

/** Ads as rows, with a column for each used field: read-rows.ts reads the same ads from them. */
export function writeRows(
  ads: readonly { readonly [field: string]: unknown }[],
  columns: readonly Column[],
): Table {
  const placed = columns
    .filter(({ key }) => !LEFT_OUT.includes(key))
    .flatMap((column) =>
      column.repeats === undefined
        ? [{ column, key: column.key, header: headerAt(column) }]
        : Array.from({ length: column.repeats }, (_, i) => ({
            column,
            key: keyAt(column, i),
            header: headerAt(column, i),
          })),
    )
    .map((place) => ({
      ...place,
      texts: ads.map((ad) => textOf(valueAt(ad, place.key), place.column)),
    }))
    .filter(({ key, texts }) => key === 'adName' || texts.some((text) => text !== ''));
  return {
    headers: placed.map(({ header }) => header),
    rows: ads.map((_, row) => placed.map(({ texts }) => texts[row] ?? '')),
  };
}

/** `media[2].url` of an ad. */
const valueAt = (ad: object, key: string): unknown =>
  key
    .split(/[.[\]]+/)
    .filter((part) => part !== '')
    .reduce<unknown>(
      (at, part) => (at as { readonly [part: string]: unknown } | null | undefined)?.[part],
      ad,
    );

/** An ad set is an id, or an object that has one. */
const idOf = (item: unknown): string =>
  typeof item === 'object' && item !== null
    ? String(Reflect.get(item, 'value') ?? Reflect.get(item, 'id') ?? '')
    : String(item);

function textOf(value: unknown, { choices }: Column): string {
  if (value === undefined || value === null || value === false) return '';
  if (value === true) return 'TRUE';
  if (Array.isArray(value)) return value.map(idOf).join(', ');
  if (typeof value === 'object') return Object.keys(value).join(', ');
  return Object.entries(choices ?? {}).find(([, sent]) => sent === value)?.[0] ?? String(value);
}
