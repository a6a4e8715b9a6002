import type { App } from '../app.ts';
import type { OpenSheet } from './launch-sheet.ts';
import { type Lists } from './lists.ts';
/**
 * Gives every cell its choices: fixed words, the accounts, and the real ad sets, pages and profiles of the account its
 * row names, or else of the account the sheet was made for. They are hints: what is pasted or typed otherwise is
 * taken, and the check says if it is wrong.
 */
export declare function setDropdowns(app: Pick<App, 'spreadsheet'>, open: OpenSheet, lists: Lists): void;
/** Only those that depend on the account of the row: after somebody chose another. */
export declare function setAccountDropdowns(app: Pick<App, 'spreadsheet'>, open: OpenSheet, lists: Lists): void;
