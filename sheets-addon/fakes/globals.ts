import {
  chart,
  chartBuilder,
  formatRule,
  formatRuleBuilder,
  metadataFinder,
  protection,
  validationBuilder,
} from './builders.ts';
import { createRuntime } from './execution.ts';
import type { Google } from './google.ts';
import { faked } from './guard.ts';
import { htmlService, scriptApp, ui } from './script-app.ts';
import {
  cacheService,
  type Host,
  lockService,
  propertiesService,
  urlFetchApp,
  utilities,
} from './services.ts';
import { createSheet, createSpreadsheet } from './sheet.ts';
import { createWorld } from './world.ts';

/** One spreadsheet with one script, and the globals such a script finds. */
export function createGoogle(
  host: Host,
  now: number,
): { google: Google; globals: { [name: string]: unknown } } {
  const runtime = createRuntime(now);
  const handles = new Map<number, GoogleAppsScript.Spreadsheet.Sheet>();
  const google: Google = {
    runtime,
    world: createWorld(`file-${host('uuid', '')}`),
    screen: { menus: [], sidebar: undefined, alerts: [] },
    toasts: [],
    faults: [],
    requests: [],
    drive: [],
    triggers: [],
    stores: { user: new Map(), document: new Map(), owner: undefined },
    lock: { heldByOther: false },
    spreadsheet: undefined as never,
    sheet: (sheet) => {
      const handle = handles.get(sheet.id) ?? createSheet(google, sheet);
      handles.set(sheet.id, handle);
      return handle;
    },
    protection: (sheet, of) => protection(google, sheet, of),
    formatRule: (_, rule) => formatRule(google, rule),
    chartBuilder: () => chartBuilder(google),
    chart: (_, of) => chart(google, of),
    metadataFinder: (sheets) => metadataFinder(google, sheets),
  };
  const spreadsheet = createSpreadsheet(google);
  google.spreadsheet = spreadsheet;
  const globals = {
    SpreadsheetApp: faked<GoogleAppsScript.Spreadsheet.SpreadsheetApp>(
      runtime,
      'SpreadsheetApp',
      'anything',
      {
        getActiveSpreadsheet: () => spreadsheet,
        getUi: () => ui(runtime, google.screen, () => google.world.projectName),
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
    UrlFetchApp: urlFetchApp(runtime, host, {
      faults: google.faults,
      log: google.requests,
      files: google.drive,
    }),
    Utilities: utilities(runtime, host),
    PropertiesService: propertiesService(runtime, google.stores),
    CacheService: cacheService(runtime),
    LockService: lockService(runtime, google.lock),
    ScriptApp: scriptApp(runtime, google.triggers),
    HtmlService: htmlService(runtime),
    Session: faked<GoogleAppsScript.Base.Session>(runtime, 'Session', 'anything', {
      getActiveUserLocale: () => runtime.locale,
    }),
  };
  return { google, globals };
}
