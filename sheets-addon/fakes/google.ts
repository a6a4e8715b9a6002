import type { StoredFile } from './drive.ts';
import type { Runtime } from './execution.ts';
import type { Screen, Trigger } from './script-app.ts';
import type { FetchFault, Stores } from './services.ts';
import type { Chart, FormatRule, Sheet, World } from './world.ts';

/** Everything behind the fakes. One of it stands for one spreadsheet with one script. */
export interface Google {
  readonly runtime: Runtime;
  readonly world: World;
  readonly screen: Screen;
  readonly toasts: { message: string; title: string; seconds: number }[];
  readonly faults: FetchFault[];
  /** Of the user's Google Drive. */
  readonly drive: StoredFile[];
  readonly requests: { method: string; url: string; body?: string }[];
  readonly triggers: Trigger[];
  readonly stores: Stores;
  readonly lock: { heldByOther: boolean };
  spreadsheet: GoogleAppsScript.Spreadsheet.Spreadsheet;
  sheet(sheet: Sheet): GoogleAppsScript.Spreadsheet.Sheet;
  protection(
    sheet: Sheet,
    of: Sheet['protections'][number],
  ): GoogleAppsScript.Spreadsheet.Protection;
  formatRule(sheet: Sheet, rule: FormatRule): GoogleAppsScript.Spreadsheet.ConditionalFormatRule;
  chartBuilder(sheet: Sheet): GoogleAppsScript.Spreadsheet.EmbeddedChartBuilder;
  chart(sheet: Sheet, of: Chart): GoogleAppsScript.Spreadsheet.EmbeddedChart;
  metadataFinder(sheets: readonly Sheet[]): GoogleAppsScript.Spreadsheet.DeveloperMetadataFinder;
}
