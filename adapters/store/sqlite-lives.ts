import { existsSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Lives } from '../../core/ports/store.ts';
import { PRIVATE_FILE } from '../runtime/private-files.ts';
import type { SqliteDatabase } from './sqlite-file.ts';

export interface LockedLives extends Lives {
  close(): void;
}

const DAY_MS = 86_400_000;

/**
 * Signs of life for processes of one machine: each keeps a small file beside the database locked.
 * The system gives the lock back when the process ends, however that happens, so that others know
 * it at once.
 */
export function openLives(path: string, open: (path: string) => SqliteDatabase): LockedLives {
  const mark = crypto.randomUUID();
  const fileOf = (each: string): string => `${path}-process-${each}`;
  const remove = (each: string): void => {
    for (const file of [fileOf(each), `${fileOf(each)}-journal`]) rmSync(file, { force: true });
  };
  writeFileSync(fileOf(mark), '', { flag: 'wx', mode: PRIVATE_FILE });
  const own = open(fileOf(mark));
  own.exec('BEGIN EXCLUSIVE');

  /**
   * Of another process. Nothing but SQLite may open such a file: closing it would give back the
   * locks of its process.
   */
  const isLocked = (each: string): boolean => {
    const other = open(fileOf(each));
    try {
      other.exec('PRAGMA busy_timeout = 0');
      other.exec('BEGIN EXCLUSIVE');
      return false;
    } catch {
      // Also where it cannot be tried: silence tells then.
      return true;
    } finally {
      other.close();
    }
  };
  const hasEnded = (each: string): boolean => {
    if (!existsSync(fileOf(each))) return true;
    if (isLocked(each)) return false;
    remove(each);
    return true;
  };

  // Of processes that died and held nothing. A young file may be of a process that is about to lock
  // it.
  const prefix = basename(fileOf(''));
  for (const name of readdirSync(dirname(path)))
    if (name.startsWith(prefix) && !name.endsWith('-journal') && isOld(join(dirname(path), name)))
      hasEnded(name.slice(prefix.length));

  return {
    mark,
    hasEnded: async (each) => each !== mark && hasEnded(each),
    isSeen: () => true,
    close() {
      own.close();
      remove(mark);
    },
  };
}

/** By the clock of files, which wrote both times. */
function isOld(file: string): boolean {
  const changed = statSync(file, { throwIfNoEntry: false })?.mtimeMs;
  return changed !== undefined && changed < Date.now() - DAY_MS;
}
