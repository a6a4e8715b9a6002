import type { WantedCells } from '../../../core/features/changes/sheet/cells.ts';
import {
  columnsOf,
  missingColumns,
  type ObjectKey,
  objectLayout,
  valueColumns,
} from '../../../core/features/changes/sheet/columns.ts';
import { cellIn, textIn } from '../../../core/features/changes/sheet/rows.ts';
import type { Cell } from '../../../core/sheet/cells.ts';
import { a1 } from '../../../core/sheet/locate.ts';
import type { App } from '../../base/app.ts';
import { makeRoom } from '../../sheet/room.ts';
import {
  bareKeyOf,
  keyOf,
  type ObjectTab,
  type OpenTab,
  openTab,
  paint,
  setFormats,
  type TabRow,
} from './tab.ts';

/** What a tab is to show, by the rows that it had when it was read. */
export interface Wanted {
  readonly cells: ReadonlyMap<TabRow, WantedCells>;
  /** Rows for objects that have none, by their key. */
  readonly added?: ReadonlyMap<string, WantedCells>;
}

/** A row as it was when this began, and as it is to be. */
interface Held {
  readonly cells: readonly Cell[];
  readonly texts: WantedCells;
  readonly wanted: WantedCells;
}

interface Edit {
  readonly key: ObjectKey;
  readonly row: number;
  readonly value: string | number;
}

const MOST_TRIES = 8;

/**
 * Brings a tab to what it is to show. Another person may sort, insert, delete and type meanwhile,
 * so that a row that was read is another one by the time it is written: after each writing all is
 * read again, and what met the wrong row is put back. What a person typed in between stays. Answers
 * whether the tab is as it should be.
 */
export function settle(
  app: Pick<App, 'spreadsheet'>,
  tab: ObjectTab,
  decide: (open: OpenTab) => Wanted,
): boolean {
  const first = openTab(tab);
  const { cells, added = new Map<string, WantedCells>() } = decide(first);
  const wantedOf = withoutFormulas(first, cells);
  const held = new Map<string, Held[]>();
  for (const row of first.rows) {
    const key = keyOf(first, row);
    if (key === '') continue;
    const one = { cells: row.cells, texts: textsOf(first, row), wanted: wantedOf(row) };
    const next = written(first, row, one.wanted);
    // What is written may change what the row is known by, and may meet another row: it is found by
    // all of it.
    for (const name of new Set([
      key,
      keyOf(first, next),
      bareKeyOf(first, row),
      bareKeyOf(first, next),
    ]))
      if (name !== '') held.set(name, [...(held.get(name) ?? []), one]);
  }
  const put = new Set<string>();
  let hasAppended = false;
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const open = tries === 0 ? first : reopened(tab, first);
    const { edits, lost } = compare(open, held, put);
    const there = new Set(open.rows.map((row) => keyOf(open, row)));
    const missing = [...added].flatMap(([key, line]) => (there.has(key) ? [] : [line]));
    const gone = hasAppended ? lost : [];
    if (edits.length === 0 && missing.length === 0 && gone.length === 0) return true;
    for (const { value } of edits) put.add(String(value));
    write(open, edits);
    if (edits.length > 0) continue;
    append(app, open, [
      ...missing.map((line) => lineOf(open, line)),
      ...gone.map((row) =>
        first.layout.headers.map((header, i) =>
          open.layout.headers[i] === header ? (row.cells[i]?.value ?? '') : '',
        ),
      ),
    ]);
    hasAppended = true;
  }
  return false;
}

/** A formula is what a person typed: it stays, whatever it comes to. */
function withoutFormulas(
  { sheet, layout }: OpenTab,
  cells: Wanted['cells'],
): (row: TabRow) => WantedCells {
  const values = valueColumns(layout);
  if ([...cells.values()].every((own) => values.every(({ key }) => own[key] === undefined)))
    return (row) => cells.get(row) ?? {};
  const formulas = sheet.getDataRange().getFormulas();
  return (row) => {
    const own = { ...cells.get(row) };
    for (const { key } of values)
      if ((formulas[row.row - 1]?.[layout.positions.get(key) ?? -1] ?? '') !== '') delete own[key];
    return own;
  };
}

/** A row with these cells in it. */
const written = (
  { layout: { positions } }: OpenTab,
  { row, cells }: TabRow,
  wanted: WantedCells,
): TabRow => {
  const next = [...cells];
  for (const [key, value] of Object.entries(wanted))
    next[positions.get(key as ObjectKey) ?? -1] = { value, shown: String(value) };
  return { row, cells: next };
};

const textsOf = ({ layout }: OpenTab, { cells }: TabRow): WantedCells =>
  Object.fromEntries(
    columnsOf(layout.level).map(({ key }) => {
      const { value, shown } = cellIn(layout, cells, key);
      return [key, typeof value === 'number' ? value : shown];
    }),
  );

const isSame = (one: string | number = '', other: string | number = ''): boolean =>
  String(one) === String(other);

/** What differs from what rows are to show, and rows that are not there any more. */
function compare(
  open: OpenTab,
  held: ReadonlyMap<string, readonly Held[]>,
  written: ReadonlySet<string>,
): { readonly edits: readonly Edit[]; readonly lost: readonly Held[] } {
  const left = new Set([...held.values()].flat());
  const take = (names: readonly string[], texts: WantedCells): Held | undefined =>
    taken(left, [...new Set(names.flatMap((name) => held.get(name) ?? []))], texts);
  const edits: Edit[] = [];
  const found = open.rows.map((row) => {
    const texts = textsOf(open, row);
    // What this put there may stand in a row that moved: that is known by its other cells.
    const isNamed = written.has(String(texts.was));
    const isOtherId = texts.id !== '' && written.has(String(texts.id));
    const mine = take([isNamed ? bareKeyOf(open, row) : keyOf(open, row)], texts);
    return {
      row,
      texts,
      isNamed,
      isOtherId,
      mine: mine ?? (isOtherId ? taken(left, overwritten(left, texts), texts) : undefined),
    };
  });
  for (const { row, texts, isNamed, isOtherId, mine: first } of found) {
    // A person may have typed into it since it got its name.
    const mine =
      first ?? (isNamed && texts.id === '' ? take([keyOf(open, row)], texts) : undefined);
    // A copy that somebody made meanwhile is read the next time.
    if (mine === undefined && texts.id !== '' && !isOtherId) continue;
    for (const { key, holds } of columnsOf(open.layout.level)) {
      if (!open.layout.positions.has(key)) continue;
      const [now = '', old = '', next] = [texts[key], mine?.texts[key], mine?.wanted[key]];
      const value = next ?? old;
      // What this put there by mistake goes back; what a person typed meanwhile stays.
      const isMistake = now === '' ? false : written.has(String(now));
      const isOurs =
        isMistake ||
        (mine !== undefined && (holds === 'own' || (next !== undefined && isSame(now, old))));
      if (!isSame(now, value) && isOurs) edits.push({ key, row: row.row, value });
    }
  }
  return { edits, lost: [...left] };
}

/** Rows that an id of another row could have been written into: all else is as it was. */
function overwritten(left: ReadonlySet<Held>, texts: WantedCells): Held[] {
  const keys = (Object.keys(texts) as ObjectKey[]).filter((key) => key === 'name' || key === 'was');
  return [...left].filter((held) => keys.every((key) => isSame(held.texts[key], texts[key])));
}

/** Of rows about the same object the one that is most alike, which is left no more. */
function taken(left: Set<Held>, rows: readonly Held[], texts: WantedCells): Held | undefined {
  const alike = ({ texts: before, wanted }: Held): number =>
    (Object.keys(texts) as ObjectKey[]).filter(
      (key) => isSame(texts[key], before[key]) || isSame(texts[key], wanted[key]),
    ).length;
  let best: Held | undefined;
  for (const each of rows)
    if (left.has(each) && (best === undefined || alike(each) > alike(best))) best = each;
  if (best !== undefined) left.delete(best);
  return best;
}

/** As it is now; headers that were written over in between are written back. */
function reopened(tab: ObjectTab, { layout: { headers } }: OpenTab): OpenTab {
  const shown = tab.sheet.getDataRange().getDisplayValues();
  if (shown.some((line) => missingColumns(objectLayout(tab.level, line)).length === 0))
    return openTab(tab);
  const alike = (line: readonly string[]): number =>
    headers.filter((header, i) => header !== '' && line[i] === header).length;
  const row = shown.findIndex((line) => alike(line) > headers.length / 2);
  if (row >= 0) tab.sheet.getRange(row + 1, 1, 1, headers.length).setValues([[...headers]]);
  return openTab(tab);
}

const MOST_RANGES = 500;
/** Of these the spreadsheet would make something else than a text. */
const CONVERTED = /^['=+]|^[\d.,\s-]+$/;

/**
 * Values come first and what was brought in last: a script that is ended between them leaves rows
 * that ask for nothing.
 */
function write(open: OpenTab, edits: readonly Edit[]): void {
  const { sheet, layout } = open;
  for (const { key, holds } of columnsOf(layout.level)) {
    const position = layout.positions.get(key) ?? -1;
    const all = edits.filter((edit) => edit.key === key);
    if (all.length === 0) continue;
    const isPlain = (value: string | number): boolean =>
      typeof value === 'string' && holds !== 'amount' && CONVERTED.test(value);
    const put = (run: readonly Edit[]): void => {
      const range = sheet.getRange(run[0]?.row ?? 0, position + 1, run.length, 1);
      if (run.some(({ value }) => isPlain(value))) range.setNumberFormat('@');
      range.setValues(run.map(({ value }) => [value]));
    };
    const dense = holds === 'own' ? runsOf(overGaps(open, key, all)) : [];
    if (dense.length > 0 && dense.length * 4 <= all.length) {
      for (const run of dense) put(run);
      continue;
    }
    const byValue = new Map<string | number, number[]>();
    for (const { row, value } of all) byValue.set(value, [...(byValue.get(value) ?? []), row]);
    for (const [value, rows] of byValue)
      if (rows.length > 1 && !isPlain(value))
        for (let from = 0; from < rows.length; from += MOST_RANGES)
          sheet
            .getRangeList(rows.slice(from, from + MOST_RANGES).map((row) => a1(position, row)))
            .setValue(value);
    for (const run of runsOf(
      all.filter(({ value }) => byValue.get(value)?.length === 1 || isPlain(value)),
    ))
      put(run);
  }
}

const WIDEST_GAP = 50;

/**
 * A call costs as much as hundreds of cells: rows between others are written once more as they are.
 * In columns of our own alone, where nobody types.
 */
function overGaps(
  { layout, rows }: OpenTab,
  key: ObjectKey,
  edits: readonly Edit[],
): readonly Edit[] {
  const sorted = [...edits].sort((a, b) => a.row - b.row);
  const at = new Map(rows.map((each) => [each.row, each]));
  return sorted.flatMap((edit, i) => {
    const from = sorted[i - 1]?.row ?? edit.row;
    if (edit.row - from > WIDEST_GAP) return [edit];
    const between = Array.from({ length: Math.max(0, edit.row - from - 1) }, (_, n): Edit[] => {
      const row = at.get(from + 1 + n);
      return row === undefined
        ? []
        : [{ key, row: row.row, value: textIn(layout, row.cells, key) }];
    });
    return [...between.flat(), edit];
  });
}

/** Rows without a gap between them. */
function runsOf(edits: readonly Edit[]): Edit[][] {
  const runs: Edit[][] = [];
  for (const edit of [...edits].sort((a, b) => a.row - b.row)) {
    const run = runs[runs.length - 1];
    if (run !== undefined && run[run.length - 1]?.row === edit.row - 1) run.push(edit);
    else runs.push([edit]);
  }
  return runs;
}

function lineOf(
  { layout: { headers, positions } }: OpenTab,
  cells: WantedCells,
): (string | number)[] {
  const line: (string | number)[] = headers.map(() => '');
  for (const [key, position] of positions) line[position] = cells[key] ?? '';
  return line;
}

function append(
  app: Pick<App, 'spreadsheet'>,
  open: OpenTab,
  lines: readonly (readonly unknown[])[],
): void {
  const { sheet, layout } = open;
  const at = sheet.getLastRow() + 1;
  const isLarger = at + lines.length - 1 > sheet.getMaxRows();
  makeRoom(app, sheet, at + lines.length - 1, layout.headers.length);
  setFormats(sheet, layout, at, lines.length);
  sheet
    .getRange(at, 1, lines.length, layout.headers.length)
    .setValues(lines.map((line) => [...line]));
  if (isLarger) paint(open);
}
