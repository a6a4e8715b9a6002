import { READY } from '../../core/sheet/columns.ts';
import { a1 } from '../../core/sheet/locate.ts';
import { rowStatuses } from '../../core/sheet/row-status.ts';
import { type SystemColumn, type SystemKey, systemColumns } from '../../core/sheet/system-columns.ts';
import type { Sheet } from '../app.ts';
import { say } from '../say.ts';
import { type LaunchSheet, type OpenSheet, readLaunchSheet, systemText } from './launch-sheet.ts';

/** What shall stand in the system columns of a row; columns that are not named keep what they hold. */
export type SystemCells = { readonly [K in SystemKey]?: string };

/** Opens a launch sheet and puts back the system columns that somebody deleted, at its end. */
export function openWithSystemColumns(launchSheet: LaunchSheet): OpenSheet {
  const open = readLaunchSheet(launchSheet);
  if (systemColumns.every(({ key }) => open.layout.system.has(key))) return open;
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
  const missing = systemColumns.filter(({ key }) => !open.layout.system.has(key) && !(key === 'rowKey' && ready !== undefined));
  if (missing.length > 0) putColumns(open, Math.max(sheet.getLastColumn(), 1) + 1, missing);
  const restored = readLaunchSheet(launchSheet);
  paintRules(restored);
  return restored;
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

/** Colours by what the cells say: statuses in words, and the marked cells of each row. The user's own colours are never touched. */
export function paintRules({ sheet, layout, headerRow }: Pick<OpenSheet, 'sheet' | 'layout' | 'headerRow'>): void {
  const rows = sheet.getMaxRows() - headerRow;
  const own = (rule: GoogleAppsScript.Spreadsheet.ConditionalFormatRule): boolean => {
    const [text] = (rule.getBooleanCondition()?.getCriteriaValues() ?? []) as string[];
    return text !== undefined && (text.includes('FIND("|"&') || Object.values(rowStatuses).some(({ word }) => word === text));
  };
  const rules = sheet.getConditionalFormatRules().filter((rule) => !own(rule));
  const status = layout.system.get('rowStatus');
  const marks = layout.system.get('marks');
  if (marks !== undefined)
    rules.push(
      // Arguments are separated by a semicolon: every locale takes it, while a comma is a decimal sign in many
      // (googleapis/google-api-nodejs-client#1994, mricon/ingress-fieldplan#5).
      SpreadsheetApp.newConditionalFormatRule()
        .setRanges([sheet.getRange(headerRow + 1, 1, rows, sheet.getMaxColumns())])
        .whenFormulaSatisfied(`=ISNUMBER(FIND("|"&A$${headerRow}&"|";$${a1(marks, headerRow + 1)}))`)
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
 * Writes system cells, by row number. Columns that stand side by side are written together, over the rows
 * that change; nothing else is touched.
 *
 * People may sort, insert or delete between reading and writing; there is no way to keep them from it. So the sheet is
 * read again afterwards: when rows or columns have moved, cells of theirs that were hit get back what they
 * held, and the answer is true: look again and write again.
 */
export function writeSystemCells(
  open: OpenSheet,
  cells: ReadonlyMap<number, SystemCells>,
  readAgain: () => OpenSheet = () => readLaunchSheet(open),
): boolean {
  const blocks = blocksOf(open, cells);
  if (blocks.length === 0) return false;
  for (const { row, column, values } of blocks) writeBlock(open.sheet, row, column, values);
  SpreadsheetApp.flush();
  const after = readAgain();
  const keys = ({ rows, ...of }: OpenSheet): string => rows.map((row) => systemText(of, row, 'rowKey')).join();
  if (after.layout.headers.join() === open.layout.headers.join() && keys(after) === expectedKeys(open, cells)) return false;
  for (const block of blocks) giveBack(open, after, block);
  return true;
}

interface Block {
  readonly row: number;
  readonly column: number;
  readonly values: string[][];
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
  return runsOf([...changed.keys()].map((key) => ({ key, position: layout.system.get(key) ?? 0 }))).map((run) => {
    const touched = run.flatMap(({ key }) => [...(changed.get(key)?.keys() ?? [])]);
    const [first, last] = [Math.min(...touched), Math.max(...touched)];
    const values = rows
      .filter(({ number }) => number >= first && number <= last)
      .map((row) =>
        run.map(({ key, position }) => changed.get(key)?.get(row.number) ?? String(row.cells[position]?.value ?? '')),
      );
    return { row: first, column: (run[0]?.position ?? 0) + 1, values };
  });
}

const expectedKeys = (open: OpenSheet, cells: ReadonlyMap<number, SystemCells>): string =>
  open.rows.map((row) => cells.get(row.number)?.rowKey ?? systemText(open, row, 'rowKey')).join();

/** Columns that were hit instead of the ones that were meant get back what they held, row by row, found by key where there is one. */
function giveBack(before: OpenSheet, after: OpenSheet, { row, column, values }: Block): void {
  const byKey = new Map(before.rows.map((each) => [systemText(before, each, 'rowKey'), each]));
  const byNumber = new Map(before.rows.map((each) => [each.number, each]));
  (values[0] ?? []).forEach((_, offset) => {
    const position = column - 1 + offset;
    const header = after.layout.headers[position] ?? '';
    if (header === before.layout.headers[position]) return;
    const former = header === '' ? -1 : before.layout.headers.indexOf(header);
    const held = values.map((__, i) => {
      const now = after.rows.find(({ number }) => number === row + i);
      const key = now === undefined ? '' : systemText(after, now, 'rowKey');
      const was = key === '' ? byNumber.get(row + i) : byKey.get(key);
      return [was?.cells[former]?.value ?? ''];
    });
    after.sheet.getRange(row, position + 1, values.length, 1).setValues(held);
  });
}

function writeBlock(sheet: Sheet, row: number, column: number, block: string[][]): void {
  const range = sheet.getRange(row, column, block.length, block[0]?.length ?? 1);
  // Ids of eighteen digits and texts that begin with = stay what they are only as plain text.
  range.setNumberFormat('@');
  range.setValues(block);
}

/** Columns grouped to runs without gaps. */
function runsOf<T extends { readonly position: number }>(columns: readonly T[]): T[][] {
  const runs: T[][] = [];
  for (const column of [...columns].sort((a, b) => a.position - b.position)) {
    const run = runs[runs.length - 1];
    if (run !== undefined && run[run.length - 1]?.position === column.position - 1) run.push(column);
    else runs.push([column]);
  }
  return runs;
}
