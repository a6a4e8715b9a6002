import { type Template } from '../../core/sheet/columns.ts';
import type { App, Sheet } from '../app.ts';
import { type LaunchSheet } from './launch-sheet.ts';
import type { Lists } from './lists.ts';
export declare const templateNames: {
  readonly [T in Template]: string;
};
/** Makes a launch sheet: explained headers, plain text where ids stand, dropdowns, ticks, warnings, colours. */
export declare function createLaunchSheet(
  { spreadsheet }: Pick<App, 'spreadsheet'>,
  template: Template,
  lists: Lists,
  accountId: string,
): LaunchSheet;
/** Equal neighbours are set in one call. */
export declare function setWidths(sheet: Sheet, widths: readonly number[]): void;
export declare function freeName(sheets: readonly Sheet[], wanted: string): string;
