import { setTimeout } from 'node:timers';
import { SlipwayError } from '../../core/base/errors.ts';

/** SQLite's errors by their words: not every runtime passes on codes. */

const words = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** Another process is writing, or holds a lock. */
export const isBusy = (error: unknown): boolean => /\b(is locked|busy)\b/i.test(words(error));

/** SQLite itself blocks the process this long; the rest of the patience is ours. */
export const BUSY_MS = 20;
/** How long a request waits for another process's lock. */
export const PATIENCE_MS = 5_000;
const LONGEST_PAUSE_MS = 200;

/** Pauses that grow; each number is one in milliseconds. */
export function* pauses(): Generator<number, never> {
  for (let pause = 5; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) yield pause;
}

export const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, ms));

/** Repeats the work while another process holds the database, without blocking the event loop. */
export async function whenFree<T>(work: () => T): Promise<T> {
  let waited = 0;
  for (const ms of pauses()) {
    try {
      return work();
    } catch (error) {
      if (!isBusy(error) || waited >= PATIENCE_MS) throw error;
    }
    await pause(ms);
    waited += ms + BUSY_MS;
  }
  throw new Error('Pauses never end.');
}

/** A refusal with SQLite's error as cause. Other errors stay as they are. */
export function unavailable(error: unknown): unknown {
  if (error instanceof SlipwayError || error instanceof TypeError) return error;
  return new SlipwayError('unavailable', sentence(words(error)), { cause: error });
}

function sentence(said: string): string {
  if (/is locked|busy/i.test(said))
    return 'The database is locked by another process. Try again in a moment; if it stays locked, its administrator has to end that process.';
  if (/disk is full|no space/i.test(said))
    return 'The disk of the database is full, so nothing can be stored. Its administrator has to free some space; then the service goes on by itself.';
  if (/malformed|not a database|corrupt/i.test(said))
    return 'The database file is damaged. Its administrator has to stop the service and restore a backup; `slipway doctor` tells more.';
  if (/readonly|read-only/i.test(said))
    return 'The database file cannot be written. Its administrator has to give the service the right to write there.';
  return 'The database cannot be used at the moment. Try again; if it stays, its administrator finds the reason in the log.';
}
