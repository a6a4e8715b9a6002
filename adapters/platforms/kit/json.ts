/** Reading answers whose shape the platform decides: nothing here throws, absent is undefined. */

export type Row = { readonly [field: string]: unknown };

/**
 * Parses JSON, or undefined when it is none. Integers too long for a double become strings: some ids
 * come as bare numbers and would lose their last digits.
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

export function asRow(value: unknown): Row | undefined {
  // Just found to be an object whose members nothing is assumed about.
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Row) : undefined;
}

/** A string, or a number as one: ids are strings however they came. */
export function text(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  return typeof value === 'number' ? String(value) : undefined;
}

export function numeric(value: unknown): number | undefined {
  const parsed = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof parsed === 'number' && Number.isFinite(parsed) ? parsed : undefined;
}

/** The objects of a list, whether it stands by itself or as the `data` of an edge. */
export function rowsOf(value: unknown): readonly Row[] {
  const list = Array.isArray(value) ? value : asRow(value)?.data;
  if (!Array.isArray(list)) return [];
  return list.map(asRow).filter((row) => row !== undefined);
}

/** Follows a path of field names. */
export function at(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>((inner, field) => asRow(inner)?.[field], value);
}

/** Ids grow with time; as decimal strings they compare by length first. */
export const compareIds = (a: string, b: string): number => a.length - b.length || (a < b ? -1 : a > b ? 1 : 0);
