import type { Cell } from './fields.ts';
import type { ExportFormat } from './records.ts';

/** The line before the rows; empty where the format has none. */
export const headLine = (format: ExportFormat, fields: readonly string[]): string => (format === 'csv' ? csvLine(fields) : '');

/** How a row becomes a line, its end included. */
export function lineWriter(format: ExportFormat, fields: readonly string[]): (cells: readonly Cell[]) => string {
  if (format === 'csv') return csvLine;
  const names = fields.map((field) => `${JSON.stringify(field)}:`);
  return (cells) => `{${cells.map((cell, i) => `${names[i]}${JSON.stringify(cell)}`).join(',')}}\n`;
}

const csvLine = (cells: readonly Cell[]): string => `${cells.map(csvCell).join(',')}\r\n`;

/**
 * RFC 4180. Text that a spreadsheet would run as a formula gets an apostrophe in front: names of ads come
 * from many hands, and whoever opens the file should not run what they wrote. Numbers stay numbers.
 */
function csvCell(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  const safe = /^[=+\-@\t\r\n]/.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(safe) ? `"${safe.replace(/"/g, '""')}"` : safe;
}
