import { defined } from '../base/defined.ts';
import { type Fault, withHint } from '../base/errors.ts';
import type { Column } from './column.ts';
import { headerOf, type Layout } from './headers.ts';
import type { CellFault, SheetAd } from './read-rows.ts';

export interface LocatedFault extends CellFault {
  /** From 0; absent when the sheet has no such column. */
  readonly position?: number;
  /** The header of the column that the sheet lacks. */
  readonly lacks?: string;
}

/** A fault in the words of a sheet or a file, whose columns these are. */
type Wording = (
  fault: Pick<Fault, 'code' | 'message' | 'hint'>,
  columns: readonly Column[],
) => string;

/** The cell of a fault's path. Undefined for faults of the request as a whole (`ads`). */
export function locateFault(
  fault: Fault,
  ads: readonly SheetAd[],
  layout: Layout,
  words: Wording = inSheetWords,
): LocatedFault | undefined {
  const [, index, rest = ''] = /^ads\[(\d+)\]\.?(.*)$/.exec(fault.path) ?? [];
  const ad = index === undefined ? undefined : ads[Number(index)];
  const first = ad?.rows[0];
  if (ad === undefined || first === undefined) return undefined;
  const place = placeOf(ad, rest, layout) ?? { row: first, key: rest };
  const { code, hint, values } = withHint(fault);
  const message = words(withHint(fault), layout.known);
  return located({ ...place, code, message, ...defined({ hint, values }) }, layout);
}

export function located(fault: CellFault, layout: Layout): LocatedFault {
  const position = layout.positions.get(fault.key);
  if (position !== undefined) return { ...fault, position };
  const header = headerOf(layout.known, fault.key);
  if (header === undefined) return fault;
  return {
    ...fault,
    message: `${fault.message} This sheet has no column “${header}”: add one.`,
    lacks: header,
  };
}

function placeOf(
  ad: SheetAd,
  path: string,
  layout: Layout,
): { row: number; key: string } | undefined {
  const row = ad.rows[0] ?? 0;
  const [, position, field] = /^media\[(\d+)\]\.?(\w*)/.exec(path) ?? [];
  if (position !== undefined) {
    const slot = ad.media[Number(position)] ?? { row, index: 0 };
    return {
      row: slot.row,
      key: `media[${slot.index}].${field === '' || field === undefined ? 'url' : field}`,
    };
  }
  if (path === 'media') {
    // A fault of the whole list stands at the last item when there are too many, else where the
    // first belongs.
    const last = ad.media[ad.media.length - 1];
    if (last !== undefined) return { row: last.row, key: `media[${last.index}].url` };
    return { row, key: 'media[0].url' };
  }
  const whole = ad.origins.get(path);
  if (whole !== undefined) return whole;
  if (layout.positions.has(path) || /^(naming|variables)\./.test(path)) return { row, key: path };
  const field0 = path.split(/[.[]/, 1)[0] ?? '';
  const part =
    ad.origins.get(field0) ?? [...ad.origins].find(([key]) => key.startsWith(`${field0}[`))?.[1];
  if (part !== undefined) return part;
  if (field0 === 'partnershipAd')
    return { row, key: path === field0 ? 'partnershipAd.creatorId' : path };
  if (layout.positions.has(`${field0}[0]`)) return { row, key: `${field0}[0]` };
  return field0 === '' ? undefined : { row, key: field0 };
}

/**
 * Faults are written for callers of the API. In a sheet, fields are called by their headers and
 * lists are found in dropdowns.
 */
const inSheetWords: Wording = (fault, columns) =>
  `${inFileWords(fault, columns)}${isListed(fault) ? ' Choose one from the list in this cell.' : ''}`;

const LISTED = [
  'list-ad-accounts',
  'list-ad-sets',
  'accounts.profiles',
  'platforms.identities',
  'platforms.lists',
];
/** Whether the cells of a sheet have a list of what is meant. */
export const isListed = ({ hint }: Pick<Fault, 'hint'>): boolean =>
  hint !== undefined && LISTED.includes(hint);

/** Thousands of faults share a message. */
const worded = new WeakMap<readonly Column[], Map<string, string>>();
const MOST_WORDED = 1_000;

/** In a file fields are called by their headers too, but cells have no lists. */
export function inFileWords(
  { message }: Pick<Fault, 'message'>,
  columns: readonly Column[],
): string {
  const kept = worded.get(columns) ?? new Map<string, string>();
  worded.set(columns, kept);
  const words = kept.get(message) ?? withHeaders(message, columns);
  if (kept.size < MOST_WORDED) kept.set(message, words);
  return words;
}

const withHeaders = (message: string, columns: readonly Column[]): string =>
  message
    .replace(/\bmedia\[(\d+)\]/g, (_, position: string) => `media ${Number(position) + 1}`)
    .replace(/\w+/g, (word, at: number) => (isField(word, at) ? headed(columns, word) : word));

/** Fields at the beginning of a sentence, plain words elsewhere. */
const leading = [
  'link',
  'page',
  'secondary',
  'media',
  'title',
  'description',
  'cta',
  'type',
  'status',
];

const isField = (word: string, at: number): boolean =>
  /^[a-z]+[A-Z][A-Za-z]*$/.test(word) || (at === 0 && leading.includes(word));

const headed = (columns: readonly Column[], name: string): string =>
  headerOf(columns, name) ??
  headerOf(columns, `media[0].${name}`)?.replace(/ 1\b/, '') ??
  headerOf(columns, `${name}[0]`)?.replace(/ 1$/, 's') ??
  name;

/** `AB12`: a column from 0 and a row as people count. */
export function a1(position: number, row: number): string {
  let letters = '';
  for (let rest = position + 1; rest > 0; rest = Math.floor((rest - 1) / 26))
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters;
  return `${letters}${row}`;
}
