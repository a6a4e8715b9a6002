import {
  type LeadSheetKey,
  type LeadSheetLayout,
  leadSheetColumns,
  leadSheetLayout,
  missingLeadHeaders,
} from '../../../core/features/leads/lead-sheet.ts';
import type { App, Sheet } from '../../base/app.ts';
import { Problem } from '../../base/problem.ts';
import { say } from '../../base/say.ts';
import { freeName, setWidths } from '../../sheet/template.ts';

/** Marks a sheet as a tab of leads; the value is the ad account they are of. */
const MARK = 'slipway-leads';
const HEADER_ROW = 1;

export interface LeadTab {
  readonly sheet: Sheet;
  readonly account: string;
}

/** A tab as it was read at one moment. */
export interface OpenLeadTab extends LeadTab {
  readonly layout: LeadSheetLayout;
  readonly rows: readonly LeadTabRow[];
}

export interface LeadTabRow {
  readonly row: number;
  cell(key: LeadSheetKey): string;
}

export function leadTabs({ spreadsheet }: Pick<App, 'spreadsheet'>): LeadTab[] {
  return spreadsheet
    .createDeveloperMetadataFinder()
    .withKey(MARK)
    .find()
    .flatMap((mark) => {
      const sheet = mark.getLocation().getSheet();
      return sheet === null ? [] : [{ sheet, account: mark.getValue() ?? '' }];
    });
}

/** The tab of leads in front of the user, or the only one there is. */
export function currentLeadTab(app: Pick<App, 'spreadsheet'>): LeadTab {
  const all = leadTabs(app);
  const active = app.spreadsheet.getActiveSheet().getSheetId();
  const current = all.find(({ sheet }) => sheet.getSheetId() === active) ?? (all.length === 1 ? all[0] : undefined);
  if (current === undefined) throw new Problem('other', say(all.length === 0 ? 'noLeadsTab' : 'whichLeadsTab'));
  return current;
}

export function createLeadTab({ spreadsheet }: Pick<App, 'spreadsheet'>, account: string): LeadTab {
  const sheet = spreadsheet.insertSheet(freeName(spreadsheet.getSheets(), say('leadsTabName')));
  const headers = sheet.getRange(HEADER_ROW, 1, 1, leadSheetColumns.length);
  headers.setValues([leadSheetColumns.map(({ header }) => header)]).setNotes([leadSheetColumns.map(({ note }) => note)]);
  headers.setFontWeight('bold').setBackground('#d2e3fc').setFontColor('#174ea6').setWrap(true);
  sheet.setFrozenRows(HEADER_ROW);
  setWidths(
    sheet,
    leadSheetColumns.map(({ width }) => width),
  );
  // Numbers lose zeros in front and their last digits.
  sheet.getRange(HEADER_ROW + 1, 1, sheet.getMaxRows() - HEADER_ROW, sheet.getMaxColumns()).setNumberFormat('@');
  sheet.setTabColor('#188038');
  sheet.addDeveloperMetadata(MARK, account, SpreadsheetApp.DeveloperMetadataVisibility.DOCUMENT);
  return { sheet, account };
}

export function openLeadTab(tab: LeadTab): OpenLeadTab {
  const shown = tab.sheet.getDataRange().getDisplayValues();
  const layout = leadSheetLayout(shown[HEADER_ROW - 1] ?? []);
  const missing = missingLeadHeaders(layout);
  if (missing.length > 0)
    throw new Problem('rows', say('tabLacksColumn', { sheet: tab.sheet.getName(), columns: missing.join(', ') }));
  const rows = shown.slice(HEADER_ROW).map((cells, i) => ({
    row: HEADER_ROW + 1 + i,
    cell: (key: LeadSheetKey) => cells[layout.positions.get(key) ?? -1]?.trim() ?? '',
  }));
  return { ...tab, layout, rows: rows.filter(({ cell }) => cell('leadId') !== '') };
}

/** Puts columns of further questions at the end. */
export function addQuestions(tab: OpenLeadTab, names: readonly string[]): void {
  if (names.length === 0) return;
  const { sheet } = tab;
  const first = sheet.getLastColumn() + 1;
  const lacking = first + names.length - 1 - sheet.getMaxColumns();
  if (lacking > 0) sheet.insertColumnsAfter(sheet.getMaxColumns(), lacking);
  sheet
    .getRange(HEADER_ROW, first, 1, names.length)
    .setValues([[...names]])
    .setFontWeight('bold');
  sheet.getRange(HEADER_ROW + 1, first, sheet.getMaxRows() - HEADER_ROW, names.length).setNumberFormat('@');
}

export function appendRows({ sheet }: OpenLeadTab, rows: readonly (readonly string[])[]): void {
  const [first] = rows;
  if (first === undefined) return;
  const at = sheet.getLastRow() + 1;
  const lacking = at + rows.length - 1 - sheet.getMaxRows();
  if (lacking > 0) sheet.insertRowsAfter(sheet.getMaxRows(), lacking);
  sheet
    .getRange(at, 1, rows.length, first.length)
    .setNumberFormat('@')
    .setValues(rows.map((row) => [...row]));
}

/** Writes whole columns by the ids of leads: rows sorted since get their own. */
export function writeCells(tab: LeadTab, key: LeadSheetKey, texts: ReadonlyMap<string, string>): void {
  const { sheet, layout, rows } = openLeadTab(tab);
  const position = layout.positions.get(key);
  if (position === undefined || rows.length === 0) return;
  const range = sheet.getRange(HEADER_ROW + 1, position + 1, sheet.getLastRow() - HEADER_ROW, 1);
  const before = range.getDisplayValues();
  const after = before.map(([text = '']) => [text]);
  for (const { row, cell } of rows) {
    const next = texts.get(cell('leadId'));
    if (next !== undefined) after[row - HEADER_ROW - 1] = [next];
  }
  if (after.some(([text], i) => text !== before[i]?.[0])) range.setValues(after);
}

/** What people wrote, and whose lead is gone. */
export function clearAnswers({ sheet }: LeadTab, rows: readonly number[], positions: readonly number[]): void {
  for (const row of rows) for (const position of positions) sheet.getRange(row, position + 1, 1, 1).setValue('');
}
