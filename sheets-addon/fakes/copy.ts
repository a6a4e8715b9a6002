import type { Sheet } from './world.ts';

/** A sheet as it is now; what is done to the one does not reach the other. */
export const copyOf = (sheet: Sheet): Sheet => ({
  ...sheet,
  rows: sheet.rows.map((row) => ({
    ...row,
    cells: new Map(row.cells),
    metadata: [...row.metadata],
  })),
  columns: sheet.columns.map((column) => ({ ...column, metadata: [...column.metadata] })),
  metadata: [...sheet.metadata],
  rules: [...sheet.rules],
  merges: [...sheet.merges],
  protections: [...sheet.protections],
  charts: [...sheet.charts],
});
