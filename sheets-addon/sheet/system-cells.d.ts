import { type SystemKey } from '../../core/sheet/system-columns.ts';
import { type LaunchSheet, type OpenSheet } from './launch-sheet.ts';
/** What shall stand in the system columns of a row; columns that are not named keep what they hold. */
export type SystemCells = {
  readonly [K in SystemKey]?: string;
};
/** Opens a launch sheet and puts back the system columns that somebody deleted, at its end. */
export declare function openWithSystemColumns(launchSheet: LaunchSheet): OpenSheet;
/** Columns only the add-on looks at. */
export declare const inTheBackground: readonly string[];
/** Whoever types there is warned, and may go on. */
export declare function guardSystemColumns(columns: GoogleAppsScript.Spreadsheet.Range): void;
export declare function styleSystemHeaders(headers: GoogleAppsScript.Spreadsheet.Range): void;
/** Colours by what the cells say: statuses in words, and the marked cells of each row. The user's own colours are never touched. */
export declare function paintRules({ sheet, layout, headerRow }: Pick<OpenSheet, 'sheet' | 'layout' | 'headerRow'>): void;
/**
 * Writes system cells, by row number. Columns that stand side by side are written together, over the rows
 * that change; nothing else is touched.
 *
 * People may sort, insert or delete between reading and writing; there is no way to keep them from it. So the sheet is
 * read again afterwards: when rows or columns have moved, cells of theirs that were hit get back what they
 * held, and the answer is true: look again and write again.
 */
export declare function writeSystemCells(open: OpenSheet, cells: ReadonlyMap<number, SystemCells>): boolean;
