import type { Cells, SheetTable } from '../../../adapters/store/sheet-table.ts';

/** A spreadsheet in memory, shared by any number of executions. */
export interface MemorySpreadsheet {
  /** A new execution with this spreadsheet open. */
  open(): Execution;
  /** What is in a tab, read past everything. */
  cells(tab: string): Cells;
  /** As a user may do at any time. */
  sortRows(tab: string, order: (a: readonly string[], b: readonly string[]) => number): void;
  setCell(tab: string, row: number, column: number, text: string): void;
  /** The same again, to try several things on one state. */
  copy(): MemorySpreadsheet;
}

export interface Execution extends SheetTable {
  /** How often each verb was called. */
  readonly calls: { read: number; write: number; flush: number };
  /**
   * Ends the execution at its nth write or flush (from 0), before that takes effect, as a time
   * limit would. Of what was written and not flushed, the first `kept` writes survive.
   */
  killAt(step: number, kept: number): void;
  /** Refuses the nth write or flush (from 0) and goes on, as a service does that stumbles. */
  failAt(step: number): void;
}

/**
 * Behaves as badly as a real spreadsheet may: refuses what one would refuse, and forgets what was
 * not flushed.
 */
export function createMemorySpreadsheet(tabs = new Map<string, Cells>()): MemorySpreadsheet {
  let turn: Promise<unknown> = Promise.resolve();

  const put = (into: Map<string, Cells>, { tab, firstRow, rows }: Rectangle): void => {
    const cells = [...(into.get(tab) ?? [])];
    while (cells.length < firstRow - 1) cells.push([]);
    rows.forEach((row, i) => {
      const former = cells[firstRow - 1 + i] ?? [];
      cells[firstRow - 1 + i] = [...row, ...former.slice(row.length)];
    });
    into.set(tab, cells);
  };

  return {
    open() {
      let pending: Rectangle[] = [];
      let death: { at: number; kept: number } | undefined;
      let dead = false;
      const calls = { read: 0, write: 0, flush: 0 };
      let failing: number | undefined;
      const step = (): void => {
        if (failing === calls.write + calls.flush) {
          failing = undefined;
          throw new Error('Service Spreadsheets failed while accessing document');
        }
        if (!dead && death?.at === calls.write + calls.flush) {
          for (const rectangle of pending.slice(0, death.kept)) put(tabs, rectangle);
          dead = true;
        }
        alive();
      };
      const alive = (): void => {
        if (dead) throw new Error('Exceeded maximum execution time');
      };
      return {
        calls,
        killAt(at, kept) {
          death = { at, kept };
        },
        failAt(at) {
          failing = at;
        },
        exclusively(work) {
          alive();
          const result = turn.then(work);
          turn = result.catch(() => undefined);
          return result;
        },
        async read(names) {
          alive();
          calls.read += 1;
          const seen = new Map(tabs);
          for (const rectangle of pending) put(seen, rectangle);
          return names.map((name) => (seen.get(name) ?? []).map((row) => [...row]));
        },
        async write(tab, firstRow, rows) {
          step();
          calls.write += 1;
          check(tab, firstRow, rows);
          pending.push({ tab, firstRow, rows: rows.map((row) => row.map(mutilated)) });
        },
        async flush() {
          step();
          calls.flush += 1;
          for (const rectangle of pending) put(tabs, rectangle);
          pending = [];
        },
      };
    },
    cells: (tab) => tabs.get(tab) ?? [],
    sortRows(tab, order) {
      const [header = [], ...rows] = tabs.get(tab) ?? [];
      tabs.set(tab, [header, ...rows.sort(order)]);
    },
    setCell(tab, row, column, text) {
      const cells = (tabs.get(tab) ?? []).map((each) => [...each]);
      cells[row - 1] = Object.assign([...(cells[row - 1] ?? [])], { [column - 1]: text });
      tabs.set(tab, cells);
    },
    copy: () => createMemorySpreadsheet(new Map(tabs)),
  };
}

interface Rectangle {
  readonly tab: string;
  readonly firstRow: number;
  readonly rows: Cells;
}

function check(tab: string, firstRow: number, rows: Cells): void {
  const width = rows[0]?.length ?? 0;
  if (!(tab.length > 0 && tab.length <= 100)) throw new Error(`"${tab}" cannot name a tab.`);
  if (!Number.isInteger(firstRow) || firstRow < 1 || rows.length === 0 || width === 0)
    throw new Error('The range has no cells.');
  for (const row of rows) {
    if (row.length !== width)
      throw new Error(
        'The number of columns in the data does not match the number of columns in the range.',
      );
    for (const cell of row) {
      if (typeof cell !== 'string') throw new Error('Not text.');
      if (cell.length > 50_000)
        throw new Error(
          'Your input contains more than the maximum of 50000 characters in a single cell.',
        );
    }
  }
}

/** What a spreadsheet may make of a text, even of one it was told is plain. */
const mutilated = (cell: string): string =>
  cell
    .replace(/^'/, '')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}\ufeff]/gu, '')
    .replace(/[\ud800-\udfff]/gu, '\ufffd');
