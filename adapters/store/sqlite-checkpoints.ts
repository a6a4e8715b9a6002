import { setTimeout } from 'node:timers';
import type { SqliteDatabase } from './sqlite-file.ts';

/**
 * What is committed lies in the write-ahead log first, so that a copy of the database file alone could be an empty
 * database. The log is carried over into the file soon after each write, and so the file is never older than this.
 */
export const CHECKPOINT_MS = 5_000;

export interface Checkpoints {
  /** Something was written: it is carried over within the time above. */
  written(): void;
  /** Carries everything over that no other process is in the way of, and stops. */
  close(): void;
}

/** Calls back after a time; a process that has nothing else to do need not wait for it. */
export type After = (ms: number, work: () => void) => void;

const afterTime: After = (ms, work) => void setTimeout(work, ms).unref();

export function createCheckpoints(database: SqliteDatabase, after: After = afterTime): Checkpoints {
  let state: 'idle' | 'due' | 'closed' = 'idle';
  const written = (): void => {
    if (state !== 'idle') return;
    state = 'due';
    after(CHECKPOINT_MS, () => {
      if (state === 'closed') return;
      state = 'idle';
      // A reader in another process may have kept some of it back.
      if (!checkpoint(database)) written();
    });
  };
  return {
    written,
    close() {
      state = 'closed';
      checkpoint(database);
    },
  };
}

/**
 * Never waits for anybody and keeps nobody waiting but for the writing itself, which SQLite does as well whenever the log
 * has reached a thousand pages. False when something is left.
 */
export function checkpoint(database: SqliteDatabase): boolean {
  try {
    const done = database.prepare('PRAGMA wal_checkpoint(PASSIVE)').get() as { log: number; checkpointed: number };
    return done.checkpointed >= done.log;
  } catch {
    // A full disk or a lock; the next write tells of it.
    return false;
  }
}
