import type { Document, Page, Stored } from '../../core/ports/store.ts';
import type { Condition, IndexKeys, Search } from './checks.ts';
import { compareIndexValues, cursorAfter, type Position } from './ordering.ts';

/** One page out of a company's documents held in memory, by id: for backends without an index of their own. */
export function pageOf<R extends { readonly keys: IndexKeys }, T extends Document>(
  search: Search,
  rows: Iterable<readonly [string, R]>,
  stored: (row: R, id: string) => Stored<T>,
): Page<T> {
  if (search.hopeless) return { items: [] };
  const sign = search.descending ? -1 : 1;
  const order = (a: Position, b: Position): number =>
    sign * (compareIndexValues(a.value, b.value) || compareIndexValues(a.id, b.id));

  const found: { readonly position: Position; readonly row: R }[] = [];
  for (const [id, row] of rows) {
    const value = search.by === 'id' ? id : row.keys[search.by];
    if (value === undefined || !search.conditions.every((condition) => holds(condition, row.keys))) continue;
    const position = { value, id };
    if (search.after === undefined || order(position, search.after) > 0) found.push({ position, row });
  }
  found.sort((a, b) => order(a.position, b.position));

  const items = found.slice(0, search.limit);
  const last = items[items.length - 1];
  return {
    items: items.map(({ row, position }) => stored(row, position.id)),
    ...(found.length > search.limit && last !== undefined ? { next: cursorAfter(last.position) } : {}),
  };
}

function holds({ field, test, value }: Condition, keys: IndexKeys): boolean {
  const actual = keys[field];
  if (actual === undefined) return false;
  const difference = compareIndexValues(actual, value);
  return test === 'equals' ? difference === 0 : test === 'from' ? difference >= 0 : difference < 0;
}
