import {
  type LeadSheetKey,
  type LeadSheetLayout,
  leadSheetColumns,
  leadSheetLayout,
  missingLeadHeaders,
  usualStages,
} from '../../../core/features/leads/lead-sheet.ts';
import { a1 } from '../../../core/sheet/locate.ts';
import type { App, Sheet } from '../../base/app.ts';
import { definitions } from '../../base/platforms.ts';
import { Problem } from '../../base/problem.ts';
import { say } from '../../base/say.ts';
import { oneOf } from '../../sheet/dropdowns.ts';
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
  readonly headerRow: number;
  readonly rows: readonly LeadTabRow[];
  /** Rows without a lead. */
  readonly others: readonly LeadTabRow[];
}

export interface LeadTabRow {
  readonly row: number;
  /** As they are shown. */
  readonly cells: readonly string[];
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
  const current =
    all.find(({ sheet }) => sheet.getSheetId() === active) ??
    (all.length === 1 ? all[0] : undefined);
  if (current === undefined)
    throw new Problem('other', say(all.length === 0 ? 'noLeadsTab' : 'whichLeadsTab'));
  return current;
}

export function createLeadTab({ spreadsheet }: Pick<App, 'spreadsheet'>, account: string): LeadTab {
  const sheet = spreadsheet.insertSheet(freeName(spreadsheet.getSheets(), say('leadsTabName')));
  const headers = sheet.getRange(HEADER_ROW, 1, 1, leadSheetColumns.length);
  headers
    .setValues([leadSheetColumns.map(({ header }) => header)])
    .setNotes([leadSheetColumns.map(({ note }) => note)]);
  headers.setFontWeight('bold').setBackground('#d2e3fc').setFontColor('#174ea6').setWrap(true);
  sheet.setFrozenRows(HEADER_ROW);
  setWidths(
    sheet,
    leadSheetColumns.map(({ width }) => width),
  );
  // Numbers lose zeros in front and their last digits.
  sheet
    .getRange(HEADER_ROW + 1, 1, sheet.getMaxRows() - HEADER_ROW, sheet.getMaxColumns())
    .setNumberFormat('@');
  // Lists are hints: what is typed is judged when it is sent.
  const [platform = ''] = account.split(':', 1);
  const choices: { readonly [key in LeadSheetKey]?: readonly string[] | undefined } = {
    stage: usualStages,
    currency: definitions()[platform]?.currencies.all,
  };
  leadSheetColumns.forEach(({ key }, i) => {
    const words = choices[key];
    if (words !== undefined)
      sheet
        .getRange(HEADER_ROW + 1, i + 1, sheet.getMaxRows() - HEADER_ROW, 1)
        .setDataValidation(oneOf(words));
  });
  sheet.setTabColor('#188038');
  sheet.addDeveloperMetadata(MARK, account, SpreadsheetApp.DeveloperMetadataVisibility.DOCUMENT);
  return { sheet, account };
}

/**
 * The headers may stand anywhere: a person puts rows above them, and then sorts them among the
 * others.
 */
export function openLeadTab(tab: LeadTab): OpenLeadTab {
  const shown = tab.sheet.getDataRange().getDisplayValues();
  const header = Math.max(
    0,
    shown.findIndex((line) => missingLeadHeaders(leadSheetLayout(line)).length === 0),
  );
  const layout = leadSheetLayout(shown[header] ?? []);
  const missing = missingLeadHeaders(layout);
  if (missing.length > 0)
    throw new Problem(
      'rows',
      say('tabLacksColumn', { sheet: tab.sheet.getName(), columns: missing.join(', ') }),
    );
  const all = shown.flatMap((cells, i) => {
    const cell = (key: LeadSheetKey) => cells[layout.positions.get(key) ?? -1]?.trim() ?? '';
    return i === header ? [] : [{ row: i + 1, cells, cell }];
  });
  const [rows, others] = [true, false].map((isLead) =>
    all.filter(({ cell }) => (cell('leadId') !== '') === isLead),
  );
  return { ...tab, layout, headerRow: header + 1, rows: rows ?? [], others: others ?? [] };
}

/** Puts columns of further questions at the end. */
function addQuestions(tab: OpenLeadTab, names: readonly string[]): void {
  if (names.length === 0) return;
  const { sheet, headerRow } = tab;
  const first = sheet.getLastColumn() + 1;
  const lacking = first + names.length - 1 - sheet.getMaxColumns();
  if (lacking > 0) sheet.insertColumnsAfter(sheet.getMaxColumns(), lacking);
  sheet
    .getRange(headerRow, first, 1, names.length)
    .setValues([[...names]])
    .setFontWeight('bold');
  sheet
    .getRange(headerRow + 1, first, sheet.getMaxRows() - headerRow, names.length)
    .setNumberFormat('@');
}

function appendRows({ sheet }: LeadTab, rows: readonly (readonly string[])[]): void {
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

/** Texts of cells by their header. */
export type LeadCells = { readonly [header: string]: string };

/** What a tab is to show, by the ids of leads. */
export interface WantedLeads {
  /** Leads that need a row. */
  readonly rows?: ReadonlyMap<string, LeadCells>;
  /** Cells of rows that are there. */
  readonly cells?: ReadonlyMap<string, LeadCells>;
  /** Headers of cells with a fault; others of these columns are not marked. */
  readonly marked?: ReadonlyMap<string, readonly string[]>;
}

const MOST_TRIES = 8;
const FAULTY = '#f4c7c3';

/**
 * Brings a tab to what it is to show. While this works another person may sort, insert and delete,
 * and a row that was read is another one by the time it is written: so that after each writing all
 * is read again, and what met the wrong row is put back, until the tab is as it should be. Answers
 * whether it is.
 */
export function settleLeads(
  tab: LeadTab,
  { rows = new Map(), cells = new Map(), marked }: WantedLeads,
): boolean {
  const first = openLeadTab(tab);
  const kept = new Map(first.rows.map((row) => [row.cell('leadId'), row.cells]));
  const keptHeaders = first.layout.headers;
  const written = new Set<string>();
  const strays = new Set(first.others.map(({ cells: line }) => line.join('\n')));
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const open = reopened(tab, first);
    const there = new Set(open.rows.map(({ cell }) => cell('leadId')));
    const missing = [...rows].filter(([id]) => !there.has(id));
    // A row that was there and is not any more was written over, or a person deleted it just now:
    // either way nothing is lost.
    const lost = tries === 0 ? [] : [...kept].filter(([id]) => !there.has(id));
    const edits = editsOf(open, { cells, kept, keptHeaders, written, strays });
    if (missing.length === 0 && lost.length === 0 && edits.size === 0) {
      if (marked !== undefined) mark(open, marked);
      return true;
    }
    const questions = newHeaders(open.layout, missing);
    if (questions.length > 0) {
      addQuestions(open, questions);
      continue;
    }
    // What is to go goes first: a script that is ended here has told nobody that it is gone.
    for (const [text, places] of [...edits].sort(([a], [b]) => a.length - b.length)) {
      written.add(text);
      for (let from = 0; from < places.length; from += MOST_RANGES)
        tab.sheet.getRangeList(places.slice(from, from + MOST_RANGES)).setValue(text);
    }
    if (edits.size > 0) continue;
    const line = (own: LeadCells): string[] =>
      open.layout.headers.map((header) => own[header] ?? '');
    appendRows(tab, [
      ...missing.map(([, own]) => line(own)),
      ...lost.map(([, own]) =>
        line(Object.fromEntries(keptHeaders.map((header, i) => [header, own[i] ?? '']))),
      ),
    ]);
    for (const [id, own] of missing)
      kept.set(
        id,
        keptHeaders.map((header) => own[header] ?? ''),
      );
  }
  return false;
}

/** As it is now; headers that were written over in between are written back. */
function reopened(tab: LeadTab, { layout: { headers } }: OpenLeadTab): OpenLeadTab {
  try {
    return openLeadTab(tab);
  } catch {
    const alike = (line: readonly string[]): number =>
      headers.filter((header, i) => header !== '' && line[i] === header).length;
    const row = tab.sheet
      .getDataRange()
      .getDisplayValues()
      .findIndex((line) => alike(line) > headers.length / 2);
    if (row < 0) appendRows(tab, [headers]);
    else tab.sheet.getRange(row + 1, 1, 1, headers.length).setValues([[...headers]]);
    return openLeadTab(tab);
  }
}

const MOST_RANGES = 500;

const newHeaders = (
  { headers }: LeadSheetLayout,
  rows: readonly (readonly [string, LeadCells])[],
): readonly string[] =>
  [...new Set(rows.flatMap(([, own]) => Object.keys(own)))].filter(
    (header) => !headers.includes(header),
  );

/** Places by the text that belongs there. */
function editsOf(
  { layout, rows, others }: OpenLeadTab,
  {
    cells,
    kept,
    keptHeaders,
    written,
    strays,
  }: {
    readonly cells: ReadonlyMap<string, LeadCells>;
    readonly kept: ReadonlyMap<string, readonly string[]>;
    readonly keptHeaders: readonly string[];
    readonly written: ReadonlySet<string>;
    readonly strays: ReadonlySet<string>;
  },
): Map<string, string[]> {
  const edits = new Map<string, string[]>();
  const add = (text: string, place: string) => edits.set(text, [...(edits.get(text) ?? []), place]);
  const touched = new Set([...cells.values()].flatMap((own) => Object.keys(own)));
  const positions = layout.headers.flatMap((header, position) =>
    touched.has(header) ? [{ header, position }] : [],
  );
  for (const { row, cells: now, cell } of rows) {
    const id = cell('leadId');
    const wanted = cells.get(id);
    const before = kept.get(id);
    for (const { header, position } of positions) {
      const text = now[position] ?? '';
      // What this put there by mistake goes back to what it was; what a person typed meanwhile
      // stays.
      const own =
        wanted?.[header] ?? (written.has(text) ? before?.[keptHeaders.indexOf(header)] : undefined);
      if (own !== undefined && own !== text) add(own, a1(position, row));
    }
  }
  for (const { row, cells: now } of others) {
    if (strays.has(now.join('\n'))) continue;
    for (const { position } of positions) {
      const text = now[position] ?? '';
      if (text !== '' && written.has(text)) add('', a1(position, row));
    }
  }
  return edits;
}

/** Faulty cells are red; cells that were red and are not any more lose the colour. */
function mark(
  { sheet, layout, rows }: OpenLeadTab,
  marked: ReadonlyMap<string, readonly string[]>,
): void {
  const places = (isMarked: boolean): string[] =>
    rows.flatMap(({ row, cell }) => {
      const own = marked.get(cell('leadId'));
      if (own === undefined) return [];
      return (['stage', 'value', 'currency'] as const).flatMap((key) => {
        const position = layout.positions.get(key) ?? -1;
        return position >= 0 && own.includes(layout.headers[position] ?? '') === isMarked
          ? [a1(position, row)]
          : [];
      });
    });
  for (const [isMarked, colour] of [
    [true, FAULTY],
    [false, null],
  ] as const)
    for (let from = 0, all = places(isMarked); from < all.length; from += MOST_RANGES)
      sheet.getRangeList(all.slice(from, from + MOST_RANGES)).setBackground(colour);
}
