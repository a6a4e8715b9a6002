import { eventColumns } from '../../../core/features/conversions/columns.ts';
import {
  type EventCellFault,
  type EventRow,
  type EventSheetLayout,
  type EventStatusKey,
  eventSheetLayout,
  eventStatusColumns,
  missingHeaders,
  readEventRows,
} from '../../../core/features/conversions/event-sheet.ts';
import { a1 } from '../../../core/sheet/locate.ts';
import type { App, Sheet } from '../../base/app.ts';
import { fileDecimalSign } from '../../base/locale.ts';
import { Problem } from '../../base/problem.ts';
import { say } from '../../base/say.ts';
import { guardSystemColumns, styleSystemHeaders } from '../../sheet/system-cells.ts';
import { freeName, setWidths } from '../../sheet/template.ts';

/** Marks a sheet as a tab of events; the value names its destinations. */
const MARK = 'slipway-events';
const HEADER_ROW = 1;
/** Columns most sales need; the others are hidden until somebody shows them. */
const SHOWN = [
  'eventId',
  'name',
  'happenedAt',
  'value',
  'currency',
  'orderId',
  'user.email',
  'user.phone',
];

export interface EventTab {
  readonly sheet: Sheet;
  readonly destinations: readonly string[];
}

/** A tab as it was read at one moment. */
export interface OpenTab extends EventTab {
  readonly layout: EventSheetLayout;
  readonly rows: readonly EventRow[];
  readonly faults: readonly EventCellFault[];
}

export function eventTabs({ spreadsheet }: Pick<App, 'spreadsheet'>): EventTab[] {
  return spreadsheet
    .createDeveloperMetadataFinder()
    .withKey(MARK)
    .find()
    .flatMap((mark) => {
      const sheet = mark.getLocation().getSheet();
      return sheet === null
        ? []
        : [
            {
              sheet,
              destinations: (mark.getValue() ?? '').split('|').filter((each) => each !== ''),
            },
          ];
    });
}

/** The tab of events in front of the user, or the only one there is. */
export function currentTab(app: Pick<App, 'spreadsheet'>): EventTab {
  const all = eventTabs(app);
  const active = app.spreadsheet.getActiveSheet().getSheetId();
  const current =
    all.find(({ sheet }) => sheet.getSheetId() === active) ??
    (all.length === 1 ? all[0] : undefined);
  if (current !== undefined) return current;
  const none = say('noEventsTab');
  throw new Problem('other', all.length === 0 ? none : say('whichEventsTab'));
}

/** Makes a tab with the columns of the CSV, explained, and those that are written back. */
export function createEventTab(
  { spreadsheet }: Pick<App, 'spreadsheet'>,
  destinations: readonly string[],
): EventTab {
  if (destinations.length === 0) throw new Problem('other', say('chooseDestination'));
  const sheet = spreadsheet.insertSheet(freeName(spreadsheet.getSheets(), say('eventsTabName')));
  const own = eventColumns.map(({ header, note, field }) => ({
    header,
    note,
    width: field === 'happenedAt' ? 170 : 130,
  }));
  const all = [...own, ...eventStatusColumns];
  if (all.length > sheet.getMaxColumns())
    sheet.insertColumnsAfter(sheet.getMaxColumns(), all.length - sheet.getMaxColumns());
  const rows = sheet.getMaxRows();
  const headers = sheet.getRange(HEADER_ROW, 1, 1, all.length);
  headers.setValues([all.map(({ header }) => header)]).setNotes([all.map(({ note }) => note)]);
  headers.setFontWeight('bold').setBackground('#d2e3fc').setFontColor('#174ea6').setWrap(true);
  headers.protect().setDescription(say('readHeaders')).setWarningOnly(true);
  sheet.setFrozenRows(HEADER_ROW);
  setWidths(
    sheet,
    all.map(({ width }) => width),
  );
  eventColumns.forEach(({ field, choices }, i) => {
    const cells = sheet.getRange(HEADER_ROW + 1, i + 1, rows - HEADER_ROW, 1);
    // Numbers lose zeros in front and their last digits; a moment is typed as a date.
    if (field === 'happenedAt') cells.setNumberFormat('yyyy-mm-dd hh:mm:ss');
    else if (field !== 'value') cells.setNumberFormat('@');
    if (choices !== undefined)
      cells.setDataValidation(
        SpreadsheetApp.newDataValidation()
          .requireValueInList([...choices], true)
          .build(),
      );
    if (!SHOWN.includes(field)) sheet.hideColumns(i + 1, 1);
  });
  const written = sheet.getRange(HEADER_ROW, own.length + 1, rows, eventStatusColumns.length);
  written.setNumberFormat('@');
  guardSystemColumns(written);
  styleSystemHeaders(sheet.getRange(HEADER_ROW, own.length + 1, 1, eventStatusColumns.length));
  sheet.hideColumns(own.length + 3, 2);
  sheet.setTabColor('#188038');
  sheet.addDeveloperMetadata(
    MARK,
    destinations.join('|'),
    SpreadsheetApp.DeveloperMetadataVisibility.DOCUMENT,
  );
  const tab = { sheet, destinations };
  paint(tab);
  return tab;
}

export function openTab(tab: EventTab): OpenTab {
  const { sheet } = tab;
  const range = sheet.getDataRange();
  const values = range.getValues() as unknown[][];
  const shown = range.getDisplayValues();
  const layout = eventSheetLayout(shown[HEADER_ROW - 1] ?? []);
  const missing = missingHeaders(layout);
  if (missing.length > 0)
    throw new Problem(
      'rows',
      say('tabLacksColumn', { sheet: sheet.getName(), columns: missing.join(', ') }),
    );
  const rows = values.slice(HEADER_ROW).map((cells, i) => ({
    number: HEADER_ROW + 1 + i,
    cells: cells.map((value, c) => ({ value, shown: shown[HEADER_ROW + i]?.[c] ?? '' })),
  }));
  return { ...tab, layout, ...readEventRows(layout, rows, fileDecimalSign()) };
}

/** The tab with its columns for results; deleted ones are put at its end. */
export function openWithStatus(tab: EventTab): OpenTab {
  const open = openTab(tab);
  const missing = eventStatusColumns.filter(({ key }) => !open.layout.system.has(key));
  if (missing.length === 0) return open;
  const { sheet } = tab;
  const first = sheet.getLastColumn() + 1;
  const lacking = first + missing.length - 1 - sheet.getMaxColumns();
  if (lacking > 0) sheet.insertColumnsAfter(sheet.getMaxColumns(), lacking);
  sheet.getRange(1, first, sheet.getMaxRows(), missing.length).setNumberFormat('@');
  const headers = sheet.getRange(HEADER_ROW, first, 1, missing.length);
  headers
    .setValues([missing.map(({ header }) => header)])
    .setNotes([missing.map(({ note }) => note)]);
  styleSystemHeaders(headers);
  missing.forEach(({ key }, i) => {
    if (key === 'marks' || key === 'sentAs') sheet.hideColumns(first + i, 1);
  });
  paint(tab);
  return openTab(tab);
}

/** What is written back into a row; what is not named stays. */
export type StatusCells = { readonly [K in EventStatusKey]?: string };

/** Writes back whole columns by what events are known by: rows sorted since get their own. */
export function writeStatus(
  tab: EventTab,
  cells: ReadonlyMap<string, StatusCells>,
  unnamed: ReadonlyMap<number, StatusCells>,
): void {
  const { sheet, layout, rows } = openTab(tab);
  const last = sheet.getLastRow();
  if (rows.length === 0 || last <= HEADER_ROW) return;
  for (const { key } of eventStatusColumns) {
    const position = layout.system.get(key);
    if (position === undefined) continue;
    const range = sheet.getRange(HEADER_ROW + 1, position + 1, last - HEADER_ROW, 1);
    const before = range.getDisplayValues();
    const after = before.map(([text = '']) => [text]);
    for (const { row, key: event } of rows) {
      const next = (event === '' ? unnamed.get(row) : cells.get(event))?.[key];
      if (next !== undefined) after[row - HEADER_ROW - 1] = [next];
    }
    if (after.some(([text], i) => text !== before[i]?.[0])) range.setValues(after);
  }
}

/** Marked cells are red; the user's own colours are never touched. */
function paint({ sheet }: EventTab): void {
  const headers =
    sheet.getRange(HEADER_ROW, 1, 1, sheet.getLastColumn()).getDisplayValues()[0] ?? [];
  const marks = eventSheetLayout(headers).system.get('marks');
  if (marks === undefined) return;
  const rule = SpreadsheetApp.newConditionalFormatRule()
    .setRanges([
      sheet.getRange(HEADER_ROW + 1, 1, sheet.getMaxRows() - HEADER_ROW, sheet.getMaxColumns()),
    ])
    .whenFormulaSatisfied(`=ISNUMBER(FIND("|"&A$${HEADER_ROW}&"|";$${a1(marks, HEADER_ROW + 1)}))`)
    .setBackground('#fad2cf')
    .setFontColor('#a50e0e')
    .build();
  const others = sheet
    .getConditionalFormatRules()
    .filter(
      (each) =>
        !String(each.getBooleanCondition()?.getCriteriaValues()?.[0] ?? '').includes('FIND("|"&'),
    );
  sheet.setConditionalFormatRules([...others, rule]);
}
