import type { Place } from '../reports/place.ts';

/** Own columns that stand side by side, from `start`. */
interface Columns {
  readonly start: number;
  readonly columns: readonly unknown[];
}
/**
 * Continues formulas that people have filled down beside a report, or between its columns, when it grows: a
 * column whose last rows hold the same relative formula gets it in the new rows too. Cells that hold
 * anything are left alone.
 */
export declare function continueFormulas({ sheet, headRow, tailRow }: Place, runs: readonly Columns[], last: number): void;
