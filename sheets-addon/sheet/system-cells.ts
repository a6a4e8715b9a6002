import { READY } from '../../core/sheet/column.ts';
import { hasHeaders } from '../../core/sheet/headers.ts';
import { a1 } from '../../core/sheet/locate.ts';
import type { SheetRow } from '../../core/sheet/read-rows.ts';
import { rowStatuses } from '../../core/sheet/row-status.ts';
import {
  type SystemColumn,
  type SystemKey,
  systemColumns,
} from '../../core/sheet/system-columns.ts';
import { say } from '../base/say.ts';
import {
  type LaunchSheet,
  markColumns,
  type OpenSheet,
  readLaunchSheet,
  requireHeaders,
  systemText,
} from './launch-sheet.ts';

/** Contents of system columns; those not named keep what they hold. */
export type SystemCells = { readonly [K in SystemKey]?: string };

/** Opens a launch sheet and puts back the system columns that somebody deleted, at its end. */
export function openWithSystemColumns(launchSheet: LaunchSheet): OpenSheet {
  const hasAll = ({ layout }: OpenSheet): boolean =>
    systemColumns.every(({ key }) => layout.system.has(key));
  const first = withOwnHeaders(launchSheet, readLaunchSheet(launchSheet));
  if (hasAll(first)) return first;
  // A column that is inserted while the sheet is read pushes the last one out of what is read.
  const open = requireHeaders(readLaunchSheet(launchSheet));
  if (hasAll(open)) return open;
  const isKeyless = !open.layout.system.has('rowKey');
  const ready = open.layout.positions.get(READY);
  const { sheet } = open;
  if (isKeyless && ready !== undefined) {
    // Beside the ticks, where what people select takes it along.
    sheet.insertColumnsAfter(ready + 1, 1);
    putColumns(
      open,
      ready + 2,
      systemColumns.filter(({ key }) => key === 'rowKey'),
    );
  }
  const missing = systemColumns.filter(
    ({ key }) => !open.layout.system.has(key) && !(key === 'rowKey' && ready !== undefined),
  );
  if (missing.length > 0) putColumns(open, Math.max(sheet.getLastColumn(), 1) + 1, missing);
  const restored = readLaunchSheet(launchSheet);
  paintRules(restored);
  return restored;
}

/** Values that only we write: ids, addresses, times, keys, sentences; an empty one too. */
const WRITTEN = /^$|\n|\.$|^\d[\d.,]*(E\+\d+)?$|^https?:|^\||^\d{4}-\d\d-\d\d |^(R-\w+|\?) \S/;

/**
 * Columns are known by their marks, whatever their headers say. A header that says what we write
 * into rows was hit by a write that ended there, when somebody put a row above: it is written back.
 */
function withOwnHeaders(launchSheet: LaunchSheet, open: OpenSheet): OpenSheet {
  const { sheet, headerRow, layout } = open;
  const statuses = Object.values(rowStatuses).map(({ word }): string => word);
  const hit = systemColumns.filter(({ key }) => {
    const position = layout.system.get(key);
    const header = layout.headers[position ?? -1];
    return (
      header !== undefined &&
      (WRITTEN.test(header) ||
        (key === 'rowStatus' && statuses.includes(header.split(',')[0] ?? '')))
    );
  });
  if (hit.length === 0 || !hasHeaders(layout)) return open;
  for (const { key, header } of hit)
    sheet.getRange(headerRow, (layout.system.get(key) ?? 0) + 1).setValue(header);
  return readLaunchSheet(launchSheet);
}

function putColumns(open: OpenSheet, first: number, missing: readonly SystemColumn[]): void {
  const { sheet } = open;
  const lacking = first + missing.length - 1 - sheet.getMaxColumns();
  if (lacking > 0) sheet.insertColumnsAfter(sheet.getMaxColumns(), lacking);
  const columns = sheet.getRange(1, first, sheet.getMaxRows(), missing.length);
  columns.setNumberFormat('@').setVerticalAlignment('middle');
  const headers = sheet.getRange(open.headerRow, first, 1, missing.length);
  headers.setValues([missing.map(({ header }) => header)]);
  headers.setNotes([missing.map(({ note }) => note)]);
  markColumns(
    sheet,
    first,
    missing.map(({ key }) => key),
  );
  styleSystemHeaders(headers);
  guardSystemColumns(columns);
  missing.forEach(({ key, width }, i) => {
    sheet.setColumnWidth(first + i, width);
    if (inTheBackground.includes(key)) sheet.hideColumns(first + i, 1);
  });
}

/** Columns only the add-on looks at. */
export const inTheBackground: readonly string[] = ['marks', 'rowKey'] satisfies SystemKey[];

/** Whoever types there is warned, and may go on. */
export function guardSystemColumns(columns: GoogleAppsScript.Spreadsheet.Range): void {
  columns.protect().setDescription(say('writtenBySlipway')).setWarningOnly(true);
}

export function styleSystemHeaders(headers: GoogleAppsScript.Spreadsheet.Range): void {
  headers.setFontWeight('bold').setBackground('#e8eaed').setFontColor('#5f6368');
}

/** Colours for statuses and marked cells. The user's own colours are never touched. */
export function paintRules({
  sheet,
  layout,
  headerRow,
}: Pick<OpenSheet, 'sheet' | 'layout' | 'headerRow'>): void {
  const rows = sheet.getMaxRows() - headerRow;
  const own = (rule: GoogleAppsScript.Spreadsheet.ConditionalFormatRule): boolean => {
    const [text] = (rule.getBooleanCondition()?.getCriteriaValues() ?? []) as string[];
    return (
      text !== undefined &&
      (text.includes('FIND("|"&') || Object.values(rowStatuses).some(({ word }) => word === text))
    );
  };
  const rules = sheet.getConditionalFormatRules().filter((rule) => !own(rule));
  const status = layout.system.get('rowStatus');
  const marks = layout.system.get('marks');
  if (marks !== undefined)
    rules.push(
      // Arguments are separated by a semicolon: every locale takes it, while a comma is a decimal
      // sign in many (googleapis/google-api-nodejs-client#1994, mricon/ingress-fieldplan#5).
      SpreadsheetApp.newConditionalFormatRule()
        .setRanges([sheet.getRange(headerRow + 1, 1, rows, sheet.getMaxColumns())])
        .whenFormulaSatisfied(
          `=ISNUMBER(FIND("|"&A$${headerRow}&"|";$${a1(marks, headerRow + 1)}))`,
        )
        .setBackground('#fad2cf')
        .setFontColor('#a50e0e')
        .build(),
    );
  if (status !== undefined)
    for (const { word, background, text } of Object.values(rowStatuses))
      rules.push(
        SpreadsheetApp.newConditionalFormatRule()
          .setRanges([sheet.getRange(headerRow + 1, status + 1, rows, 1)])
          .whenTextStartsWith(word)
          .setBackground(background)
          .setFontColor(text)
          .build(),
      );
  sheet.setConditionalFormatRules(rules);
}

/**
 * Writes system cells by row number, neighbouring columns together, over the rows that change.
 * People may sort, insert or delete between reading and writing. The sheet is read again
 * afterwards: where rows or columns have moved, cells that were hit get back what their rows held,
 * and the answer is true: look and write again.
 */
export const writeSystemCells = (
  open: OpenSheet,
  cells: ReadonlyMap<number, SystemCells>,
  readAgain: () => OpenSheet = () => readLaunchSheet(open),
): boolean => writeBlocks(open, blocksOf(open, cells), readAgain);

/** How often what was hit is given back while people move things; the next look does the rest. */
const ROUNDS = 6;

function writeBlocks(
  open: OpenSheet,
  blocks: readonly Block[],
  readAgain: () => OpenSheet,
): boolean {
  if (blocks.length === 0) return false;
  const refused = tryToWrite(open, blocks);
  let after = readAgain();
  const keys = ({ rows, ...of }: OpenSheet): string =>
    rows.map((row) => systemText(of, row, 'rowKey')).join();
  const isUnmoved = after.layout.headers.join() === open.layout.headers.join();
  if (isUnmoved && refused !== undefined && keys(after) === keys(open)) throw refused;
  if (
    isUnmoved &&
    refused === undefined &&
    keys(after) === expectedKeys(open, blocks) &&
    isThere(after, blocks)
  )
    return false;
  const touched = [...blocks];
  for (let round = 1; round <= ROUNDS; round++) {
    const wrong = [...headersBack(open, after, touched), ...givenBack(open, after, touched)];
    if (wrong.length === 0) break;
    tryToWrite(after, wrong);
    touched.push(...wrong);
    after = readAgain();
  }
  return true;
}

/** Why they were not written: rows may have been deleted meanwhile. */
function tryToWrite(open: OpenSheet, blocks: readonly Block[]): unknown {
  try {
    for (const block of blocks) writeBlock(open, block);
    return undefined;
  } catch (error) {
    return error;
  } finally {
    SpreadsheetApp.flush();
  }
}

interface Block {
  readonly row: number;
  readonly column: number;
  readonly values: unknown[][];
}

function blocksOf({ layout, rows }: OpenSheet, cells: ReadonlyMap<number, SystemCells>): Block[] {
  const changed = new Map<SystemKey, Map<number, string>>();
  for (const row of rows)
    for (const [key, position] of layout.system) {
      const wanted = cells.get(row.number)?.[key];
      if (wanted === undefined || wanted === String(row.cells[position]?.value ?? '')) continue;
      const column = changed.get(key) ?? new Map<number, string>();
      changed.set(key, column);
      column.set(row.number, wanted);
    }
  return runsOf(
    [...changed.keys()].map((key) => ({ key, position: layout.system.get(key) ?? 0 })),
  ).map((run) => {
    const touched = run.flatMap(({ key }) => [...(changed.get(key)?.keys() ?? [])]);
    const [first, last] = [Math.min(...touched), Math.max(...touched)];
    const values = rows
      .filter(({ number }) => number >= first && number <= last)
      .map((row) =>
        run.map(
          ({ key, position }) =>
            changed.get(key)?.get(row.number) ?? String(row.cells[position]?.value ?? ''),
        ),
      );
    return { row: first, column: (run[0]?.position ?? 0) + 1, values };
  });
}

function expectedKeys(open: OpenSheet, blocks: readonly Block[]): string {
  const position = open.layout.system.get('rowKey');
  const written = position === undefined ? new Map<number, unknown>() : writtenAt(blocks, position);
  return open.rows.map((row) => written.get(row.number) ?? systemText(open, row, 'rowKey')).join();
}

/** Whether all that was written stands where it was written: rows may have moved and come back. */
function isThere({ rows }: OpenSheet, blocks: readonly Block[]): boolean {
  const byNumber = new Map(rows.map((row) => [row.number, row]));
  return blocks.every(({ row, column, values }) =>
    values.every((line, r) =>
      line.every(
        (value, c) => (byNumber.get(row + r)?.cells[column - 1 + c]?.value ?? '') === value,
      ),
    ),
  );
}

/** What was written into a column, by row number. */
const writtenAt = (blocks: readonly Block[], position: number): Map<number, unknown> =>
  new Map(
    blocks
      .filter(
        ({ column, values }) =>
          position + 1 >= column && position + 1 < column + (values[0]?.length ?? 0),
      )
      .flatMap(({ row, column, values }) =>
        values.map((line, i) => [row + i, line[position + 1 - column]] as const),
      ),
  );

/**
 * Puts back what was written beside its rows and columns. Rows may have moved on with what hit
 * them, so all are looked at, in the columns written and those up to where their headers stand now.
 */
function givenBack(before: OpenSheet, after: OpenSheet, blocks: readonly Block[]): Block[] {
  const hit = new Set<number>();
  for (const { column, values } of blocks)
    for (let position = column - 1; position < column - 1 + (values[0]?.length ?? 0); position++) {
      const now = after.layout.headers.indexOf(before.layout.headers[position] ?? '');
      for (let each = position; each <= Math.max(position, now); each++) hit.add(each);
    }
  const written = new Set(
    blocks.flatMap(({ values }) => values.flat()).flatMap((value) => [value, Number(value)]),
  );
  const isSystem = new Set(after.layout.system.values());
  const held = heldRows(before, after, hit);
  return [...hit].flatMap((position) => {
    const header = after.layout.headers[position] ?? '';
    const former = header === '' ? -1 : before.layout.headers.indexOf(header);
    const wrong = after.rows.flatMap((row) => {
      const shows = row.cells[position]?.value ?? '';
      const was = held.get(row.number);
      // People may have typed into other columns, and into inserted rows.
      if (!(isSystem.has(position) && was !== undefined) && !written.has(shows)) return [];
      const value = was?.cells[former]?.value ?? '';
      return value === shows ? [] : [{ position: row.number, value }];
    });
    return runsOf(wrong).map((run) => ({
      row: run[0]?.position ?? 0,
      column: position + 1,
      values: run.map(({ value }) => [value]),
    }));
  });
}

/** Headers of our columns that were written over, where a row was put above them in that moment. */
function headersBack(
  { layout: before }: OpenSheet,
  { sheet, headerRow, layout }: OpenSheet,
  blocks: readonly Block[],
): Block[] {
  const written = new Set(
    blocks.flatMap(({ values }) => values.flat()).flatMap((value) => [value, Number(value)]),
  );
  return [...before.system].flatMap(([key, former]) => {
    const [position, header = ''] = [layout.system.get(key), before.headers[former]];
    if (position === undefined || layout.headers[position] === header) return [];
    // What somebody typed there stays.
    const isOurs = written.has(sheet.getRange(headerRow, position + 1).getValue());
    return isOurs ? [{ row: headerRow, column: position + 1, values: [[header]] }] : [];
  });
}

/**
 * What each row held before, by its number: told by its key, or by what it says where keys may have
 * been hit.
 */
function heldRows(
  before: OpenSheet,
  after: OpenSheet,
  hit: ReadonlySet<number>,
): ReadonlyMap<number, SheetRow> {
  const isKeyHit = [before, after].some(({ layout }) => hit.has(layout.system.get('rowKey') ?? -1));
  const unhit = after.layout.columns
    .filter(({ position }) => !hit.has(position))
    .map(({ key }) => key);
  const mark = ({ layout }: OpenSheet, row: SheetRow): string =>
    isKeyHit
      ? unhit.map((key) => row.cells[layout.positions.get(key) ?? -1]?.shown ?? '').join('|')
      : systemText({ layout }, row, 'rowKey');
  const marked = new Map<string, SheetRow[]>();
  for (const row of before.rows) {
    const same = marked.get(mark(before, row));
    if (same === undefined) marked.set(mark(before, row), [row]);
    else same.push(row);
  }
  // Rows that say the same are taken in their order.
  return new Map(
    after.rows.flatMap((row) =>
      (marked.get(mark(after, row))?.splice(0, 1) ?? []).map((was) => [row.number, was]),
    ),
  );
}

function writeBlock({ sheet, layout }: OpenSheet, { row, column, values }: Block): void {
  const range = sheet.getRange(row, column, values.length, values[0]?.length ?? 1);
  // Ids of eighteen digits and texts that begin with = stay what they are only as plain text.
  if ([...layout.system.values()].includes(column - 1)) range.setNumberFormat('@');
  range.setValues(values);
}

/** Columns, or rows, grouped to runs without gaps. */
function runsOf<T extends { readonly position: number }>(columns: readonly T[]): T[][] {
  const runs: T[][] = [];
  for (const column of [...columns].sort((a, b) => a.position - b.position)) {
    const run = runs[runs.length - 1];
    if (run !== undefined && run[run.length - 1]?.position === column.position - 1)
      run.push(column);
    else runs.push([column]);
  }
  return runs;
}
