import type { Document, IndexValue, Kind, Write } from '../../core/ports/store.ts';

/** What all backends share: how values are ordered, how a position is written down, what a commit may hold. */

/** Numbers by value, strings by code point (JavaScript's own `<` goes by UTF-16 unit and puts emoji before U+E000). */
export function compareIndexValues(a: IndexValue, b: IndexValue): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  if (typeof a !== typeof b) return typeof a === 'number' ? -1 : 1;
  const [x, y] = [[...(a as string)], [...(b as string)]];
  for (let i = 0; i < x.length && i < y.length; i++) {
    const difference = (x[i]?.codePointAt(0) ?? 0) - (y[i]?.codePointAt(0) ?? 0);
    if (difference !== 0) return difference;
  }
  return x.length - y.length;
}

export interface Position {
  readonly value: IndexValue;
  readonly id: string;
}

export const cursorAfter = (position: Position): string => JSON.stringify([position.value, position.id]);

export function readCursor(cursor: string): Position {
  const [value, id] = JSON.parse(cursor) as [IndexValue, string];
  return { value, id };
}

export const nextVersion = (write: Write): number => (write.expect === 'absent' ? 1 : write.expect + 1);

/** The indexed fields a document really has. */
export function keysOf(kind: Kind, doc: Document): { [field: string]: IndexValue } {
  const keys: { [field: string]: IndexValue } = {};
  for (const [field, type] of Object.entries(kind.index as { [field: string]: string })) {
    const value = (doc as { [field: string]: unknown })[field];
    if (value === undefined || value === null) continue;
    const fits =
      type === 'number' ? Number.isFinite(value) : typeof value === 'string' && value.length <= 300 && !value.includes('\0');
    if (!fits)
      throw new TypeError(`${kind.name}.${field} is indexed as ${type} and cannot hold ${JSON.stringify(value)?.slice(0, 80)}`);
    keys[field] = value as IndexValue;
  }
  return keys;
}

export function assertDistinct(writes: readonly Write[]): void {
  const seen = new Set<string>();
  for (const { kind, companyId, id } of writes) {
    const key = JSON.stringify([kind.name, companyId, id]);
    if (seen.has(key)) throw new TypeError(`One commit writes ${kind.name} ${id} twice.`);
    if (id === '' || id.length > 300 || id.includes('\0'))
      throw new TypeError(`${JSON.stringify(id).slice(0, 80)} cannot be the id of a document.`);
    seen.add(key);
  }
}
