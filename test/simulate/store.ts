import {
  checkWrites,
  type IndexKeys,
  keysOf,
  lostOf,
  nextVersion,
} from '../../adapters/store/checks.ts';
import { searching } from '../../adapters/store/page.ts';
import type { Document, Kind, Store, Stored, Write } from '../../core/ports/store.ts';

interface Row {
  readonly version: number;
  /** Given to all who ask: copying costs more than all else of a story. */
  readonly doc: Document;
  readonly keys: IndexKeys;
}

type Tables = ReadonlyMap<string, ReadonlyMap<string, Row>>;

const NONE: ReadonlyMap<string, Row> = new Map();

/** Made once: of few kinds and companies there are many reads. */
const names = new Map<string, Map<string, string>>();

function nameOf({ name }: Kind, companyId: string): string {
  const own = names.get(name) ?? new Map<string, string>();
  const known = own.get(companyId);
  if (known !== undefined) return known;
  const table = `${name} ${companyId}`;
  names.set(name, own.set(companyId, table));
  return table;
}

export interface Disk {
  readonly store: Store;
  /** What was committed until now: for copies of a world, and for backups. */
  backup(): Tables;
  restore(tables: Tables): void;
  /** Of a kind and company, as they are. */
  documents(kind: string, companyId: string): readonly Stored[];
  companies(): readonly string[];
  /** Table, id and document of all there is. */
  everything(): readonly (readonly [string, string, Document])[];
  readonly commits: number;
  /** Told of each commit. */
  onCommit(heard: (writes: readonly Write[]) => void): void;
}

/**
 * Documents in memory, of which backups cost little.
 *
 * @param isFrozen writes that no store takes are refused, and who changes a document that was read
 * is found at once; that takes its time, so that only some stories do it
 */
export function createDisk(from?: Tables, isFrozen = false): Disk {
  const copied = isFrozen ? frozen : plain;
  let tables: Map<string, ReadonlyMap<string, Row>>;
  /** Those that no backup has: the others are copied before they are written. */
  let own: Set<ReadonlyMap<string, Row>>;
  let commits = 0;
  const listeners: ((writes: readonly Write[]) => void)[] = [];
  const restore = (given: Tables) => {
    tables = new Map(given);
    own = new Set();
  };
  restore(from ?? new Map());
  const table = (kind: Kind, companyId: string): ReadonlyMap<string, Row> =>
    tables.get(nameOf(kind, companyId)) ?? NONE;
  const written = (kind: Kind, companyId: string): Map<string, Row> => {
    const name = nameOf(kind, companyId);
    const held = tables.get(name);
    if (held !== undefined && own.has(held)) return held as Map<string, Row>;
    const rows = new Map(held);
    own.add(rows);
    tables.set(name, rows);
    return rows;
  };
  const stored = <T extends Document>({ version, doc }: Row, id: string): Stored<T> => ({
    id,
    version,
    doc: doc as T,
  });
  const store: Store = {
    async get<T extends Document>(kind: Kind<T>, companyId: string, id: string) {
      const row = table(kind as Kind, companyId).get(id);
      return row && stored<T>(row, id);
    },
    ...searching(table, stored),
    async commit(writes) {
      if (isFrozen) checkWrites(writes);
      const conflict = lostOf(
        writes,
        ({ kind, companyId, id }) => table(kind, companyId).get(id)?.version,
      );
      if (conflict !== undefined) return conflict;
      for (const write of writes) {
        const rows = written(write.kind, write.companyId);
        if (write.doc === undefined) rows.delete(write.id);
        else
          rows.set(write.id, {
            version: nextVersion(write),
            doc: copied(write.doc),
            keys: keysOf(write.kind, write.doc),
          });
      }
      commits += 1;
      for (const heard of listeners) heard(writes);
      return undefined;
    },
    close: async () => undefined,
  };
  return {
    store,
    backup() {
      own = new Set();
      return new Map(tables);
    },
    restore,
    documents: (kind, companyId) =>
      Array.from(tables.get(`${kind} ${companyId}`) ?? [], ([id, row]) => stored(row, id)),
    everything: () =>
      Array.from(tables, ([name, rows]) =>
        Array.from(rows, ([id, { doc }]) => [name, id, doc] as const),
      ).flat(),
    companies: () => Array.from(tables.get('company system')?.keys() ?? []),
    get commits() {
      return commits;
    },
    onCommit(given) {
      listeners.push(given);
    },
  };
}

/** As JSON would give it back. */
function plain<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value))
    return value.map((each) => (each === undefined ? null : plain(each))) as T;
  const copy: { [name: string]: unknown } = {};
  for (const name in value) {
    const each: unknown = value[name];
    if (each !== undefined) copy[name] = plain(each);
  }
  return copy as T;
}

function frozen<T>(value: T): T {
  const copy = plain(value);
  const freeze = (each: unknown): void => {
    if (typeof each !== 'object' || each === null) return;
    Object.freeze(each);
    for (const part of Object.values(each)) freeze(part);
  };
  freeze(copy);
  return copy;
}
