import {
  columnPositions,
  type RuleColumnKey,
  ruleColumns,
} from '../../../core/features/automations/sheet/columns.ts';
import type { RowCells } from '../../../core/features/automations/sheet/read-row.ts';
import type { RuleWords } from '../../../core/features/automations/sheet/words.ts';
import { labelled } from '../../../core/sheet/cells.ts';
import type { Account } from '../../base/accounts.ts';
import type { App, Sheet } from '../../base/app.ts';
import { Problem } from '../../base/problem.ts';
import { say } from '../../base/say.ts';
import { HEADERS_WITHIN } from '../../sheet/launch-sheet.ts';
import { runsOf } from '../../sheet/runs.ts';
import { guardSystemColumns, styleSystemHeaders } from '../../sheet/system-cells.ts';
import { freeName, setWidths } from '../../sheet/template.ts';

/** Marks a sheet as a rules sheet; it stays with the sheet when somebody renames it. */
const RULES_MARK = 'slipway-rules';

/** A row in which somebody wrote something. */
export interface WrittenRow {
  readonly number: number;
  readonly cells: RowCells;
}

export interface RulesSheet {
  readonly sheet: Sheet;
  /** Positions from 1. */
  readonly columns: ReadonlyMap<RuleColumnKey, number>;
  readonly headerRow: number;
  readonly rows: readonly WrittenRow[];
}

/** Makes a sheet with a row for each rule. */
export function createRulesSheet(
  { spreadsheet }: Pick<App, 'spreadsheet'>,
  words: RuleWords,
  accounts: readonly Account[],
): Sheet {
  const sheet = spreadsheet.insertSheet(freeName(spreadsheet.getSheets(), say('rulesSheetName')));
  const lacking = ruleColumns.length - sheet.getMaxColumns();
  if (lacking > 0) sheet.insertColumnsAfter(sheet.getMaxColumns(), lacking);
  const rows = sheet.getMaxRows();
  // Times, numbers and ids stay as they are written.
  sheet
    .getRange(1, 1, rows, ruleColumns.length)
    .setNumberFormat('@')
    .setVerticalAlignment('top')
    .setWrap(true);
  const headers = sheet.getRange(1, 1, 1, ruleColumns.length);
  headers.setValues([ruleColumns.map(({ header }) => header)]);
  headers.setNotes([ruleColumns.map(({ note }) => note)]);
  headers.setFontWeight('bold').setBackground('#d2e3fc').setFontColor('#174ea6');
  sheet.setFrozenRows(1);
  sheet.setFrozenColumns(1);
  setWidths(
    sheet,
    ruleColumns.map(({ width }) => width),
  );
  const lists: { readonly [K in RuleColumnKey]?: readonly string[] } = {
    template: words.templates.map(({ title }) => title),
    accounts: accounts
      .filter(({ status }) => status === 'active')
      .map(({ name, id }) => labelled(name, id)),
  };
  ruleColumns.forEach(({ key, choices = lists[key], isHidden }, i) => {
    const cells = sheet.getRange(2, i + 1, rows - 1, 1);
    if (choices !== undefined && choices.length > 0 && choices.length <= MOST_CHOICES)
      cells.setDataValidation(
        SpreadsheetApp.newDataValidation()
          .requireValueInList([...choices], true)
          .setAllowInvalid(true)
          .build(),
      );
    if (isHidden) sheet.hideColumns(i + 1, 1);
  });
  const first = ruleColumns.findIndex(({ isSystem }) => isSystem);
  const count = ruleColumns.length - first;
  styleSystemHeaders(sheet.getRange(1, first + 1, 1, count));
  guardSystemColumns(sheet.getRange(1, first + 1, rows, count));
  sheet.setTabColor('#137333');
  sheet.addDeveloperMetadata(RULES_MARK, '1', SpreadsheetApp.DeveloperMetadataVisibility.DOCUMENT);
  return sheet;
}

/** A list in a validation takes 500 values. */
const MOST_CHOICES = 500;

/** The rules sheet in front of the user, or the only one there is. */
export function currentRulesSheet({ spreadsheet }: Pick<App, 'spreadsheet'>): Sheet {
  const all = spreadsheet
    .createDeveloperMetadataFinder()
    .withKey(RULES_MARK)
    .find()
    .flatMap((mark) => mark.getLocation().getSheet() ?? []);
  const active = spreadsheet.getActiveSheet();
  const current =
    all.find((sheet) => sheet.getSheetId() === active.getSheetId()) ??
    (all.length === 1 ? all[0] : undefined);
  if (current !== undefined) return current;
  // A copy of a rules sheet has no mark.
  if (hasHeaders(readRulesSheet(active))) return active;
  throw new Problem('other', all.length === 0 ? say('noRulesSheet') : say('whichRulesSheet'));
}

const hasHeaders = ({ columns }: RulesSheet): boolean =>
  columns.has('when') && columns.has('actions') && columns.has('verdict');

export function readRulesSheet(sheet: Sheet): RulesSheet {
  const shown = sheet.getDataRange().getDisplayValues();
  const positions = shown.slice(0, HEADERS_WITHIN).map((row) => columnPositions(row));
  const best = positions.reduce(
    (at, each, i) => (each.size > (positions[at]?.size ?? 0) ? i : at),
    0,
  );
  const columns = new Map(
    [...(positions[best] ?? [])].map(([key, position]) => [key, position + 1]),
  );
  const rows = shown.slice(best + 1).flatMap((row, i): WrittenRow[] => {
    const cells: RowCells = Object.fromEntries(
      [...columns].map(([key, position]) => [key, row[position - 1] ?? '']),
    );
    return writtenText(cells) === '' ? [] : [{ number: best + 2 + i, cells }];
  });
  return { sheet, columns, headerRow: best + 1, rows };
}

/** Refuses a sheet in which verdicts have no place. */
export function openRulesSheet(app: Pick<App, 'spreadsheet'>): RulesSheet {
  const open = readRulesSheet(currentRulesSheet(app));
  const missing = ruleColumns.filter(({ key, isSystem }) => isSystem && !open.columns.has(key));
  if (missing.length > 0)
    throw new Problem(
      'other',
      say('rulesColumnsMissing', { columns: missing.map(({ header }) => header).join(', ') }),
    );
  return open;
}

const own = ruleColumns.filter(({ isSystem }) => !isSystem).map(({ key }) => key);

/** What people wrote into a row. */
const writtenText = (cells: RowCells): string =>
  own
    .map((key) => cells[key]?.trim() ?? '')
    .join('\n')
    .trim();

/** Writes cells back to rows found by what they say; a row that was edited since is left alone. */
export function writeBack(before: RulesSheet, row: WrittenRow, cells: RowCells): void {
  const open = readRulesSheet(before.sheet);
  const same = open.rows.filter(
    (each) =>
      writtenText(each.cells) === writtenText(row.cells) &&
      (each.cells.ruleId === row.cells.ruleId || each.cells.ruleId === cells.ruleId),
  );
  const found = same.find(({ number }) => number === row.number) ?? same[0];
  if (found === undefined) return;
  const written = ruleColumns
    .filter(({ key }) => cells[key] !== undefined)
    .map(({ key }) => ({ field: key }));
  for (const { start, columns } of runsOf(open, written))
    open.sheet
      .getRange(found.number, start, 1, columns.length)
      .setNumberFormat('@')
      .setValues([columns.map(({ column }) => cells[column.field] ?? '')]);
}
