import type { ReportCell, ReportColumn } from '../../core/sheet/report-table.ts';
import type { App } from '../app.ts';
import { type Place } from './place.ts';
/** Own columns that stand side by side; each run is written in one go. */
export interface Run<C = ReportColumn> {
  readonly start: number;
  readonly columns: readonly {
    readonly column: C;
    readonly index: number;
  }[];
}
/**
 * Writes a report's figures into its own columns and nowhere else: headers once, figures over the old ones,
 * what is left of longer figures emptied, formulas beside them continued. When it would run over cells of the
 * user, nothing is written.
 */
export declare function writeReport(
  app: Pick<App, 'spreadsheet'>,
  id: string,
  place: Place,
  columns: readonly ReportColumn[],
  cells: readonly ReportCell[][],
  fresh: boolean,
): void;
export declare function writeAge({ sheet, infoRow, columns }: Place, text: string, isBad: boolean): void;
/** Columns that somebody deleted stay away. */
export declare function runsOf<
  C extends {
    readonly field: string;
  },
>(place: Place, columns: readonly C[]): Run<C>[];
/** Figures down to this row would run over cells of the user: nothing may be written then. */
export declare function refuseOverwriting({ sheet, tailRow }: Place, runs: readonly Run<unknown>[], last: number): void;
