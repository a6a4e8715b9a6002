import { textCell } from './cells.ts';
import { type Column, READY } from './column.ts';
import { type Layout, readHeaders } from './headers.ts';
import { readRows, type SheetAd } from './read-rows.ts';

/** A table of texts, from a CSV file or a grid of the dashboard. */
interface ReadTable {
  readonly layout: Layout;
  /** Ticked or not. */
  readonly all: readonly SheetAd[];
  /**
   * Those to launch: all of them without a column for ticks. An ad with ticks in some of its rows
   * is among them, with its fault.
   */
  readonly chosen: readonly SheetAd[];
}

/** Rows count from 2, as in a spreadsheet. */
export function readTable(
  headers: readonly string[],
  rows: readonly (readonly string[])[],
  columns: readonly Column[],
): ReadTable {
  const layout = readHeaders(headers, columns);
  const all = readRows(
    layout,
    rows.map((cells, i) => ({ number: i + 2, cells: cells.map(textCell) })),
  );
  const chosen = layout.positions.has(READY)
    ? all.filter(({ ready, faults }) => ready || faults.some(isHalfTicked))
    : all;
  return { layout, all, chosen };
}

const isHalfTicked = ({ code }: { readonly code: string }): boolean => code === 'half_ready';
