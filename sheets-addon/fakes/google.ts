import { chart, chartBuilder, formatRule, formatRuleBuilder, metadataFinder, protection, validationBuilder } from './builders.ts';
import { createRuntime, type Runtime } from './execution.ts';
import { faked } from './guard.ts';
import { htmlService, type Screen, scriptApp, type Trigger, ui } from './script-app.ts';
import {
  cacheService,
  type FetchFault,
  type Host,
  lockService,
  propertiesService,
  type Stores,
  urlFetchApp,
  utilities,
} from './services.ts';
import { createSheet, createSpreadsheet } from './sheet.ts';
import { type Chart, createWorld, type FormatRule, type Sheet, type World } from './world.ts';

/** Everything behind the fakes. One of it stands for one spreadsheet with one script. */
export interface Google {
  readonly runtime: Runtime;
  readonly world: World;
  readonly screen: Screen;
  readonly toasts: { message: string; title: string }[];
  readonly faults: FetchFault[];
  readonly requests: { method: string; url: string }[];
  readonly triggers: Trigger[];
  readonly stores: Stores;
  readonly lock: { heldByOther: boolean };
  sheet(sheet: Sheet): GoogleAppsScript.Spreadsheet.Sheet;
  protection(sheet: Sheet, of: Sheet['protections'][number]): GoogleAppsScript.Spreadsheet.Protection;
  formatRule(sheet: Sheet, rule: FormatRule): GoogleAppsScript.Spreadsheet.ConditionalFormatRule;
  chartBuilder(sheet: Sheet): GoogleAppsScript.Spreadsheet.EmbeddedChartBuilder;
  chart(sheet: Sheet, of: Chart): GoogleAppsScript.Spreadsheet.EmbeddedChart;
  metadataFinder(sheets: readonly Sheet[]): GoogleAppsScript.Spreadsheet.DeveloperMetadataFinder;
}

export function createGoogle(host: Host, now: number): { google: Google; globals: { [name: string]: unknown } } {
  const runtime = createRuntime(now);
  const handles = new Map<number, GoogleAppsScript.Spreadsheet.Sheet>();
  const google: Google = {
    runtime,
    world: createWorld(),
    screen: { menus: [], sidebar: undefined, alerts: [] },
    toasts: [],
    faults: [],
    requests: [],
    triggers: [],
    stores: { user: new Map(), document: new Map() },
    lock: { heldByOther: false },
    sheet: (sheet) => {
      const handle = handles.get(sheet.id) ?? createSheet(google, sheet);
      handles.set(sheet.id, handle);
      return handle;
    },
    protection: (sheet, of) => protection(google, sheet, of),
    formatRule: (_, rule) => formatRule(google, rule),
    chartBuilder: () => chartBuilder(google),
    chart: (sheet, of) => chart(google, sheet, of),
    metadataFinder: (sheets) => metadataFinder(google, sheets),
  };
  const spreadsheet = createSpreadsheet(google);
  const globals = {
    SpreadsheetApp: faked<GoogleAppsScript.Spreadsheet.SpreadsheetApp>(
      runtime,
      'SpreadsheetApp',
      'anything',
      {
        getActiveSpreadsheet: () => spreadsheet,
        getUi: () => ui(runtime, google.screen),
        flush: () => {
          runtime.unflushed = [];
        },
        newDataValidation: () => validationBuilder(google),
        newConditionalFormatRule: () => formatRuleBuilder(google),
        DeveloperMetadataVisibility: { DOCUMENT: 'DOCUMENT', PROJECT: 'PROJECT' },
        WrapStrategy: { WRAP: 'WRAP', CLIP: 'CLIP', OVERFLOW: 'OVERFLOW' },
      },
      ['getActiveSpreadsheet', 'getUi', 'newDataValidation', 'newConditionalFormatRule'],
    ),
    Charts: faked<GoogleAppsScript.Charts.Charts>(runtime, 'Charts', 'document', {
      ChartType: { LINE: 'LINE', COLUMN: 'COLUMN', BAR: 'BAR' },
    }),
    UrlFetchApp: urlFetchApp(runtime, host, google.faults, google.requests),
    Utilities: utilities(runtime, host),
    PropertiesService: propertiesService(runtime, google.stores),
    CacheService: cacheService(runtime, new Map()),
    LockService: lockService(runtime, google.lock),
    ScriptApp: scriptApp(runtime, google.triggers),
    HtmlService: htmlService(runtime),
  };
  return { google, globals };
}
