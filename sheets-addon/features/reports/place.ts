import type { ReportColumn } from '../../../core/sheet/report-table.ts';
import type { App, Sheet } from '../../base/app.ts';
import { Problem } from '../../base/problem.ts';
import { say } from '../../base/say.ts';
import { makeRoom, refuseTooLarge, wholeColumn } from '../../sheet/room.ts';

/**
 * Where a report stands. Developer metadata on its rows and columns moves with them, whatever
 * people insert, delete or rename.
 */
export interface Place {
  readonly sheet: Sheet;
  /** The line that says how old the figures are; undefined when somebody deleted it. */
  readonly infoRow: number | undefined;
  readonly headRow: number;
  /** The last row of figures; the head itself when there are none. */
  readonly tailRow: number;
  /**
   * The row that carries the mark of the end was deleted; `withTail` finds out where the figures
   * end.
   */
  readonly isTailLost?: boolean;
  /** Position (from 1) of each column that is still there, by field. */
  readonly columns: ReadonlyMap<string, number>;
}

const MARK = 'slipway-report';

/**
 * @param sheetId the sheet it was written to: a duplicate of that sheet may carry the same marks,
 * and is none of ours
 */
export function findPlace(
  { spreadsheet }: Pick<App, 'spreadsheet'>,
  id: string,
  sheetId: string,
): Place | undefined {
  let sheet: Sheet | undefined;
  const rows: { [part: string]: number } = {};
  const columns = new Map<string, number>();
  for (const mark of spreadsheet.createDeveloperMetadataFinder().withKey(MARK).find()) {
    const [owner, part = '', field = ''] = (mark.getValue() ?? '').split('|');
    if (owner !== id) continue;
    const location = mark.getLocation();
    const [row, column] = [location.getRow(), location.getColumn()];
    const home = (row ?? column)?.getSheet();
    if (home === undefined || String(home.getSheetId()) !== sheetId) continue;
    sheet = home;
    if (part === 'column' && column !== null) columns.set(field, column.getColumn());
    else if (row !== null) rows[part] = row.getRow();
  }
  if (sheet === undefined || rows.head === undefined || columns.size === 0) return undefined;
  const isTailLost = rows.tail === undefined;
  return {
    sheet,
    infoRow: rows.info,
    headRow: rows.head,
    tailRow: Math.max(rows.head, rows.tail ?? 0),
    isTailLost,
    columns,
  };
}

/**
 * The place with the end of its figures, also where the row that marked it was deleted: they end
 * before they did, where cells of another kind begin.
 *
 * @param rows how many there were when they were written
 */
export function withTail(place: Place, rows: number): Place {
  const { sheet, headRow, columns, isTailLost } = place;
  if (!isTailLost || rows < 2) return place;
  const positions = [...columns.values()];
  const first = Math.min(...positions);
  const height = Math.min(rows - 1, sheet.getMaxRows() - headRow);
  const values = sheet
    .getRange(headRow + 1, first, height, Math.max(...positions) - first + 1)
    .getValues() as unknown[][];
  const own = values.map((row) => positions.map((position) => row[position - first]));
  const isLikeFirst = (row: readonly unknown[]): boolean =>
    row.some((value) => value !== '') &&
    row.every(
      (value, i) => value === '' || own[0]?.[i] === '' || typeof value === typeof own[0]?.[i],
    );
  const end = own.findIndex((row) => !isLikeFirst(row));
  return { ...place, tailRow: headRow + (end < 0 ? height : end), isTailLost: false };
}

/**
 * Takes a new place: two rows for the age and the headers, and as many columns as the report has.
 */
export function takePlace(
  app: Pick<App, 'spreadsheet'>,
  id: string,
  columns: readonly ReportColumn[],
  at: { readonly sheet: Sheet; readonly row: number; readonly column: number },
): Place {
  const { sheet, row, column } = at;
  makeRoom(app, sheet, row + 1, column + columns.length - 1);
  const area = sheet.getRange(row, column, 2, columns.length);
  if (!area.isBlank())
    throw new Problem('other', say('cellsNotEmpty', { cells: area.getA1Notation() }));
  mark(wholeRow(sheet, row), `${id}|info`);
  mark(wholeRow(sheet, row + 1), `${id}|head`);
  columns.forEach(({ field }, i) => {
    mark(wholeColumn(sheet, column + i), `${id}|column|${field}`);
  });
  return {
    sheet,
    infoRow: row,
    headRow: row + 1,
    tailRow: row + 1,
    columns: new Map(columns.map(({ field }, i) => [field, column + i])),
  };
}

/**
 * Gives a report other columns, without touching what is beside it. Where the rows still stand for
 * the same, fields that stay keep their columns, so that formulas which point at them stay right.
 * New fields take the columns of those that went, then further ones to the right; where anything
 * stands there, columns are inserted. Columns that are left over go, unless they hold something
 * else as well: then only the report's own cells in them are emptied.
 *
 * @param last the last row the figures will need
 */
export function changeColumns(
  app: Pick<App, 'spreadsheet'>,
  id: string,
  {
    place,
    columns,
    last,
    sameRows,
  }: { readonly last: number; readonly sameRows: boolean } & {
    readonly place: Place;
    readonly columns: readonly ReportColumn[];
  },
): Place {
  const { sheet, headRow, tailRow } = place;
  const fields = columns.map(({ field }) => field);
  const stays = new Map([...place.columns].filter(([field]) => sameRows && fields.includes(field)));
  const free = [...place.columns]
    .filter(([field]) => !stays.has(field))
    .map(([, position]) => position);
  free.sort((a, b) => a - b);
  const further = fields.length - stays.size - free.length;
  const end = Math.max(...place.columns.values());
  if (further > 0)
    makeRoomBeside(app, place, { end, count: further, last: Math.max(last, tailRow) });
  for (let i = 1; i <= further; i++) free.push(end + i);
  const positions = new Map(fields.map((field) => [field, stays.get(field) ?? free.shift() ?? 0]));
  dropMarks(app.spreadsheet, (value) => value.startsWith(`${id}|column|`));
  for (const [field, position] of positions)
    mark(wholeColumn(sheet, position), `${id}|column|${field}`);
  // From the right, so that those still to go stay where they are.
  for (const position of free.reverse()) {
    sheet.getRange(headRow, position, tailRow - headRow + 1, 1).clear();
    if (wholeColumn(sheet, position).isBlank()) sheet.deleteColumns(position, 1);
  }
  return findPlace(app, id, String(sheet.getSheetId())) ?? { ...place, columns: positions };
}

function makeRoomBeside(
  app: Pick<App, 'spreadsheet'>,
  { sheet, headRow }: Place,
  { end, count, last }: { readonly end: number; readonly count: number; readonly last: number },
): void {
  makeRoom(app, sheet, last, end + count);
  if (sheet.getRange(headRow, end + 1, last - headRow + 1, count).isBlank()) return;
  refuseTooLarge(app, count * sheet.getMaxRows());
  sheet.insertColumnsAfter(end, count);
}

/** Remembers where the figures end. */
export function moveTail(
  { spreadsheet }: Pick<App, 'spreadsheet'>,
  id: string,
  { sheet, headRow, tailRow }: Place,
  last: number,
): void {
  if (last === tailRow && last !== headRow) return;
  dropMarks(spreadsheet, (value) => value === `${id}|tail`);
  if (last > headRow) mark(wholeRow(sheet, last), `${id}|tail`);
}

/** Lets go of a place. The cells keep what they show. */
export const leavePlace = ({ spreadsheet }: Pick<App, 'spreadsheet'>, id: string): void =>
  dropMarks(spreadsheet, (value) => value.startsWith(`${id}|`));

function dropMarks(spreadsheet: App['spreadsheet'], wanted: (value: string) => boolean): void {
  for (const each of spreadsheet.createDeveloperMetadataFinder().withKey(MARK).find())
    if (wanted(each.getValue() ?? '')) each.remove();
}

const mark = (range: GoogleAppsScript.Spreadsheet.Range, value: string): void => {
  range.addDeveloperMetadata(MARK, value, SpreadsheetApp.DeveloperMetadataVisibility.DOCUMENT);
};

const wholeRow = (sheet: Sheet, row: number) => sheet.getRange(`${row}:${row}`);
