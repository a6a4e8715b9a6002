import { csvLine } from '../../base/csv.ts';
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
