import { type Template } from '../../core/sheet/columns.ts';
import { type Layout } from '../../core/sheet/headers.ts';
import { type SheetAd, type SheetRow } from '../../core/sheet/read-rows.ts';
import type { SystemKey } from '../../core/sheet/system-columns.ts';
import type { App, Sheet, Spreadsheet } from '../app.ts';
/** Marks a sheet as a launch sheet; it stays with the sheet when somebody renames it. */
export declare const LAUNCH_MARK = 'slipway-launch';
/** Headers are looked for in the first rows: people put titles above them. */
export declare const HEADERS_WITHIN = 20;
export interface LaunchSheet {
  readonly sheet: Sheet;
  readonly template: Template;
  /** The ad account it was made for: rows that name none are offered its ad sets and pages. Empty when there is none. */
  readonly accountId: string;
}
/** Marks a sheet as what it was made for. */
export declare function markLaunchSheet(launchSheet: LaunchSheet): LaunchSheet;
export declare function readMark(sheet: Sheet, mark: GoogleAppsScript.Spreadsheet.DeveloperMetadata): LaunchSheet;
export declare function launchSheets(spreadsheet: Spreadsheet): LaunchSheet[];
/** The launch sheet in front of the user, or the only one there is. */
export declare function currentLaunchSheet({ spreadsheet }: Pick<App, 'spreadsheet'>): LaunchSheet;
/** A launch sheet as it was read at one moment. */
export interface OpenSheet extends LaunchSheet {
  readonly id: string;
  readonly layout: Layout;
  /** The row the headers stand in, as people count: rows may have been put above it. */
  readonly headerRow: number;
  /** Rows below the headers, in order. */
  readonly rows: readonly SheetRow[];
}
export declare function readLaunchSheet({ sheet, template, accountId }: LaunchSheet): OpenSheet;
/** What a system column of a row says. */
export declare function systemText({ layout }: Pick<OpenSheet, 'layout'>, row: SheetRow, key: SystemKey): string;
/** The numbers of the rows in which somebody wrote something. */
export declare const writtenRows: (open: OpenSheet) => Set<number>;
/** The ads of a sheet; cells that are merged with others are faults, because only one of them holds the value. */
export declare function adsOf(open: OpenSheet): SheetAd[];
