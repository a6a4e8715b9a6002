import type { IndexValue } from '../../core/ports/store.ts';

/** How all backends order values and write a position down. */

/**
 * Numbers by value, strings by code point (JavaScript's `<` compares UTF-16 units and puts emoji
 * before U+E000).
 */
export function compareIndexValues(a: IndexValue, b: IndexValue): number {
  if (typeof a === 'number' && typeof b === 'number') return a < b ? -1 : a > b ? 1 : 0;
  if (typeof a !== 'string' || typeof b !== 'string') return typeof a === 'number' ? -1 : 1;
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const difference = rank(a.charCodeAt(i)) - rank(b.charCodeAt(i));
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}

/** Surrogates stand for code points above U+FFFF: they go above every other unit. */
const rank = (unit: number) =>
  unit < 0xd800 ? unit : unit < 0xe000 ? unit + 0x2000 : unit - 0x800;

/** A place in an ordered list, also when the document it was taken from is gone. */
export interface Position {
  readonly value: IndexValue;
  readonly id: string;
}

export const cursorAfter = (position: Position): string =>
  JSON.stringify([position.value, position.id]);

/** Undefined for a cursor that is not ours. */
export function readCursor(
  cursor: string,
): { readonly value: unknown; readonly id: unknown } | undefined {
  try {
    const parsed: unknown = JSON.parse(cursor);
    return Array.isArray(parsed) && parsed.length === 2
      ? { value: parsed[0], id: parsed[1] }
      : undefined;
  } catch {
    return undefined;
  }
}
