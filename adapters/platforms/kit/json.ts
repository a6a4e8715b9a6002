import type { PartValue } from './ports.ts';

export { defined } from '../../../core/base/defined.ts';

/** Nothing here throws; absent is undefined. */

export type Row = { readonly [field: string]: unknown };

/**
 * Parses JSON; undefined for any other text. Integers too long for a double become strings: some
 * ids come as bare numbers.
 *
 * @example
 * import { parse } from 'slipway/adapters/platform-kit';
 *
 * console.log(parse('{"id":12345678901234567890}')); // { id: '12345678901234567890' }
 */
export function parse(json: string): unknown {
  const safe = /[:[,]\s*-?\d{16}/.test(json)
    ? json.replace(/"(?:[^"\\]|\\.)*"?|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g, (token) =>
        /^-?\d{16,}$/.test(token) ? `"${token}"` : token,
      )
    : json;
  try {
    return JSON.parse(safe);
  } catch {
    return undefined;
  }
}

/**
 * An object; undefined for anything else.
 *
 * @example
 * import { asRow } from 'slipway/adapters/platform-kit';
 *
 * console.log(asRow({ id: 1 }), asRow([1]), asRow('x')); // { id: 1 } undefined undefined
 */
export function asRow(value: unknown): Row | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Row)
    : undefined;
}

/**
 * A string, or a number as one: ids are strings however they came.
 *
 * @example
 * import { text } from 'slipway/adapters/platform-kit';
 *
 * console.log(text('a'), text(17), text(null)); // a 17 undefined
 */
export function text(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  return typeof value === 'number' ? String(value) : undefined;
}

/**
 * A finite number, or a text that is one.
 *
 * @example
 * import { numeric } from 'slipway/adapters/platform-kit';
 *
 * console.log(numeric('3.5'), numeric(''), numeric('x')); // 3.5 undefined undefined
 */
export function numeric(value: unknown): number | undefined {
  const parsed = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof parsed === 'number' && Number.isFinite(parsed) ? parsed : undefined;
}

/**
 * The objects of a list, whether it stands by itself or as the `data` of an edge.
 *
 * @example
 * import { rowsOf } from 'slipway/adapters/platform-kit';
 *
 * console.log(rowsOf({ data: [{ id: 1 }] }), rowsOf('x')); // [{ id: 1 }] []
 */
export function rowsOf(value: unknown): readonly Row[] {
  const list = Array.isArray(value) ? value : asRow(value)?.data;
  if (!Array.isArray(list)) return [];
  return list.map(asRow).filter((row) => row !== undefined);
}

export function at(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>((inner, field) => asRow(inner)?.[field], value);
}

/** The text at a path; empty where the platform left it out. */
export const said = (value: unknown, ...path: readonly string[]): string =>
  text(at(value, ...path)) ?? '';

export const isoTime = (ms: number | undefined): string =>
  ms === undefined ? '' : new Date(ms).toISOString();

/** Ids grow with time; as decimal strings they compare by length first. */
export const compareIds = (a: string, b: string): number =>
  a.length - b.length || (a < b ? -1 : a > b ? 1 : 0);

/** Undefined members are not sent. */
export type Params = { readonly [name: string]: unknown };

/** Scalars bare, lists and objects as JSON. */
export function encodeFields(params: Params): { [name: string]: string } {
  const fields: { [name: string]: string } = {};
  for (const [name, value] of Object.entries(params)) {
    if (value === undefined || value === null) continue;
    fields[name] = typeof value === 'object' ? JSON.stringify(value) : String(value);
  }
  return fields;
}

/** Written out because not every runtime has URLSearchParams. */
export function encodeQuery(params: Params): string {
  return Object.entries(encodeFields(params))
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .join('&');
}

export function chunks<T>(items: readonly T[], size: number): readonly (readonly T[])[] {
  const pieces: (readonly T[])[] = [];
  for (let start = 0; start < items.length; start += size)
    pieces.push(items.slice(start, start + size));
  return pieces;
}

export const wordsIn = (list: string): readonly string[] => list.trim().split(/\s+/);

export function groupedBy<T>(
  items: Iterable<T>,
  keyOf: (item: T) => string,
): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group === undefined) groups.set(keyOf(item), [item]);
    else group.push(item);
  }
  return groups;
}

/** A platform's word for a part of figures; `unknown` where it gives none. */
export const partValue = (word: string | undefined): PartValue =>
  word === undefined || word === '' ? { id: 'unknown', name: 'unknown' } : { id: word, name: word };

export function base64(bytes: Uint8Array): string {
  const pieces: string[] = [];
  // A multiple of three, so that pieces can be joined.
  for (let start = 0; start < bytes.length; start += 24_576)
    pieces.push(btoa(String.fromCharCode(...bytes.subarray(start, start + 24_576))));
  return pieces.join('');
}
