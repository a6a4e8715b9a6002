import {
  appendFileSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { SlipwayError } from '../../core/base/errors.ts';
import { makePrivate, PRIVATE_FILE, PRIVATE_FOLDER } from '../runtime/private-files.ts';
import type { Entity, Json } from './entity.ts';
import { createNoteBook } from './notes.ts';
import type { SandboxState, StateChange } from './world.ts';

/** For a process that is ending. */
const patienceMs = 1_000;

/**
 * An operating system lock, through SQLite on an empty file: a process id could belong to another
 * process after a restart. Without SQLite (Node before 22) nothing is locked.
 */
async function lockState(file: string): Promise<{ release(): void }> {
  const sqlite = await import('node:sqlite').catch(() => undefined);
  if (sqlite === undefined) return { release: () => undefined };
  const place = `${file}.lock`;
  writeFileSync(place, '', { flag: 'a', mode: PRIVATE_FILE });
  makePrivate(place);
  const database = new sqlite.DatabaseSync(place);
  try {
    database.exec(
      `PRAGMA busy_timeout = ${patienceMs}; PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE`,
    );
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

/**
 * One line per changing request, written before its answer leaves: a killed process loses nothing,
 * and half a last line is dropped. (A power cut can lose more: lines are not synced.) Start replays
 * and rewrites the file. Refuses a second process (`storage_unusable`).
 *
 * @example
 * import { createSandbox, openFileState } from 'slipway-sandbox';
 *
 * const sandbox = createSandbox({ state: await openFileState('world.jsonl') });
 * sandbox.close();
 */
export async function openFileState(file: string): Promise<SandboxState> {
  mkdirSync(dirname(file), { recursive: true, mode: PRIVATE_FOLDER });
  const lock = await lockState(file);
  try {
    const changes = compact(existsSync(file) ? readFileSync(file, 'utf8') : '', file);
    rewrite(file, changes);
    return fileState(file, changes, lock);
  } catch (error) {
    lock.release();
    throw error;
  }
}

function fileState(
  file: string,
  changes: readonly StateChange[],
  lock: { release(): void },
): SandboxState {
  let handle = openSync(file, 'a', PRIVATE_FILE);
  let closed = false;
  return {
    load: () => changes,
    append: (change) => appendFileSync(handle, `${JSON.stringify(change)}\n`),
    clear() {
      closeSync(handle);
      rewrite(file, []);
      handle = openSync(file, 'a', PRIVATE_FILE);
    },
    close() {
      if (closed) return;
      closed = true;
      closeSync(handle);
      lock.release();
    },
  };
}

const entitiesPerLine = 500;

function compact(text: string, file: string): readonly StateChange[] {
  const entities = new Map<string, Entity>();
  const notes = createNoteBook<Json>();
  let last: StateChange | undefined;
  const lines = text.split('\n');
  for (const [index, line] of lines.entries()) {
    if (line === '') continue;
    const change = parse(line);
    if (change === undefined) {
      if (index === lines.length - 1) continue;
      throw new Error(
        `${file} is not a sandbox state file: line ${index + 1} cannot be read. Name another file, or delete this one.`,
      );
    }
    for (const entity of change.put) entities.set(entity.id, entity);
    for (const id of change.drop) entities.delete(id);
    notes.replay(change.notes ?? {});
    last = change;
  }
  if (last === undefined) return [];
  const { sequence, clockOffset } = last;
  const all = [...entities.values()];
  const changes: StateChange[] = [
    { sequence, clockOffset, put: [], drop: [], notes: Object.fromEntries(notes.starting('')) },
  ];
  for (let from = 0; from < all.length; from += entitiesPerLine)
    changes.push({ sequence, clockOffset, put: all.slice(from, from + entitiesPerLine), drop: [] });
  return changes;
}

function parse(line: string): StateChange | undefined {
  try {
    const value = JSON.parse(line) as Partial<StateChange>;
    return Array.isArray(value.put) &&
      Array.isArray(value.drop) &&
      typeof value.sequence === 'number'
      ? // The three fields that tell a state line from any other JSON were just looked at.
        (value as StateChange)
      : undefined;
  } catch {
    return undefined;
  }
}

/** Through a second file: a crash leaves the old one whole. */
function rewrite(file: string, changes: readonly StateChange[]) {
  const draft = `${file}.new`;
  writeFileSync(draft, changes.map((change) => `${JSON.stringify(change)}\n`).join(''), {
    mode: PRIVATE_FILE,
  });
  // A draft left by a crash keeps its old rights.
  makePrivate(draft);
  renameSync(draft, file);
}
