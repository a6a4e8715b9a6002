import { adColumns, READY, type Template } from '../core/sheet/columns.ts';
import { headerAt } from '../core/sheet/headers.ts';
import { systemColumns } from '../core/sheet/system-columns.ts';
import type { App, Sheet } from './app.ts';
import { setDropdowns } from './dropdowns.ts';
import { LAUNCH_MARK, type LaunchSheet, readLaunchSheet } from './launch-sheet.ts';
import type { Lists } from './lists.ts';
import { paintRules, styleSystemHeaders } from './system-cells.ts';

export const templateNames: { readonly [T in Template]: string } = {
  single: 'Single ads',
  multi: 'Placements',
  carousel: 'Carousels',
  flexible: 'Flexible ads',
  postBoost: 'Post boosts',
  partnershipCode: 'Partnership ads',
  all: 'All columns',
};

/** Makes a launch sheet: explained headers, plain text where ids stand, dropdowns, ticks, warnings, colours. */
export function createLaunchSheet(
  { spreadsheet }: Pick<App, 'spreadsheet'>,
  template: Template,
  lists: Lists,
  accountId?: string,
): LaunchSheet {
  const sheet = spreadsheet.insertSheet(freeName(spreadsheet.getSheets(), `Launch ${templateNames[template].toLowerCase()}`));
  const columns = columnsOf(template);
  const width = columns.length + systemColumns.length;
  if (width > sheet.getMaxColumns()) sheet.insertColumnsAfter(sheet.getMaxColumns(), width - sheet.getMaxColumns());
  const rows = sheet.getMaxRows();

  sheet.getRange(1, 1, rows, width).setNumberFormat('@').setVerticalAlignment('middle');
  const headers = sheet.getRange(1, 1, 1, width);
  headers.setValues([[...columns.map(({ header }) => header), ...systemColumns.map(({ header }) => header)]]);
  headers.setNotes([[...columns.map(({ note }) => note), ...systemColumns.map(({ note }) => note)]]);
  headers.setFontWeight('bold').setBackground('#d2e3fc').setFontColor('#174ea6').setWrap(true);
  styleSystemHeaders(sheet.getRange(1, columns.length + 1, 1, systemColumns.length));
  sheet.setFrozenRows(1);
  setWidths(
    sheet,
    [...columns, ...systemColumns].map(({ width: each }) => each ?? 130),
  );
  columns.forEach(({ key, holds }, i) => {
    if (holds === 'flag')
      sheet
        .getRange(2, i + 1, rows - 1, 1)
        .setNumberFormat('General')
        .insertCheckboxes();
    if (key === READY) sheet.getRange(1, i + 1, rows, 1).setHorizontalAlignment('center');
  });
  sheet
    .getRange(1, columns.length + 1, rows, systemColumns.length)
    .protect()
    .setDescription('Written by Slipway')
    .setWarningOnly(true);
  sheet.getRange(1, 1, 1, columns.length).protect().setDescription('Headers Slipway reads').setWarningOnly(true);
  sheet.hideColumns(columns.length + systemColumns.findIndex(({ key }) => key === 'marks') + 1, 2);
  sheet.setTabColor('#1a73e8');
  sheet.addDeveloperMetadata(LAUNCH_MARK, template, SpreadsheetApp.DeveloperMetadataVisibility.DOCUMENT);

  const open = readLaunchSheet({ sheet, template });
  paintRules(open);
  setDropdowns({ spreadsheet }, open, lists, accountId);
  return { sheet, template };
}

function columnsOf(
  template: Template,
): { key: string; header: string; note: string; holds: string; width: number | undefined }[] {
  return adColumns.flatMap((column) => {
    const count = column.shown === 'always' ? 1 : (column.shown[template] ?? 0);
    return Array.from({ length: count }, (_, index) => ({
      key: column.key,
      header: headerAt(column, index),
      note: column.note,
      holds: column.holds,
      width: column.width,
    }));
  });
}

/** Equal neighbours are set in one call. */
function setWidths(sheet: Sheet, widths: readonly number[]): void {
  for (let at = 0; at < widths.length; ) {
    let count = 1;
    while (widths[at + count] === widths[at]) count += 1;
    sheet.setColumnWidths(at + 1, count, widths[at] ?? 130);
    at += count;
  }
}

export function freeName(sheets: readonly Sheet[], wanted: string): string {
  const taken = sheets.map((sheet) => sheet.getName());
  for (let number = 1; ; number++) {
    const name = number === 1 ? wanted : `${wanted} ${number}`;
    if (!taken.includes(name)) return name;
  }
}
