import type { Json, JsonObject } from '../../types.ts';
import { jsonText, listIn, type Turn, words, wrong } from '../wire.ts';

export type InsightRow = JsonObject & { readonly id: string };

/** `campaign.spend` is told as `spend`, `ad.id` as `ad_id`. */
const toldAs = (field: string) =>
  /\.(?:id|name)$/.test(field) ? field.replace('.', '_') : field.replace(/^\w+\./, '');

const toldIn = (row: InsightRow, field: string): Json =>
  row[toldAs(field)] ?? row[`ad_${toldAs(field)}`] ?? null;

/** Filtered and sorted as asked, newest first otherwise. */
export function arranged(turn: Turn, rows: readonly InsightRow[]): readonly InsightRow[] {
  const filters = listIn(turn, 'filters').map(filterOf);
  const orders = listIn(turn, 'sort').map(orderOf);
  return rows
    .filter((row) => filters.every((holds) => holds(row)))
    .toSorted((a, b) => {
      for (const order of orders) {
        const found = order(a, b);
        if (found !== 0) return found;
      }
      return Number(b.start_time) - Number(a.start_time);
    });
}

function filterOf(given: string): (row: InsightRow) => boolean {
  const { field, operator, value } = jsonText(given) ?? {};
  if (typeof field !== 'string' || value === undefined)
    throw wrong('filters', 'Expected objects with field, operator and value.');
  if (operator === 'IN' && Array.isArray(value))
    return (row) => value.map(String).includes(String(toldIn(row, field)));
  if (operator === 'GREATER_THAN') return (row) => Number(toldIn(row, field)) > Number(value);
  if (operator === 'LESS_THAN') return (row) => Number(toldIn(row, field)) < Number(value);
  throw wrong('filters', 'Expected the operator IN, GREATER_THAN or LESS_THAN.');
}

function orderOf(given: string): (a: InsightRow, b: InsightRow) => number {
  const { field, direction, order } = jsonText(given) ?? {};
  if (typeof field !== 'string') throw wrong('sort', 'Expected objects with field and direction.');
  const sign = (words(direction) || words(order)) === 'asc' ? 1 : -1;
  return (a, b) => {
    const [one, other] = [toldIn(a, field), toldIn(b, field)];
    if (typeof one === 'number' || typeof other === 'number')
      return sign * (Number(one) - Number(other));
    return sign * String(one).localeCompare(String(other));
  };
}
