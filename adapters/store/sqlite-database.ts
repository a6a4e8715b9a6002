import { SlipwayError } from '../../core/base/errors.ts';
import { lastNeeded, type Migrations } from './migrations.ts';
import {
  checkPages,
  damaged,
  prepareFile,
  READERS_TABLE,
  type SqliteDatabase,
  unusable,
  VERSIONS_TABLE,
} from './sqlite-file.ts';
import { BUSY_MS, whenFree } from './sqlite-trouble.ts';

/**
 * Opens a database file, or makes it, and brings its tables up to date. Safe for several processes
 * at once. Throws `storage_unusable` and leaves the file as it was.
 *
 * @param options.check whether the pages of the file are checked first, as far as that takes no
 * time
 */
export async function openSqliteDatabase(
  path: string,
  migrations: Migrations,
  options: { readonly check?: boolean } = {},
): Promise<SqliteDatabase> {
  const { DatabaseSync } = await loadSqlite();
  let database: SqliteDatabase | undefined;
  try {
    if (path !== ':memory:') prepareFile(path, (name) => new DatabaseSync(name) as SqliteDatabase);
    const opened = new DatabaseSync(path) as SqliteDatabase;
    database = opened;
    opened.exec(`PRAGMA busy_timeout = ${BUSY_MS}`);
    await whenFree(() => {
      if (path !== ':memory:') refuseForeign(opened, path, migrations);
      if (options.check) checkPages(opened, path);
      // FULL waits for the disk: WAL's default could lose a commit with the power.
      opened.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
      migrate(opened, path, migrations);
    });
    return opened;
  } catch (error) {
    database?.close();
    throw error instanceof SlipwayError ? error : explained(error, path);
  }
}

/** Checks every page of a file, however long that takes. Throws `storage_unusable`. */
export async function checkSqliteFile(path: string): Promise<void> {
  const { DatabaseSync } = await loadSqlite();
  prepareFile(path, (name) => new DatabaseSync(name) as SqliteDatabase);
  const database = new DatabaseSync(path) as SqliteDatabase;
  try {
    await whenFree(() => checkPages(database, path, 'whole'));
  } catch (error) {
    throw error instanceof SlipwayError ? error : explained(error, path);
  } finally {
    database.close();
  }
}

/** All or nothing. Throws an error that `isBusy` knows while another process writes. */
export function inTransaction<T>(database: SqliteDatabase, work: () => T): T {
  database.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    database.exec('COMMIT');
    return result;
  } catch (error) {
    try {
      database.exec('ROLLBACK');
    } catch {
      // Some failures (a full disk among them) have rolled back already.
    }
    throw error;
  }
}

/** Opens a file as it is. */
export async function sqliteOpener(): Promise<(path: string) => SqliteDatabase> {
  const { DatabaseSync } = await loadSqlite();
  return (path) => new DatabaseSync(path) as SqliteDatabase;
}

async function loadSqlite() {
  try {
    return await import('node:sqlite');
  } catch (cause) {
    const runtime = `Node ${globalThis.process?.versions?.node ?? 'of this version'}`;
    throw unusable(
      `${runtime} has no SQLite. Use Node 22.13 or newer, Bun or Deno, or give Slipway a Postgres database instead.`,
      cause,
    );
  }
}

function migrate(database: SqliteDatabase, path: string, migrations: Migrations): void {
  inTransaction(database, () => {
    database.exec(`${VERSIONS_TABLE};${READERS_TABLE}`);
    const current = versionOf(database, path, migrations);
    const { part, steps } = migrations;
    if (current >= steps.length) return;
    steps.slice(current).forEach((step, index) => {
      database.exec(step);
      database
        .prepare('INSERT INTO schema_versions (part, version) VALUES (?, ?)')
        .run(part, current + index + 1);
    });
    database
      .prepare('INSERT OR REPLACE INTO schema_readers (part, version, oldest) VALUES (?, ?, ?)')
      .run(part, steps.length, lastNeeded(migrations));
  });
}

/** Looks before anything is changed. */
function refuseForeign(database: SqliteDatabase, path: string, migrations: Migrations): void {
  const tables = database.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all() as {
    name: string;
  }[];
  if (tables.some(({ name }) => name === 'schema_versions')) versionOf(database, path, migrations);
  else if (tables.length > 0)
    throw unusable(
      `${path} is a database of another program. Choose another file for Slipway's data.`,
    );
  else
    throw unusable(
      `${path} holds no tables, as a copy does that was made without the ${path}-wal beside it. Restore a backup (slipway restore), or, to start afresh, remove this file or name another.`,
    );
}

function versionOf(database: SqliteDatabase, path: string, { part, steps }: Migrations): number {
  const row = database
    .prepare('SELECT max(version) AS version FROM schema_versions WHERE part = ?')
    .get(part);
  const version = (row as { version: number | null }).version ?? 0;
  if (version > steps.length && oldestReader(database, part, version) <= steps.length)
    return steps.length;
  if (version > steps.length)
    throw unusable(
      `${path} was written by a newer version of Slipway (its ${part} are at version ${version}, this one knows ${steps.length}). ` +
        'Start that version, or choose another file.',
    );
  return version;
}

/** Tables from before this was kept have the newest reader alone. */
function oldestReader(database: SqliteDatabase, part: string, version: number): number {
  const there = database
    .prepare("SELECT name FROM sqlite_master WHERE name = 'schema_readers'")
    .all();
  if (there.length === 0) return Number.POSITIVE_INFINITY;
  const row = database
    .prepare('SELECT oldest FROM schema_readers WHERE part = ? AND version = ?')
    .get(part, version);
  return (row as { readonly oldest: number } | undefined)?.oldest ?? Number.POSITIVE_INFINITY;
}

export function explained(error: unknown, path: string): SlipwayError {
  const message = error instanceof Error ? error.message : String(error);
  if (/unable to open|readonly|read-only|permission|authoriz/i.test(message))
    return unusable(
      `${path} cannot be written. Give this user the right to write there, or choose another folder.`,
      error,
    );
  if (/not a database/i.test(message))
    return unusable(
      `${path} is not an SQLite database, or it is damaged. Restore it from a backup, or choose another file.`,
      error,
    );
  if (/malformed|corrupt/i.test(message)) return damaged(path, 'its pages cannot be read', error);
  if (/disk is full|no space/i.test(message))
    return unusable(`The disk of ${path} is full. Free some space and start again.`, error);
  if (/locked|busy/i.test(message))
    return unusable(
      `${path} is locked by another process. Wait until it has finished, or stop it.`,
      error,
    );
  return unusable(`${path} cannot be used as a database: ${message}.`, error);
}
