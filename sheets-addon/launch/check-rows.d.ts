import type { Turn } from '../../core/sheet/choose-ads.ts';
import type { App } from '../app.ts';
import { type LaunchSheet } from '../sheet/launch-sheet.ts';
import type { LookedAt } from './looked-at.ts';
/** How the rows of a sheet stand, for the sidebar. */
export interface RowsSummary {
  readonly sheetName: string;
  /** Ads by what launching would do with them now. */
  readonly counts: {
    readonly [T in Turn]: number;
  };
  /** Ads whose last launch failed somewhere, and how many of those would be launched again now. */
  readonly failed: number;
  readonly failedReady: number;
  readonly faults: readonly {
    readonly cell: string;
    readonly row: number;
    readonly text: string;
  }[];
  /** More faults than are listed. */
  readonly moreFaults: number;
  /** About headers. */
  readonly remarks: readonly string[];
}
/** Checks with what the file knows. Only where rows name accounts that were never read, the service is asked for their lists. */
export declare function checkRows(app: App, launchSheet?: LaunchSheet): Promise<RowsSummary>;
export declare function summaryOf(looked: LookedAt): RowsSummary;
/**
 * After an edit: a row that carries marks is judged again at once, so that mending a cell clears its mark; a row with
 * another account gets that account's dropdowns. Most edits are neither, and are done with after two looks.
 */
export declare function recheckAfterEdit(app: App, range: GoogleAppsScript.Spreadsheet.Range): Promise<void>;
