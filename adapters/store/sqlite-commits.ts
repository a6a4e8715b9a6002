import { setImmediate } from 'node:timers';
import { SlipwayError } from '../../core/errors.ts';
import type { Conflict, Kind, Write } from '../../core/ports/store.ts';
import { checkWrites, type IndexKeys, keysOf, nextVersion } from './checks.ts';
import { type RegisteredKind, registeredKeys } from './sql-kinds.ts';
import { inTransaction, type SqliteDatabase } from './sqlite-database.ts';
import { keysText, type SqliteKinds } from './sqlite-kinds.ts';

export interface SqliteCommits {
  commit(writes: readonly Write[]): Promise<Conflict | undefined>;
  /** Writes what was handed in and not written yet. */
  flush(): void;
}

interface Pending {
  readonly writes: readonly Taken[];
  resolve(conflict: Conflict | undefined): void;
  reject(reason: unknown): void;
}

/** A write as it was when it was handed in: the caller may change the document afterwards. */
interface Taken extends Pick<Write, 'kind' | 'companyId' | 'id' | 'expect'> {
  /** Absent when the document is deleted. */
  readonly content?: { readonly text: string; readonly keys: IndexKeys };
  readonly version: number;
}

export function createSqliteCommits(database: SqliteDatabase, kinds: SqliteKinds): SqliteCommits {
  const apply = createApply(database);
  let queue: Pending[] = [];

  /**
   * Commits that arrive in one turn of the event loop share a transaction, and so one wait for the disk;
   * each still succeeds or conflicts on its own. One that cannot be stored at all is taken out and the
   * others are done again without it.
   */
  const flush = (): void => {
    let batch = queue;
    queue = [];
    while (batch.length > 0) {
      const blame: { pending?: Pending } = {};
      try {
        const conflicts = inTransaction(database, () => {
          const current = once(kinds.current);
          return batch.map((pending) => {
            blame.pending = pending;
            const conflict = apply(pending.writes, current);
            delete blame.pending;
            return conflict;
          });
        });
        for (const [index, pending] of batch.entries()) pending.resolve(conflicts[index]);
        return;
      } catch (error) {
        kinds.forget();
        const failed = blame.pending === undefined ? batch : [blame.pending];
        for (const pending of failed) pending.reject(explained(error));
        batch = batch.filter((pending) => !failed.includes(pending));
      }
    }
  };

  return {
    flush,
    async commit(writes) {
      checkWrites(writes);
      const taken = writes.map(take);
      return new Promise((resolve, reject) => {
        if (queue.length === 0) setImmediate(flush);
        queue.push({ writes: taken, resolve, reject });
      });
    },
  };
}

function take(write: Write): Taken {
  const { kind, companyId, id, expect, doc } = write;
  const place = { kind, companyId, id, expect, version: nextVersion(write) };
  if (doc === undefined) return place;
  return { ...place, content: { text: JSON.stringify(doc), keys: keysOf(kind, doc) } };
}

/** Writes one commit inside a transaction, or says what it lost against. */
function createApply(database: SqliteDatabase) {
  const look = database.prepare('SELECT version, keys FROM documents WHERE kind = ? AND company = ? AND id = ?');
  const insert = database.prepare('INSERT INTO documents (kind, company, id, version, doc, keys) VALUES (?, ?, ?, 1, ?, ?)');
  const update = database.prepare('UPDATE documents SET version = ?, doc = ? WHERE kind = ? AND company = ? AND id = ?');
  const reindex = database.prepare('UPDATE documents SET keys = ? WHERE kind = ? AND company = ? AND id = ?');
  const remove = database.prepare('DELETE FROM documents WHERE kind = ? AND company = ? AND id = ?');

  return (writes: readonly Taken[], current: (kind: Kind) => RegisteredKind): Conflict | undefined => {
    const found = writes.map(
      ({ kind, companyId, id }) =>
        (look.get(kind.name, companyId, id) ?? undefined) as { version: number; keys: string } | undefined,
    );
    const lost = writes.flatMap(({ expect }, position) => ((found[position]?.version ?? 'absent') === expect ? [] : [position]));
    if (lost.length > 0) return { lost };
    writes.forEach(({ kind, companyId, id, version, content }, position) => {
      const place = [kind.name, companyId, id] as const;
      const row = found[position];
      if (content === undefined) {
        if (row !== undefined) remove.run(...place);
        return;
      }
      const { text } = content;
      const keys = keysText(registeredKeys(current(kind), text, content.keys, kind));
      if (row === undefined) insert.run(...place, text, keys);
      else update.run(version, text, ...place);
      // Left alone when nothing indexed changed: then no index is touched.
      if (row !== undefined && row.keys !== keys) reindex.run(keys, ...place);
    });
    return undefined;
  };
}

/** Asks once for each kind: nothing can change within a transaction. */
function once(current: (kind: Kind) => RegisteredKind): (kind: Kind) => RegisteredKind {
  const known = new Map<Kind, RegisteredKind>();
  return (kind) => {
    const registered = known.get(kind) ?? current(kind);
    known.set(kind, registered);
    return registered;
  };
}

const explained = (error: unknown): unknown => {
  if (error instanceof SlipwayError || error instanceof TypeError) return error;
  const message = error instanceof Error ? error.message : String(error);
  return new SlipwayError('unavailable', `The database cannot be written at the moment: ${message}.`, { cause: error });
};
