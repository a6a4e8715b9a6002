import {
  constants,
  copyFileSync,
  existsSync,
  linkSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { SlipwayError } from '../../core/base/errors.ts';
import { makePrivate, PRIVATE_FILE } from '../runtime/private-files.ts';

/**
 * Makes the database file, for this user alone, before SQLite opens it: under another name first,
 * so that no crash leaves an empty file. Refuses an empty file, and a write-ahead log without its
 * database: SQLite would discard both silently.
 */
export function prepareFile(path: string, open: (path: string) => SqliteDatabase): void {
  const folder = dirname(path);
  if (!existsSync(folder))
    throw unusable(
      `The folder ${folder} for the database does not exist. Create it, or choose another one.`,
    );
  const found = statSync(path, { throwIfNoEntry: false });
  if (found?.isDirectory()) throw unusable(`${path} is a folder. Name a file for the database.`);
  if (found?.size === 0)
    throw unusable(
      `${path} is empty: the database that was there is lost. Restore a backup (slipway restore), or, to start afresh, remove this file or name another.`,
    );
  if (found === undefined && existsSync(`${path}-wal`))
    throw unusable(
      `${path} is missing, but ${path}-wal with its latest changes is there. Put the database back or restore a backup (slipway restore), or, to start afresh, move ${path}-wal away or name another file.`,
    );
  if (found === undefined) makeFile(path, open);
  for (const each of [path, `${path}-wal`, `${path}-shm`]) makePrivate(each);
}

function makeFile(path: string, open: (path: string) => SqliteDatabase): void {
  const draft = `${path}.${crypto.randomUUID()}`;
  try {
    // SQLite gives files beside a database its rights.
    writeFileSync(draft, '', { flag: 'wx', mode: PRIVATE_FILE });
    const database = open(draft);
    try {
      database.exec('PRAGMA journal_mode = WAL');
      database.exec(VERSIONS_TABLE);
    } finally {
      database.close();
    }
    place(draft, path);
  } finally {
    for (const each of [draft, `${draft}-wal`, `${draft}-shm`]) rmSync(each, { force: true });
  }
}

/** Another process may have made the file first. */
function place(draft: string, path: string): void {
  try {
    linkSync(draft, path);
  } catch {
    try {
      // Not every file system has links.
      copyFileSync(draft, path, constants.COPYFILE_EXCL);
    } catch (error) {
      if ((error as { code?: string }).code !== 'EEXIST') throw error;
    }
  }
}

export const VERSIONS_TABLE = `
  CREATE TABLE IF NOT EXISTS schema_versions (part TEXT NOT NULL, version INTEGER NOT NULL, PRIMARY KEY (part, version)) STRICT`;
/** How many steps code must know to use tables of a version. */
export const READERS_TABLE = `
  CREATE TABLE IF NOT EXISTS schema_readers (part TEXT PRIMARY KEY, version INTEGER NOT NULL, oldest INTEGER NOT NULL) STRICT`;

/**
 * Only `slipway doctor` checks larger files whole: a gigabyte takes about a second, from the disk
 * longer.
 */
const MOST_CHECKED = 256 * 1024 * 1024;

/** Throws `storage_unusable` for broken pages. */
export function checkPages(
  database: SqliteDatabase,
  path: string,
  scope: 'start' | 'whole' = 'start',
): void {
  const number = (pragma: string) =>
    Number(Object.values(database.prepare(`PRAGMA ${pragma}`).get() as object)[0]);
  const isLarge = number('page_count') * number('page_size') > MOST_CHECKED;
  const check =
    scope === 'whole'
      ? 'integrity_check(1)'
      : isLarge
        ? "quick_check('schema_versions')"
        : 'quick_check(1)';
  let found: string;
  try {
    found = String(Object.values(database.prepare(`PRAGMA ${check}`).get() as object)[0]);
  } catch (error) {
    if (!/malformed|not a database|corrupt/i.test(String(error))) throw error;
    found = 'it cannot be read';
  }
  if (found !== 'ok') throw damaged(path, found);
}

export const damaged = (path: string, found: string, cause?: unknown): SlipwayError =>
  unusable(
    `${path} is damaged (${found.split('\n').pop()}). Restore a backup (slipway restore), or choose another file; keep this one, much of it may be readable.`,
    cause,
  );

export const unusable = (message: string, cause?: unknown): SlipwayError =>
  new SlipwayError('storage_unusable', message, { cause });

/** The used part of `DatabaseSync` from node:sqlite (Bun, Deno, Node 22.5 and newer). */
export interface SqliteDatabase {
  exec(sql: string): void;
  prepare(sql: string): SqliteStatement;
  close(): void;
}

export interface SqliteStatement {
  get(...values: SqliteValue[]): unknown;
  all(...values: SqliteValue[]): unknown[];
  run(...values: SqliteValue[]): unknown;
}

export type SqliteValue = string | number | null;
