import { setTimeout } from 'node:timers';
import type { SqliteDatabase } from './sqlite-file.ts';

/**
 * Commits lie in the write-ahead log first: a copy of the database file alone could be empty. The
 * log is copied into the file this long after a write.
 */
export const CHECKPOINT_MS = 5_000;

export interface Checkpoints {
  /** Something was written: it is carried over within the time above. */
  written(): void;
  /** Copies what no other process blocks, and stops. */
  close(): void;
}

/** Does not keep the process alive. */
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

/** Does not wait for other processes. False when something is left. */
export function checkpoint(database: SqliteDatabase): boolean {
  try {
    const done = database.prepare('PRAGMA wal_checkpoint(PASSIVE)').get() as {
      log: number;
      checkpointed: number;
    };
    return done.checkpointed >= done.log;
  } catch {
    // A full disk or a lock; the next write tells of it.
    return false;
  }
}
