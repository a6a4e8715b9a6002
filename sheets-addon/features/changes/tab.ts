import type { DecimalSign } from '../../../core/base/amount.ts';
import {
  columnsOf,
  levelOf,
  missingColumns,
  type ObjectKey,
  type ObjectLayout,
  type ObjectLevel,
  objectLayout,
  objectLevels,
} from '../../../core/features/changes/sheet/columns.ts';
import { makingIn, textIn } from '../../../core/features/changes/sheet/rows.ts';
import type { Cell } from '../../../core/sheet/cells.ts';
import { AD_KEY, READY } from '../../../core/sheet/column.ts';
import { type PlacedColumn, readHeaders } from '../../../core/sheet/headers.ts';
import { a1 } from '../../../core/sheet/locate.ts';
import type { App, Sheet } from '../../base/app.ts';
import { fileDecimalSign } from '../../base/locale.ts';
import { columns } from '../../base/platforms.ts';
import { Problem } from '../../base/problem.ts';
import { say } from '../../base/say.ts';
import { readAtOnce } from '../../sheet/launch-sheet.ts';
import { guardSystemColumns, styleSystemHeaders } from '../../sheet/system-cells.ts';
import { freeName, setWidths } from '../../sheet/template.ts';

/** Marks a sheet as a tab of what exists; the value is its level. */
const MARK = 'slipway-objects';
const NAMES = { campaign: 'campaignsTab', adset: 'adSetsTab', ad: 'adsTab' } as const;

export interface ObjectTab {
  readonly sheet: Sheet;
  readonly level: ObjectLevel;
}

export interface TabRow {
  readonly row: number;
  readonly cells: readonly Cell[];
}

/** A tab as it was read at one moment. */
export interface OpenTab extends ObjectTab {
  readonly layout: ObjectLayout;
  readonly headerRow: number;
  readonly rows: readonly TabRow[];
  /** How its amounts are written. */
  readonly decimal: DecimalSign | undefined;
}

/**
 * All of them, campaigns first. A duplicate without its mark, in front of the user, gets it back.
 */
export function objectTabs({ spreadsheet }: Pick<App, 'spreadsheet'>): ObjectTab[] {
  const marked = spreadsheet
    .createDeveloperMetadataFinder()
    .withKey(MARK)
    .find()
    .flatMap((mark): ObjectTab[] => {
      const sheet = mark.getLocation().getSheet();
      const level = objectLevels.find((each) => each === mark.getValue());
      return sheet === null || level === undefined ? [] : [{ sheet, level }];
    });
  const active = spreadsheet.getActiveSheet();
  const isKnown = marked.some(({ sheet }) => sheet.getSheetId() === active.getSheetId());
  const all = [...marked, ...(isKnown || marked.length === 0 ? [] : adopted(active))];
  return objectLevels.flatMap((level) => all.filter((tab) => tab.level === level));
}

function adopted(sheet: Sheet): ObjectTab[] {
  const [headers = []] = sheet
    .getRange(1, 1, 1, Math.max(1, sheet.getLastColumn()))
    .getDisplayValues();
  const level = levelOf(headers);
  return level === undefined ? [] : [marking({ sheet, level })];
}

function marking(tab: ObjectTab): ObjectTab {
  tab.sheet.addDeveloperMetadata(
    MARK,
    tab.level,
    SpreadsheetApp.DeveloperMetadataVisibility.DOCUMENT,
  );
  return tab;
}

/** The tab of a level: the one in front, else the first, else a new one. */
export function tabFor(app: Pick<App, 'spreadsheet'>, level: ObjectLevel): ObjectTab {
  const all = objectTabs(app).filter((tab) => tab.level === level);
  const active = app.spreadsheet.getActiveSheet().getSheetId();
  return all.find(({ sheet }) => sheet.getSheetId() === active) ?? all[0] ?? createTab(app, level);
}

function createTab({ spreadsheet }: Pick<App, 'spreadsheet'>, level: ObjectLevel): ObjectTab {
  const sheet = spreadsheet.insertSheet(freeName(spreadsheet.getSheets(), say(NAMES[level])));
  const columns = columnsOf(level);
  if (columns.length > sheet.getMaxColumns())
    sheet.insertColumnsAfter(sheet.getMaxColumns(), columns.length - sheet.getMaxColumns());
  const rows = sheet.getMaxRows();
  const headers = sheet.getRange(1, 1, 1, columns.length);
  headers
    .setValues([columns.map(({ header }) => header)])
    .setNotes([columns.map(({ note }) => note)]);
  headers.setFontWeight('bold').setBackground('#d2e3fc').setFontColor('#174ea6').setWrap(true);
  headers.protect().setDescription(say('readHeaders')).setWarningOnly(true);
  sheet.setFrozenRows(1);
  sheet.setFrozenColumns(columns.findIndex(({ key }) => key === 'name') + 1);
  setWidths(
    sheet,
    columns.map(({ width }) => width),
  );
  setFormats(
    sheet,
    objectLayout(
      level,
      columns.map(({ header }) => header),
    ),
    2,
    rows - 1,
  );
  const at = (key: ObjectKey): number => columns.findIndex((column) => column.key === key) + 1;
  const choices = SpreadsheetApp.newDataValidation()
    .requireValueInList(['ACTIVE', 'PAUSED', 'DELETED'], true)
    .build();
  sheet.getRange(2, at('status'), rows - 1, 1).setDataValidation(choices);
  const hidden = columns.filter(({ isHidden }) => isHidden);
  for (const [from, count] of [
    [at('state'), 1],
    [at('told'), columns.length - at('told') + 1],
  ] as const) {
    guardSystemColumns(sheet.getRange(1, from, rows, count));
    styleSystemHeaders(sheet.getRange(1, from, 1, count));
  }
  sheet.hideColumns(columns.length - hidden.length + 1, hidden.length);
  sheet.setTabColor('#188038');
  const tab = marking({ sheet, level });
  paint(openTab(tab));
  return tab;
}

/** Numbers lose zeros in front and their last digits as such; amounts are counted with. */
export function setFormats(
  sheet: Sheet,
  { level, headers, positions }: ObjectLayout,
  first: number,
  count: number,
): void {
  sheet.getRange(first, 1, count, headers.length).setNumberFormat('@');
  for (const { key, holds } of columnsOf(level)) {
    const position = positions.get(key);
    if (holds === 'amount' && position !== undefined)
      sheet.getRange(first, position + 1, count, 1).setNumberFormat('General');
  }
}

/** The headers may stand anywhere: people put rows above them. */
export function openTab(tab: ObjectTab): OpenTab {
  const { values, shown } = readAtOnce(() => tab.sheet.getDataRange());
  const header = Math.max(
    0,
    shown.findIndex((line) => missingColumns(objectLayout(tab.level, line)).length === 0),
  );
  const layout = objectLayout(tab.level, shown[header] ?? []);
  const missing = missingColumns(layout);
  if (missing.length > 0)
    throw new Problem(
      'rows',
      say('tabLacksColumn', { sheet: tab.sheet.getName(), columns: missing.join(', ') }),
    );
  const rows = values.flatMap((line, i): TabRow[] => {
    const cells = line.map((value, c) => ({ value, shown: shown[i]?.[c] ?? '' }));
    return i === header ? [] : [{ row: i + 1, cells }];
  });
  return { ...tab, layout, headerRow: header + 1, rows, decimal: fileDecimalSign() };
}

/**
 * Which object a row is about; what it says where it is about a new one, or the name that a post
 * gave it. Empty: nothing.
 */
export function keyOf(open: Pick<OpenTab, 'layout'>, row: TabRow): string {
  const making = makingIn(textIn(open.layout, row.cells, 'was'));
  return making === undefined ? bareKeyOf(open, row) : `*${making}`;
}

/** The same without the name that a post gave it. */
export function bareKeyOf({ layout }: Pick<OpenTab, 'layout'>, { cells }: TabRow): string {
  const id = textIn(layout, cells, 'id');
  if (id !== '') return `${textIn(layout, cells, 'adAccountId')} ${id}`;
  const said = columnsOf(layout.level)
    .filter(({ holds }) => holds !== 'own')
    .map(({ key }) => textIn(layout, cells, key));
  if (said.every((text) => text === '')) return '';
  const more = launchColumns(layout).flatMap(({ key, position }) => {
    const { value, shown } = cells[position] ?? { value: '', shown: '' };
    // Of a number the spreadsheet knows more than it shows.
    const text = typeof value === 'number' ? String(value) : shown.trim();
    return text === '' ? [] : `${key}: ${text}`;
  });
  return `+${[...said, ...more].join('\n')}`;
}

/** As a launch sheet with these headers would be read. */
export const launchLayout = ({ layout }: Pick<OpenTab, 'layout'>) =>
  readHeaders(layout.headers, columns(), 'sheet');

type LaunchColumns = readonly Pick<PlacedColumn, 'key' | 'position'>[];
const launchColumnsOf = new WeakMap<ObjectLayout, LaunchColumns>();

/**
 * Columns of a launch sheet that people added for new ads, wherever they stand: what is in them is
 * sent as well.
 */
function launchColumns(layout: ObjectLayout): LaunchColumns {
  if (layout.level !== 'ad') return [];
  const known = launchColumnsOf.get(layout);
  if (known !== undefined) return known;
  const own = new Set(layout.positions.values());
  const found = launchLayout({ layout })
    .columns.filter(({ key, position }) => key !== READY && key !== AD_KEY && !own.has(position))
    .sort((a, b) => (a.key < b.key ? -1 : 1));
  launchColumnsOf.set(layout, found);
  return found;
}

/**
 * Marked cells are red, changed and needed ones shaded, those that a row cannot have grey. The
 * user's own colours are never touched.
 */
export function paint({ sheet, layout, headerRow }: OpenTab): void {
  const [rows, columns] = [sheet.getMaxRows() - headerRow, layout.headers.length];
  if (rows < 1) return;
  const colours = [
    ['marked', '#fad2cf', '#a50e0e'],
    ['shaded', '#fef7e0', '#3c4043'],
    ['grey', '#f1f3f4', '#80868b'],
  ] as const;
  const rules = colours.flatMap(([key, background, colour]) => {
    const marks = layout.positions.get(key);
    if (marks === undefined) return [];
    const formula = `=ISNUMBER(FIND("|"&A$${headerRow}&"|";$${a1(marks, headerRow + 1)}))`;
    return SpreadsheetApp.newConditionalFormatRule()
      .setRanges([sheet.getRange(headerRow + 1, 1, rows, columns)])
      .whenFormulaSatisfied(formula)
      .setBackground(background)
      .setFontColor(colour)
      .build();
  });
  const others = sheet
    .getConditionalFormatRules()
    .filter(
      (each) =>
        !String(each.getBooleanCondition()?.getCriteriaValues()?.[0] ?? '').includes('FIND("|"&'),
    );
  sheet.setConditionalFormatRules([...others, ...rules]);
}
