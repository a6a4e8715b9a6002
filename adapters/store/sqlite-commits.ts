import { setImmediate } from 'node:timers';
import type { Conflict, Kind, Write } from '../../core/ports/store.ts';
import { checkWrites, type IndexKeys, keysOf, nextVersion } from './checks.ts';
import { type RegisteredKind, registeredKeys } from './sql-kinds.ts';
import { inTransaction } from './sqlite-database.ts';
import type { SqliteDatabase } from './sqlite-file.ts';
import { keysText, type SqliteKinds } from './sqlite-kinds.ts';
import { BUSY_MS, isBusy, PATIENCE_MS, pause, pauses, unavailable } from './sqlite-trouble.ts';

interface SqliteCommits {
  commit(writes: readonly Write[]): Promise<Conflict | undefined>;
  /** Writes what was handed in and not written yet. */
  flush(): Promise<void>;
}

interface Pending {
  readonly writes: readonly Taken[];
  /** Milliseconds that another process has kept it waiting. */
  waited: number;
  resolve(conflict: Conflict | undefined): void;
  reject(reason: unknown): void;
}

/** A write as handed in: the caller may change the document afterwards. */
export interface Taken extends Pick<Write, 'kind' | 'companyId' | 'id' | 'expect'> {
  /** Absent when the document is deleted. */
  readonly content?: { readonly text: string; readonly keys: IndexKeys };
  readonly version: number;
}

interface Attempt {
  began: boolean;
  pending?: Pending;
}

/** What is told of commits. */
interface CommitWatch {
  /** Called with the writes of a commit, just before they are tried. */
  writing(writes: readonly Pick<Write, 'kind' | 'companyId' | 'id'>[]): void;
  /** Called after each transaction with what it has written. */
  written(writes: readonly Taken[]): void;
}

export function createSqliteCommits(
  database: SqliteDatabase,
  kinds: SqliteKinds,
  watch: CommitWatch,
): SqliteCommits {
  const apply = createApply(database);
  let queue: Pending[] = [];
  let flushing: Promise<void> | undefined;

  /**
   * One transaction. When it throws, `attempt` says how far it came and which single commit is to
   * blame, if one is.
   */
  const write = (batch: readonly Pending[], attempt: Attempt): readonly Taken[] => {
    const conflicts = inTransaction(database, () => {
      attempt.began = true;
      const current = once(kinds.current);
      return batch.map((pending) => {
        attempt.pending = pending;
        watch.writing(pending.writes);
        const conflict = apply(pending.writes, current);
        delete attempt.pending;
        return conflict;
      });
    });
    for (const [index, pending] of batch.entries()) pending.resolve(conflicts[index]);
    return batch.flatMap(({ writes }, index) => (conflicts[index] === undefined ? writes : []));
  };

  const refuse = (refused: readonly Pending[], error: unknown) => {
    for (const pending of refused) pending.reject(unavailable(error));
    queue = queue.filter((pending) => !refused.includes(pending));
  };

  /**
   * Commits of one turn of the event loop share a transaction and one wait for the disk; each
   * succeeds or conflicts on its own. One that cannot be stored is taken out and the others are
   * repeated. While another process writes, all wait, each with its own patience.
   */
  const flushAll = async (): Promise<void> => {
    let waits = pauses();
    while (queue.length > 0) {
      const attempt: Attempt = { began: false };
      const batch = queue;
      try {
        const written = write(batch, attempt);
        queue = [];
        watch.written(written);
        waits = pauses();
      } catch (error) {
        if (attempt.began) kinds.forget();
        if (!isBusy(error)) {
          refuse(attempt.pending === undefined ? batch : [attempt.pending], error);
          continue;
        }
        const ms = waits.next().value;
        for (const pending of batch) pending.waited += ms + BUSY_MS;
        refuse(
          batch.filter(({ waited }) => waited >= PATIENCE_MS),
          error,
        );
        await pause(ms);
      }
    }
  };

  const flush = async (): Promise<void> => {
    do {
      flushing ??= flushAll().finally(() => {
        flushing = undefined;
      });
      await flushing;
    } while (queue.length > 0);
  };

  return {
    flush,
    async commit(writes) {
      checkWrites(writes);
      const taken = writes.map(take);
      return new Promise((resolve, reject) => {
        if (queue.length === 0) setImmediate(flush);
        queue.push({ writes: taken, waited: 0, resolve, reject });
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

/** Writes one commit inside a transaction, or answers what it lost against. */
function createApply(database: SqliteDatabase) {
  const look = database.prepare(
    'SELECT version, keys FROM documents WHERE kind = ? AND company = ? AND id = ?',
  );
  const insert = database.prepare(
    'INSERT INTO documents (kind, company, id, version, doc, keys) VALUES (?, ?, ?, 1, ?, ?)',
  );
  const update = database.prepare(
    'UPDATE documents SET version = ?, doc = ? WHERE kind = ? AND company = ? AND id = ?',
  );
  const reindex = database.prepare(
    'UPDATE documents SET keys = ? WHERE kind = ? AND company = ? AND id = ?',
  );
  const remove = database.prepare(
    'DELETE FROM documents WHERE kind = ? AND company = ? AND id = ?',
  );

  return (
    writes: readonly Taken[],
    current: (kind: Kind) => RegisteredKind,
  ): Conflict | undefined => {
    const found = writes.map(
      ({ kind, companyId, id }) =>
        (look.get(kind.name, companyId, id) ?? undefined) as
          | { version: number; keys: string }
          | undefined,
    );
    const lost = writes.flatMap(({ expect }, position) =>
      (found[position]?.version ?? 'absent') === expect ? [] : [position],
    );
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
      // Unchanged keys leave the indexes alone.
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
