import type { Document, Kind, Store, Stored, Write } from '../../core/ports/store.ts';
import {
  checkWrites,
  type IndexKeys,
  indexFields,
  keysOf,
  looseKeys,
  lostOf,
  nextVersion,
} from './checks.ts';
import { searching } from './page.ts';
import { blockCells, type LogChange, type ReadLog, readLog } from './sheet-log-blocks.ts';

/** One column of one tab. The caller holds the document's lock. */
export interface LogTab {
  /** All cells of the column, from its first on. */
  read(): Promise<readonly string[]>;
  /**
   * Writes cells downwards from a row (counted from 1), whole or not at all. Resolves when they
   * survive the end of this execution.
   */
  write(firstRow: number, cells: readonly string[]): Promise<void>;
  /** Takes rows away, from the first on. */
  removeFirst(rows: number): Promise<void>;
}

interface SheetLogOptions {
  readonly tab: LogTab;
  /** The spreadsheet's id: what another file wrote came with a copy. */
  readonly file: string;
  /** Companies whose documents a copy of the file keeps. Default: none. */
  readonly keptInCopy?: (companyId: string) => boolean;
  /** Companies whose commits are flushed before they resolve. Default: all. */
  readonly isAtOnce?: (companyId: string) => boolean;
}

export interface SheetLogStore extends Store {
  /** Resolves when everything committed survives the end of this execution. */
  flush(): Promise<void>;
}

interface Row {
  readonly version: number;
  /** As text: callers cannot change it. */
  readonly text: string;
  /** What it was last looked for by. */
  found?: { readonly by: Kind; readonly keys: IndexKeys };
}

/** Blocks after which the store rewrites the current documents as one. */
const MOST_BLOCKS = 50;

/**
 * Documents in one column of a spreadsheet, as a log: read once, and one write below it for any
 * number of commits. For one execution that holds the document's lock while the store is open.
 *
 * A block of commits is whole or absent. Commits that were not flushed are lost with the execution:
 * nothing may leave it (a request that writes, an answer, a cell) before `flush` has resolved.
 */
export function createSheetLogStore(options: SheetLogOptions): SheetLogStore {
  const { tab, file, keptInCopy = () => false, isAtOnce = () => true } = options;
  const tables = new Map<string, Map<string, Row>>();
  let pending: LogChange[] = [];
  let log: ReadLog | undefined;
  let broken: unknown;
  let turn: Promise<unknown> = Promise.resolve();

  const tableOf = (kindName: string, companyId: string): Map<string, Row> => {
    const key = JSON.stringify([kindName, companyId]);
    const rows = tables.get(key) ?? new Map<string, Row>();
    tables.set(key, rows);
    return rows;
  };

  const apply = ({ kind, company, id, version, doc }: LogChange) => {
    if (doc === undefined) tableOf(kind, company).delete(id);
    else tableOf(kind, company).set(id, { version: version ?? 1, text: JSON.stringify(doc) });
  };

  const opened = async (): Promise<ReadLog> => {
    if (broken !== undefined) throw broken;
    if (log !== undefined) return log;
    const found = readLog(await tab.read());
    // Others may have opened it while the column was read.
    if (log !== undefined) return log;
    const isCopy = found.file !== undefined && found.file !== file;
    for (const change of found.changes) if (!isCopy || keptInCopy(change.company)) apply(change);
    log = { ...found, changes: [], isStale: isCopy };
    return log;
  };

  const rowsOf = async (
    kind: Kind,
    companyId: string,
  ): Promise<[string, { row: Row; keys: IndexKeys }][]> => {
    await opened();
    return [...tableOf(kind.name, companyId)].map(([id, row]) => {
      if (row.found?.by !== kind)
        row.found = {
          by: kind,
          keys: looseKeys(indexFields(kind), JSON.parse(row.text) as Document),
        };
      return [id, { row, keys: row.found.keys }];
    });
  };

  /** All documents in one block at the end; then earlier blocks are removed. */
  const rewrite = async ({ nextRow, sequence, clutter }: ReadLog): Promise<ReadLog> => {
    const changes = [...tables].flatMap(([key, rows]) => {
      const [kind, company] = JSON.parse(key) as [string, string];
      return [...rows].map(([id, { version, text }]) => ({
        kind,
        company,
        id,
        version,
        doc: JSON.parse(text) as Document,
      }));
    });
    const cells = blockCells({ file, sequence: sequence + 1, isWhole: true, changes });
    await tab.write(nextRow, padded(cells, clutter));
    if (nextRow > 1) await tab.removeFirst(nextRow - 1);
    return {
      file,
      changes: [],
      sequence: sequence + 1,
      blocks: 1,
      nextRow: cells.length + 1,
      clutter: 0,
    };
  };

  const append = async (
    { nextRow, sequence, blocks, clutter }: ReadLog,
    changes: readonly LogChange[],
  ): Promise<ReadLog> => {
    const cells = blockCells({ file, sequence: sequence + 1, isWhole: false, changes });
    await tab.write(nextRow, padded(cells, clutter));
    const rest = Math.max(0, clutter - cells.length);
    return {
      file,
      changes: [],
      sequence: sequence + 1,
      blocks: blocks + 1,
      nextRow: nextRow + cells.length,
      clutter: rest,
    };
  };

  const flush = (): Promise<void> => {
    const result = turn.then(async () => {
      if (pending.length === 0) return;
      const before = await opened();
      const changes = pending;
      pending = [];
      try {
        log =
          before.isStale || before.blocks >= MOST_BLOCKS
            ? await rewrite(before)
            : await append(before, changes);
      } catch (error) {
        // Commits that had resolved may be lost: the caller must read the column again with another
        // store.
        broken = error;
        throw error;
      }
    });
    turn = result.catch(() => undefined);
    return result;
  };

  return {
    async get<T extends Document>(kind: Kind<T>, companyId: string, id: string) {
      await opened();
      const row = tableOf(kind.name, companyId).get(id);
      return row && stored<T>(id, row);
    },

    ...searching(rowsOf, <T extends Document>({ row }: { readonly row: Row }, id: string) =>
      stored<T>(id, row),
    ),

    async commit(writes) {
      checkWrites(writes);
      // Copied now: the caller may change the documents afterwards.
      const changes = writes.map(changeOf);
      await opened();
      const conflict = lostOf(
        writes,
        ({ kind, companyId, id }) => tableOf(kind.name, companyId).get(id)?.version,
      );
      if (conflict !== undefined) return conflict;
      for (const change of changes) apply(change);
      pending.push(...changes);
      if (writes.some(({ companyId }) => isAtOnce(companyId))) await flush();
      return undefined;
    },

    flush,
    close: flush,
  };
}

function changeOf(write: Write): LogChange {
  const { kind, companyId: company, id, doc } = write;
  if (doc === undefined) return { kind: kind.name, company, id };
  keysOf(kind, doc);
  return {
    kind: kind.name,
    company,
    id,
    version: nextVersion(write),
    doc: JSON.parse(JSON.stringify(doc)) as Document,
  };
}

const stored = <T extends Document>(id: string, { version, text }: Row): Stored<T> => ({
  id,
  version,
  doc: JSON.parse(text) as T,
});

/** Empties cells of a block that was never complete. */
const padded = (cells: readonly string[], clutter: number) => [
  ...cells,
  ...Array.from({ length: Math.max(0, clutter - cells.length) }, () => ''),
];
