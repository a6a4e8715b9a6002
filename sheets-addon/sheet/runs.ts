import type { ReportColumn } from '../../core/sheet/report-table.ts';

/** Own columns that stand side by side; each run is written in one go. */
export interface Run<C = ReportColumn> {
  readonly start: number;
  readonly columns: readonly { readonly column: C; readonly index: number }[];
}

/** Columns that somebody deleted stay away. */
export function runsOf<C extends { readonly field: string }>(
  place: { readonly columns: ReadonlyMap<string, number> },
  columns: readonly C[],
): Run<C>[] {
  const placed = columns
    .flatMap((column, index) => {
      const position = place.columns.get(column.field);
      return position === undefined ? [] : [{ column, index, position }];
    })
    .sort((a, b) => a.position - b.position);
  const runs: { start: number; columns: { column: C; index: number }[] }[] = [];
  for (const { column, index, position } of placed) {
    const run = runs[runs.length - 1];
    if (run !== undefined && run.start + run.columns.length === position)
      run.columns.push({ column, index });
    else runs.push({ start: position, columns: [{ column, index }] });
  }
  return runs;
}
