import { writeFileSync } from 'node:fs';
import { SlipwayError } from '../../core/base/errors.ts';
import { makePrivate, PRIVATE_FILE } from '../runtime/private-files.ts';

/** For a process that is ending. */
const patienceMs = 1_000;

/**
 * An operating system lock, through SQLite on an empty file: a written process id could belong to another process after
 * a restart. Without SQLite (Node before 22) nothing is locked.
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
