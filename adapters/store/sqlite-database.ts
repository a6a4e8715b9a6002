import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { SlipwayError } from '../../core/errors.ts';

/** The part of `DatabaseSync` from node:sqlite (Bun, Deno, Node 22.5 and newer) that is used here. */
export interface SqliteDatabase {
  exec(sql: string): void;
  prepare(sql: string): SqliteStatement;
  close(): void;
}

export type SqliteValue = string | number | null;

export interface SqliteStatement {
  get(...values: SqliteValue[]): unknown;
  all(...values: SqliteValue[]): unknown[];
  run(...values: SqliteValue[]): unknown;
}

/** The tables of one part of the service: step n takes them from version n - 1 to n. Steps that were released never change. */
export interface Migrations {
  readonly part: string;
  readonly steps: readonly string[];
}

/**
 * Opens a database file and brings its tables up to date; makes the file when there is none. Safe when
 * several processes do so at once. What cannot be used is told in one sentence (`storage_unusable`) and is
 * left as it was.
 */
export async function openSqliteDatabase(path: string, migrations: Migrations): Promise<SqliteDatabase> {
  const { DatabaseSync } = await loadSqlite();
  const folder = dirname(path);
  if (path !== ':memory:' && !existsSync(folder))
    throw unusable(`The folder ${folder} for the database does not exist. Create it, or choose another one.`);

  let database: SqliteDatabase | undefined;
  try {
    database = new DatabaseSync(path) as SqliteDatabase;
    database.exec('PRAGMA busy_timeout = 5000');
    refuseForeign(database, path, migrations);
    // FULL makes each commit wait for the disk: with WAL's default a commit could be lost with the power.
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
    migrate(database, path, migrations);
    return database;
  } catch (error) {
    database?.close();
    throw error instanceof SlipwayError ? error : explained(error, path);
  }
}

/** All or nothing; waits for other processes' transactions to end. */
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
    database.exec(
      'CREATE TABLE IF NOT EXISTS schema_versions (part TEXT NOT NULL, version INTEGER NOT NULL, PRIMARY KEY (part, version)) STRICT',
    );
    const current = versionOf(database, path, migrations);
    migrations.steps.slice(current).forEach((step, index) => {
      database.exec(step);
      database.prepare('INSERT INTO schema_versions (part, version) VALUES (?, ?)').run(migrations.part, current + index + 1);
    });
  });
}

/** Looks before anything is changed. */
function refuseForeign(database: SqliteDatabase, path: string, migrations: Migrations): void {
  const tables = database.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all() as { name: string }[];
  if (tables.some(({ name }) => name === 'schema_versions')) versionOf(database, path, migrations);
  else if (tables.length > 0) throw unusable(`${path} is a database of another program. Choose another file for Slipway's data.`);
}

function versionOf(database: SqliteDatabase, path: string, { part, steps }: Migrations): number {
  const row = database.prepare('SELECT max(version) AS version FROM schema_versions WHERE part = ?').get(part);
  const version = (row as { version: number | null }).version ?? 0;
  if (version > steps.length)
    throw unusable(
      `${path} was written by a newer version of Slipway (its ${part} are at version ${version}, this one knows ${steps.length}). ` +
        'Start that version, or choose another file.',
    );
  return version;
}

function explained(error: unknown, path: string): SlipwayError {
  const message = error instanceof Error ? error.message : String(error);
  if (/unable to open|readonly|read-only|permission|authoriz/i.test(message))
    return unusable(`${path} cannot be written. Give this user the right to write there, or choose another folder.`, error);
  if (/not a database|malformed/i.test(message))
    return unusable(
      `${path} is not an SQLite database, or it is damaged. Restore it from a backup, or choose another file.`,
      error,
    );
  if (/locked|busy/i.test(message))
    return unusable(`${path} is locked by another process. Wait until it has finished, or stop it.`, error);
  return unusable(`${path} cannot be used as a database: ${message}.`, error);
}

const unusable = (message: string, cause?: unknown): SlipwayError => new SlipwayError('storage_unusable', message, { cause });
