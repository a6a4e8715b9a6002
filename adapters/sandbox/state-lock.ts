import { writeFileSync } from 'node:fs';
import { SlipwayError } from '../../core/base/errors.ts';
import { makePrivate, PRIVATE_FILE } from '../runtime/private-files.ts';

/** A process that was told to end may need a moment. */
const patienceMs = 1_000;

/**
 * Keeps every other process from using the file until `release`, or until this process ends in whatever way.
 * The lock is the operating system's, taken through SQLite on an empty file beside it: a number of a
 * process written down there could belong to another one after a restart. Where the runtime has no SQLite
 * (Node before 22) nothing is locked.
 */
export async function lockState(file: string): Promise<{ release(): void }> {
  const sqlite = await import('node:sqlite').catch(() => undefined);
  if (sqlite === undefined) return { release: () => undefined };
  const place = `${file}.lock`;
  writeFileSync(place, '', { flag: 'a', mode: PRIVATE_FILE });
  makePrivate(place);
  const database = new sqlite.DatabaseSync(place);
  try {
    database.exec(`PRAGMA busy_timeout = ${patienceMs}; PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE`);
  } catch (cause) {
    database.close();
    throw new SlipwayError(
      'storage_unusable',
      `${file} is in use: another sandbox keeps its world there. Stop that one, or name another file or folder for this one. To share one, run \`slipway sandbox\` and give its address to all: SLIPWAY_SANDBOX_URL, or sandboxUrl of createSlipway.`,
      { cause },
    );
  }
  return { release: () => database.close() };
}
