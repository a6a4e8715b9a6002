import { realpathSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { SlipwayError } from '../../core/base/errors.ts';
import { makePrivate, openPrivateFolder } from '../runtime/private-files.ts';
import { lastNeeded, type Migrations } from '../store/migrations.ts';
import type { Sql } from '../store/sql.ts';
import { type DuckdbSession, duckdbSession } from './connection.ts';
import { type DuckdbInstance, type DuckdbPackage, loadDuckdb } from './package.ts';

/**
 * A file of DuckDB: one process has it, reads it through some connections and writes through one.
 */
export interface DuckdbFile {
  /** A question to what was committed. */
  all<T>(sql: Sql): Promise<readonly T[]>;
  /**
   * In a transaction of its own; one follows the other. `undone` is called when it was rolled back,
   * before the next.
   */
  changing<T>(work: (session: DuckdbSession) => Promise<T>, undone?: () => void): Promise<T>;
  /** Outside a transaction, with nobody else writing. */
  alone<T>(work: (session: DuckdbSession) => Promise<T>): Promise<T>;
  /**
   * Lets go of the blocks of the file that DuckDB keeps in memory, unless somebody asks something
   * at the moment.
   */
  trim(): Promise<void>;
  /** Connections for questions, and how many questions wait for one. */
  connections(): { readonly busy: number; readonly idle: number; readonly waiting: number };
  close(): Promise<void>;
}

export interface DuckdbFileOptions {
  /**
   * What DuckDB may take for its work, as it writes amounts; what does not fit goes to files beside
   * the database.
   */
  readonly memory?: string;
  /** Threads that DuckDB works in, each with buffers of its own. Default: one for each core. */
  readonly threads?: number;
  /** Nothing is written, and other processes may read too. */
  readonly readOnly?: boolean;
}

/** Questions under way at once. Each holds a thread that the runtime has few of. */
const READERS = 2;
const DUCKDB_MEMORY = '1GB';
/** Less than DuckDB needs: it lets go of all that it can, and says that this is not enough. */
const LEAST_MEMORY = '1MB';

/** Nothing is ever downloaded: what is needed is part of the package. */
const duckdbSettings = (options: DuckdbFileOptions = {}): { readonly [name: string]: string } => ({
  autoinstall_known_extensions: 'false',
  autoload_known_extensions: 'false',
  memory_limit: options.memory ?? DUCKDB_MEMORY,
  ...(options.threads !== undefined && { threads: String(options.threads) }),
  ...(options.readOnly && { access_mode: 'READ_ONLY' }),
});

/**
 * Files this process has open: the lock of a file is the process's, and closing it a second time
 * would let others in.
 */
const taken = new Set<string>();

/**
 * Opens a file and brings its tables up to date; makes it when there is none. Throws
 * `storage_unusable`, with the code `facts_in_use` among its details where another process has it.
 */
export async function openDuckdbFile(
  path: string,
  migrations: Migrations,
  options: DuckdbFileOptions = {},
): Promise<DuckdbFile> {
  const duckdb = await loadDuckdb();
  if (!options.readOnly) openPrivateFolder(dirname(resolve(path)));
  const place = placeOf(path);
  if (taken.has(place)) throw inUse(path, 'this process');
  taken.add(place);
  let instance: DuckdbInstance | undefined;
  try {
    instance = await duckdb.DuckDBInstance.create(path, duckdbSettings(options));
    const writer = duckdbSession(duckdb, await instance.connect());
    if (!options.readOnly) makePrivate(path);
    await migrate(writer, path, migrations, options.readOnly === true);
    return await fileOver(duckdb, instance, {
      writer,
      release: () => taken.delete(place),
      ...options,
    });
  } catch (error) {
    instance?.closeSync();
    taken.delete(place);
    throw error instanceof SlipwayError ? error : explained(error, path);
  }
}

async function fileOver(
  duckdb: DuckdbPackage,
  instance: DuckdbInstance,
  {
    writer,
    release,
    readOnly,
    memory = DUCKDB_MEMORY,
  }: DuckdbFileOptions & { readonly writer: DuckdbSession; readonly release: () => void },
): Promise<DuckdbFile> {
  const readers = await Promise.all(
    Array.from({ length: READERS }, async () => duckdbSession(duckdb, await instance.connect())),
  );
  const free = [...readers];
  const waiting: ((session: DuckdbSession) => void)[] = [];
  const reader = (): Promise<DuckdbSession> => {
    const session = free.pop();
    return session === undefined
      ? new Promise((resolve) => waiting.push(resolve))
      : Promise.resolve(session);
  };
  const giveBack = (session: DuckdbSession): void => {
    const next = waiting.shift();
    if (next === undefined) free.push(session);
    else next(session);
  };
  const withReader = async <T>(ask: (session: DuckdbSession) => Promise<T>): Promise<T> => {
    const session = await reader();
    try {
      return await ask(session);
    } finally {
      giveBack(session);
    }
  };
  let last: Promise<unknown> = Promise.resolve();
  const alone = <T>(work: (session: DuckdbSession) => Promise<T>): Promise<T> => {
    const done = last.then(() => work(writer));
    last = done.catch(() => undefined);
    return done;
  };

  return {
    all: (sql) => withReader((session) => session.all(sql)),
    alone,
    connections: () => ({
      busy: READERS - free.length,
      idle: free.length,
      waiting: waiting.length,
    }),
    // A lower limit makes DuckDB let go, and is all that does. Nobody asks meanwhile: a question
    // would lack memory.
    trim: () =>
      alone(async (session) => {
        if (free.length < READERS) return;
        const held = free.splice(0);
        try {
          await session.exec(`SET memory_limit = '${LEAST_MEMORY}'`).catch(() => undefined);
          await session.exec(`SET memory_limit = '${memory}'`);
        } finally {
          for (const each of held) giveBack(each);
        }
      }),
    changing: (work, undone) => alone((session) => inTransaction(session, work, undone)),
    async close() {
      // In a thread, where it does not stop the process; closing would do the same here.
      if (!readOnly) await alone((session) => session.exec('CHECKPOINT')).catch(() => undefined);
      await last;
      for (const session of await Promise.all(readers.map(reader))) session.close();
      writer.close();
      instance.closeSync();
      release();
    },
  };
}

async function inTransaction<T>(
  session: DuckdbSession,
  work: (session: DuckdbSession) => Promise<T>,
  undone?: () => void,
): Promise<T> {
  await session.exec('BEGIN');
  try {
    const result = await work(session);
    await session.exec('COMMIT');
    return result;
  } catch (error) {
    // Some failures have rolled back already.
    await session.exec('ROLLBACK').catch(() => undefined);
    undone?.();
    throw error;
  }
}

async function migrate(
  session: DuckdbSession,
  path: string,
  migrations: Migrations,
  readOnly: boolean,
): Promise<void> {
  const { part, steps } = migrations;
  const tables = await session.all<{ name: string }>({
    text: 'SELECT table_name AS name FROM duckdb_tables()',
    values: [],
  });
  const isKnown = tables.some(({ name }) => name === 'schema_versions');
  if (tables.length > 0 && !isKnown)
    throw unusable(`${path} is a database of another program. Name another file in SLIPWAY_FACTS.`);
  const found = isKnown
    ? await session.all<{ version: number | null }>({
        text: 'SELECT max(version) AS version FROM schema_versions WHERE part = $1',
        values: [part],
      })
    : [];
  const version = found[0]?.version ?? 0;
  const readers = tables.some(({ name }) => name === 'schema_readers')
    ? await session.all<{ oldest: number }>({
        text: 'SELECT oldest FROM schema_readers WHERE part = $1 AND version = $2',
        values: [part, version],
      })
    : [];
  if (version > steps.length && (readers[0]?.oldest ?? version) <= steps.length) return;
  if (version > steps.length)
    throw unusable(
      `${path} was written by a newer version of Slipway (its ${part} are at version ${version}, this one knows ${steps.length}). Start that version, or name another file in SLIPWAY_FACTS.`,
    );
  if (version === steps.length || readOnly) return;
  await inTransaction(session, async () => {
    await session.exec(
      'CREATE TABLE IF NOT EXISTS schema_versions (part VARCHAR NOT NULL, version INTEGER NOT NULL)',
    );
    for (const [index, step] of steps.slice(version).entries()) {
      await session.exec(step);
      await session.run({
        text: 'INSERT INTO schema_versions VALUES ($1, $2)',
        values: [part, version + index + 1],
      });
    }
    await session.exec(
      'CREATE TABLE IF NOT EXISTS schema_readers (part VARCHAR NOT NULL, version INTEGER NOT NULL, oldest INTEGER NOT NULL)',
    );
    await session.run({ text: 'DELETE FROM schema_readers WHERE part = $1', values: [part] });
    await session.run({
      text: 'INSERT INTO schema_readers VALUES ($1, $2, $3)',
      values: [part, steps.length, lastNeeded(migrations)],
    });
  });
}

/** A path as the system knows it, whether the file is there or not. */
function placeOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    const folder = dirname(resolve(path));
    try {
      return join(realpathSync(folder), basename(path));
    } catch {
      return resolve(path);
    }
  }
}

const unusable = (message: string, cause?: unknown): SlipwayError =>
  new SlipwayError('storage_unusable', message, { cause });

function inUse(path: string, who: string, cause?: unknown): SlipwayError {
  const message = `${path} is in use by ${who}. One process at a time works on figures in DuckDB: ask that one (the API, SLIPWAY_URL), or stop it first.`;
  return new SlipwayError('storage_unusable', message, {
    details: [{ path: '', code: 'facts_in_use', message }],
    cause,
  });
}

/** Whether another process, or another part of this one, has the file. */
export const isInUse = (error: unknown): boolean =>
  error instanceof SlipwayError && error.details.some(({ code }) => code === 'facts_in_use');

/** Told by its words: DuckDB has no codes. */
function explained(error: unknown, path: string): SlipwayError {
  const said = error instanceof Error ? error.message : String(error);
  if (/set lock on file|conflicting lock|used by another process/i.test(said)) {
    const process = /\(PID (\d+)\)/.exec(said)?.[1];
    return inUse(
      path,
      process === undefined ? 'another process' : `another process (${process})`,
      error,
    );
  }
  if (/not a valid DuckDB database file/i.test(said))
    return unusable(`${path} is no file of DuckDB. Name another file in SLIPWAY_FACTS.`, error);
  if (/read a database file with version/i.test(said))
    return unusable(
      `${path} was written by another version of DuckDB than the one that is installed.`,
      error,
    );
  if (/permission denied|no such file|read-only file system/i.test(said))
    return unusable(
      `${path} cannot be opened: give the service the right to write there, or name another file in SLIPWAY_FACTS.`,
      error,
    );
  return unusable(`${path} cannot be used by DuckDB: ${said.split('\n')[0]}`, error);
}
