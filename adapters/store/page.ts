import type { Document, Kind, Page, Query, Store, Stored } from '../../core/ports/store.ts';
import { type Condition, type IndexKeys, readQuery, type Search } from './checks.ts';
import { compareIndexValues, cursorAfter, type Position } from './ordering.ts';

/**
 * One page out of a company's documents held in memory, by id: for backends without an index of
 * their own.
 *
 * @example
 * import { pageOf, readQuery } from 'slipway/adapters/store-memory';
 * import { kind } from 'slipway/core';
 *
 * const rows = new Map([['b1', { keys: { size: 12 }, doc: { size: 12 } }]]);
 * const search = readQuery(kind<{ size: number }>('boat', { size: 'number' }), 'acme', { order: { by: 'size' } });
 * console.log(pageOf(search, rows, ({ doc }, id) => ({ id, version: 1, doc })).items);
 */
export function pageOf<R extends { readonly keys: IndexKeys }, T extends Document>(
  search: Search,
  rows: Iterable<readonly [string, R]>,
  stored: (row: R, id: string) => Stored<T>,
): Page<T> {
  const sign = search.descending ? -1 : 1;
  const order = (a: Position, b: Position) =>
    sign * (compareIndexValues(a.value, b.value) || compareIndexValues(a.id, b.id));

  const found = matching(search, rows)
    .filter(({ position }) => search.after === undefined || order(position, search.after) > 0)
    .sort((a, b) => order(a.position, b.position));

  const end = search.offset + search.limit;
  const items = found.slice(search.offset, end);
  const last = items[items.length - 1];
  return {
    items: items.map(({ row, position }) => stored(row, position.id)),
    ...(found.length > end && last !== undefined && { next: cursorAfter(last.position) }),
  };
}

/**
 * How many of them a query holds.
 *
 * @example
 * import { countOf, readQuery } from 'slipway/adapters/store-memory';
 * import { kind } from 'slipway/core';
 *
 * const rows = new Map([['b1', { keys: { size: 12 } }]]);
 * console.log(countOf(readQuery(kind<{ size: number }>('boat', { size: 'number' }), 'acme'), rows)); // 1
 */
export const countOf = (
  search: Search,
  rows: Iterable<readonly [string, { readonly keys: IndexKeys }]>,
): number => matching(search, rows).length;

type Rows<R> = Iterable<readonly [string, R]>;

/** `find` and `count` for backends that hold a company's documents in memory. */
export const searching = <R extends { readonly keys: IndexKeys }>(
  rowsOf: (kind: Kind, companyId: string) => Rows<R> | Promise<Rows<R>>,
  stored: <T extends Document>(row: R, id: string) => Stored<T>,
): Pick<Store, 'find' | 'count'> => ({
  async find<T extends Document>(kind: Kind<T>, companyId: string, query?: Query<T>) {
    const search = readQuery(kind, companyId, query);
    return pageOf(search, await rowsOf(kind as Kind, companyId), stored<T>);
  },
  async count(kind, companyId, query) {
    return countOf(readQuery(kind, companyId, query), await rowsOf(kind as Kind, companyId));
  },
});

function matching<R extends { readonly keys: IndexKeys }>(
  search: Search,
  rows: Iterable<readonly [string, R]>,
): { readonly position: Position; readonly row: R }[] {
  const found: { readonly position: Position; readonly row: R }[] = [];
  if (search.hopeless) return found;
  for (const [id, row] of rows) {
    const value = search.by === 'id' ? id : row.keys[search.by];
    if (typeof value !== 'string' && typeof value !== 'number') continue;
    if (!holdAll(search, row.keys) || !hasAll(search, row.keys)) continue;
    found.push({ position: { value, id }, row });
  }
  return found;
}

function holdAll({ conditions }: Search, keys: IndexKeys) {
  for (const condition of conditions) if (!holds(condition, keys)) return false;
  return true;
}

function holds({ field, test, value }: Condition, keys: IndexKeys) {
  const actual = keys[field];
  if (test === 'equals') return actual === value;
  if (typeof actual !== 'string' && typeof actual !== 'number') return false;
  const difference = compareIndexValues(actual, value);
  return test === 'from' ? difference >= 0 : difference < 0;
}

const hasAll = ({ having }: Search, keys: IndexKeys) =>
  having.length === 0 ||
  having.every(({ field, values }) => {
    const actual = keys[field];
    return Array.isArray(actual) && values.every((value) => actual.includes(value));
  });
