import { textCell } from './cells.ts';
import { type Column, READY } from './columns.ts';
import { type Layout, readHeaders } from './headers.ts';
import { readRows, type SheetAd } from './read-rows.ts';

/** A table of texts, as a CSV file or a grid of the dashboard holds it. */
interface ReadTable {
  readonly layout: Layout;
  /** Every ad there is, ticked or not. */
  readonly all: readonly SheetAd[];
  /**
   * Those to launch: all of them where there is no column for ticks. An ad with a tick in some of its rows is
   * among them, with its fault, so that it is not left out without a word.
   */
  readonly chosen: readonly SheetAd[];
}

/** Rows count from 2, as they would in a spreadsheet. */
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
  const chosen = layout.positions.has(READY) ? all.filter(({ ready, faults }) => ready || faults.some(isHalfTicked)) : all;
  return { layout, all, chosen };
}

const isHalfTicked = ({ code }: { readonly code: string }): boolean => code === 'half_ready';
