import type { LaunchType } from '../../core/ports/launch-ad.ts';
import { type Cell, isBlank } from '../../core/sheet/cells.ts';
import { type Template, templates, typeOf } from '../../core/sheet/column.ts';
import {
  hasHeaders,
  headerOf,
  headerRowOf,
  type Layout,
  readHeaders,
} from '../../core/sheet/headers.ts';
import type { LocatedFault } from '../../core/sheet/locate.ts';
import {
  type CellFault,
  readRows,
  type SheetAd,
  type SheetRow,
} from '../../core/sheet/read-rows.ts';
import { readKeyCell } from '../../core/sheet/row-keys.ts';
import type { SystemKey } from '../../core/sheet/system-columns.ts';
import type { App, Sheet, Spreadsheet } from '../base/app.ts';
import { columns } from '../base/platforms.ts';
import { Problem } from '../base/problem.ts';
import { local, say } from '../base/say.ts';
import { withChips } from './chips.ts';
import { wholeColumn } from './room.ts';

/** Marks a sheet as a launch sheet; it stays with the sheet when somebody renames it. */
export const LAUNCH_MARK = 'slipway-launch';

/** Marks a column that the template made, with its key: it is read whatever its header says. */
const COLUMN_MARK = 'slipway-column';

/** Headers are looked for in the first rows: people put titles above them. */
export const HEADERS_WITHIN = 20;

export interface LaunchSheet {
  readonly sheet: Sheet;
  readonly template: Template;
  /** The ad account it was made for, or empty: rows that name none are offered its lists. */
  readonly accountId: string;
  /** The keys of the columns it was made with. */
  readonly made: readonly string[];
}

/** Marks a sheet as what it was made for. */
export function markLaunchSheet(launchSheet: LaunchSheet): LaunchSheet {
  const { sheet, template, accountId, made } = launchSheet;
  const { DOCUMENT } = SpreadsheetApp.DeveloperMetadataVisibility;
  sheet.addDeveloperMetadata(LAUNCH_MARK, [template, accountId, made.join()].join('|'), DOCUMENT);
  return launchSheet;
}

/** @param first the position of the first of the columns, from 1 */
export function markColumns(sheet: Sheet, first: number, keys: readonly string[]): void {
  const { DOCUMENT } = SpreadsheetApp.DeveloperMetadataVisibility;
  keys.forEach((key, i) => {
    wholeColumn(sheet, first + i).addDeveloperMetadata(COLUMN_MARK, key, DOCUMENT);
  });
}

/** The keys of marked columns, by their position from 0. */
function columnMarks(sheet: Sheet): ReadonlyMap<number, string> {
  const marks = sheet.createDeveloperMetadataFinder().withKey(COLUMN_MARK).find();
  return new Map(
    marks.flatMap((mark): [number, string][] => {
      const column = mark.getLocation().getColumn();
      return column === null ? [] : [[column.getColumn() - 1, mark.getValue() ?? '']];
    }),
  );
}

export function readMark(
  sheet: Sheet,
  mark: GoogleAppsScript.Spreadsheet.DeveloperMetadata,
): LaunchSheet {
  const [template = '', accountId = '', made = ''] = (mark.getValue() ?? '').split('|');
  const isKnown = (templates as readonly string[]).includes(template);
  return {
    sheet,
    template: isKnown ? (template as Template) : 'all',
    accountId,
    made: made.split(',').filter((key) => key !== ''),
  };
}

export function launchSheets(spreadsheet: Spreadsheet): LaunchSheet[] {
  return spreadsheet
    .createDeveloperMetadataFinder()
    .withKey(LAUNCH_MARK)
    .find()
    .flatMap((mark) => {
      const sheet = mark.getLocation().getSheet();
      return sheet === null ? [] : [readMark(sheet, mark)];
    });
}

/** The launch sheet in front of the user, or the only one there is. */
export function currentLaunchSheet({ spreadsheet }: Pick<App, 'spreadsheet'>): LaunchSheet {
  const all = launchSheets(spreadsheet);
  const active = spreadsheet.getActiveSheet().getSheetId();
  const current =
    all.find(({ sheet }) => sheet.getSheetId() === active) ??
    adopted(spreadsheet.getActiveSheet(), all) ??
    (all.length === 1 ? all[0] : undefined);
  if (current !== undefined) return current;
  throw new Problem('other', all.length === 0 ? say('noLaunchSheet') : say('whichLaunchSheet'));
}

/** A launch sheet without a mark, such as a duplicate: it gets the mark of its twin. */
function adopted(sheet: Sheet, all: readonly LaunchSheet[]): LaunchSheet | undefined {
  const headers = readLaunchSheet({ sheet, template: 'all', accountId: '', made: [] }).layout;
  if (!headers.system.has('rowKey') || !headers.system.has('rowStatus')) return undefined;
  const twin = all.find(
    (each) => readLaunchSheet(each).layout.headers.join() === headers.headers.join(),
  );
  const { template = 'all', accountId = '', made = [] } = twin ?? {};
  return markLaunchSheet({ sheet, template, accountId, made });
}

/** A launch sheet as it was read at one moment. */
export interface OpenSheet extends LaunchSheet {
  readonly id: string;
  readonly layout: Layout;
  /** The row the headers stand in, as people count: rows may have been put above it. */
  readonly headerRow: number;
  /** Rows below the headers, in order. */
  readonly rows: readonly SheetRow[];
}

export function readLaunchSheet({ sheet, template, accountId, made }: LaunchSheet): OpenSheet {
  const { values, shown } = readAtOnce(() => sheet.getDataRange());
  const { headerRow, layout } = headersIn(sheet, shown.slice(0, HEADERS_WITHIN));
  const headerAt = headerRow - 1;
  const read = values.slice(headerAt + 1).map((cells, i): SheetRow => {
    const index = headerAt + 1 + i;
    return {
      number: index + 1,
      cells: cells.map((value, c): Cell => ({ value, shown: shown[index]?.[c] ?? '' })),
    };
  });
  const rows = withChips(sheet, layout, read);
  return {
    sheet,
    template,
    accountId,
    made,
    id: String(sheet.getSheetId()),
    layout,
    headerRow,
    rows,
  };
}

/** The headers among the first rows of a sheet. */
export function headersIn(
  sheet: Sheet,
  rows: readonly (readonly string[])[],
): Pick<OpenSheet, 'headerRow' | 'layout'> {
  const known = columns();
  const at = Math.max(0, headerRowOf(rows, known));
  return {
    headerRow: at + 1,
    layout: readHeaders(rows[at] ?? [], known, 'sheet', () => columnMarks(sheet)),
  };
}

/** Throws where the row of headers is gone, so that nothing is written. */
export function requireHeaders(open: OpenSheet): OpenSheet {
  if (!hasHeaders(open.layout))
    throw new Problem('other', say('headersGone', { sheet: open.sheet.getName() }));
  return open;
}

const NAMED = 5;

/** Misleading headers, columns of the template that are gone, and columns that are not read. */
export function headerRemarks({ layout, made, rows }: OpenSheet): string[] {
  const quoted = (headers: readonly string[]): string =>
    headers.map((header) => `“${header}”`).join(', ');
  // Some sheets have hundreds of columns of their own.
  const firstOf = (headers: readonly string[]): string =>
    headers.length <= NAMED
      ? quoted(headers)
      : `${quoted(headers.slice(0, NAMED))} … (${headers.length})`;
  const gone = made
    .filter((key) => !layout.positions.has(key))
    .flatMap((key) => headerOf(layout.known, key) ?? []);
  const read = new Set([
    ...layout.columns.map(({ position }) => position),
    ...layout.system.values(),
    ...layout.remarks.map(({ position }) => position),
  ]);
  const unread = layout.headers.filter(
    (header, position) =>
      header !== '' &&
      !read.has(position) &&
      rows.some(({ cells }) => !isBlank(cells[position]?.value)),
  );
  return [
    ...layout.remarks.map(local),
    ...(gone.length === 0 ? [] : [say('columnsGone', { columns: quoted(gone) })]),
    ...(unread.length === 0 ? [] : [say('columnsUnread', { columns: firstOf(unread) })]),
  ];
}

/** Some rows of a sheet whose headers are known. */
export function readPart(
  { sheet, template, accountId, made }: LaunchSheet,
  layout: Layout,
  headerRow: number,
  { first, count }: { readonly first: number; readonly count: number },
): OpenSheet {
  const { values, shown } = readAtOnce(() =>
    sheet.getRange(first, 1, count, Math.max(1, layout.headers.length)),
  );
  const read = values.map(
    (cells, i): SheetRow => ({
      number: first + i,
      cells: cells.map((value, c): Cell => ({ value, shown: shown[i]?.[c] ?? '' })),
    }),
  );
  const rows = withChips(sheet, layout, read);
  return {
    sheet,
    template,
    accountId,
    made,
    id: String(sheet.getSheetId()),
    layout,
    headerRow,
    rows,
  };
}

/**
 * Values and shown texts take two calls, and people may sort between them: where texts differ both
 * are read again, from a range that may be wider by then. A format that changes texts is taken as
 * it is in the end.
 */
export function readAtOnce(rangeNow: () => GoogleAppsScript.Spreadsheet.Range): {
  values: unknown[][];
  shown: string[][];
} {
  for (let round = 1; ; round++) {
    const range = rangeNow();
    const values = range.getValues() as unknown[][];
    const shown = range.getDisplayValues();
    const whole = values.every((row, r) =>
      row.every((value, c) => typeof value !== 'string' || value === shown[r]?.[c]),
    );
    if (whole || round === 3) return { values, shown };
  }
}

/** What a system column of a row says. */
export function systemText(
  { layout }: Pick<OpenSheet, 'layout'>,
  row: SheetRow,
  key: SystemKey,
): string {
  const position = layout.system.get(key);
  return position === undefined ? '' : (row.cells[position]?.shown ?? '');
}

/** The key of a row, without what stands beside it. */
export const keyOf = (open: Pick<OpenSheet, 'layout'>, row: SheetRow): string =>
  readKeyCell(systemText(open, row, 'rowKey')).key;

const fallbackType = ({ template }: OpenSheet): LaunchType | undefined => typeOf(template);

/** The numbers of the rows in which somebody wrote something. */
export const writtenRows = (open: OpenSheet): Set<number> =>
  new Set(readRows(open.layout, open.rows, fallbackType(open)).flatMap(({ rows }) => rows));

/**
 * A row that names no ad account means that of its sheet, unless something stands in the cell that
 * cannot be read.
 */
function ofSheetAccount(ad: SheetAd, accountId: string): SheetAd {
  const isNamed = ad.ad[ACCOUNT] !== undefined || ad.faults.some(({ key }) => key === ACCOUNT);
  return isNamed || accountId === '' ? ad : { ...ad, ad: { ...ad.ad, [ACCOUNT]: accountId } };
}

const ACCOUNT = 'adAccountId';

/** The ads of a sheet; merged cells are faults, because one of them holds the value. */
export function adsOf(open: OpenSheet): SheetAd[] {
  const merged = [...mergedFaults(open), ...formulaFaults(open), ...headerFaults(open)];
  return readRows(open.layout, open.rows, fallbackType(open)).map((read) => {
    const ad = ofSheetAccount(read, open.accountId);
    const more = merged.filter(({ row }) => ad.rows.includes(row));
    return more.length === 0 ? ad : { ...ad, faults: [...ad.faults, ...more] };
  });
}

/**
 * Texts of which Sheets made a number, a date or a truth: what is launched may not be what was
 * typed.
 */
export function convertedTexts({ sheet, layout, headerRow, rows }: OpenSheet): LocatedFault[] {
  const texts = layout.columns.filter(({ column }) => column.holds === 'text');
  return texts.flatMap(({ key, position }) => {
    const converted = rows.filter(({ cells }) => {
      const value = cells[position]?.value;
      return typeof value !== 'string' && !isBlank(value);
    });
    if (converted.length === 0) return [];
    const formulas = sheet
      .getRange(headerRow + 1, position + 1, Math.max(1, rows.length), 1)
      .getFormulas();
    return converted
      .filter(({ number }) => (formulas[number - headerRow - 1]?.[0] ?? '') === '')
      .map(({ number, cells }): LocatedFault => {
        const message = say('madeOfText', { shown: cells[position]?.shown ?? '' });
        return { row: number, key, position, code: 'converted_text', message };
      });
  });
}

/** `=UPPER(A2)`: a formula that stands as text in a cell of plain text. */
const FORMULA = /^=\s*("|\$?[A-Z]{1,3}\$?\d+\b|[A-Z][A-Z0-9.]*\()/i;

function formulaFaults({ layout, rows }: OpenSheet): CellFault[] {
  return rows.flatMap(({ number, cells }) =>
    layout.columns.flatMap(({ key, position }): CellFault[] => {
      const value = cells[position]?.value;
      if (typeof value !== 'string' || !FORMULA.test(value.trim())) return [];
      const message = say('formulaAsText');
      return [{ row: number, key, code: 'formula_as_text', message }];
    }),
  );
}

/** A row of headers that was pasted into the data along with its rows. */
function headerFaults({ layout, rows }: OpenSheet): CellFault[] {
  const said = layout.columns.map(({ position, key }) => ({
    position,
    key,
    header: layout.headers[position] ?? '',
  }));
  return rows.flatMap(({ number, cells }): CellFault[] => {
    const same = said.filter(
      ({ position, header }) => header !== '' && cells[position]?.value === header,
    );
    if (same.length < 3) return [];
    return [
      {
        row: number,
        key: same[0]?.key ?? '',
        code: 'repeated_headers',
        message: say('repeatedHeaders'),
      },
    ];
  });
}

function mergedFaults({ sheet, layout, headerRow, rows }: OpenSheet): CellFault[] {
  const last = headerRow + rows.length;
  return sheet
    .getDataRange()
    .getMergedRanges()
    .flatMap((merge) => {
      const [top, left] = [merge.getRow(), merge.getColumn()];
      const [bottom, right] = [top + merge.getNumRows() - 1, left + merge.getNumColumns() - 1];
      return layout.columns
        .filter(({ position }) => position + 1 >= left && position + 1 <= right)
        .flatMap(({ key }) =>
          rows
            .filter(({ number }) => number >= top && number <= bottom && number <= last)
            .map(({ number }) => ({
              row: number,
              key,
              code: 'merged_cells',
              message: say('mergedCell', { cells: merge.getA1Notation() }),
            })),
        );
    });
}
