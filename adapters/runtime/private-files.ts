import { chmodSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SlipwayError } from '../../core/base/errors.ts';

/** What the service keeps is for its own user alone, whatever the umask says. */
export const PRIVATE_FILE = 0o600;
export const PRIVATE_FOLDER = 0o700;

/** Takes other users' rights to a file or folder away. What belongs to another user is left as it is. */
export function makePrivate(path: string): void {
  try {
    const { mode } = statSync(path);
    if ((mode & 0o077) !== 0) chmodSync(path, mode & 0o700);
  } catch {
    // Not there, or not ours.
  }
}

/**
 * Makes a folder for this user alone, with those above it. One that was there keeps its rights: it may be shared for
 * a reason. Throws `storage_unusable` where it cannot be used.
 */
export function openPrivateFolder(path: string): void {
  try {
    mkdirSync(path, { recursive: true, mode: PRIVATE_FOLDER });
    // Tried instead of asked: a file system may be for reading only whatever the rights say.
    const trial = join(path, `.${crypto.randomUUID()}`);
    writeFileSync(trial, '', { flag: 'wx', mode: PRIVATE_FILE });
    rmSync(trial);
  } catch (error) {
    const isFile = error instanceof Error && 'code' in error && (error.code === 'EEXIST' || error.code === 'ENOTDIR');
    const why = isFile ? 'is a file, or lies below one' : 'cannot be written';
    throw new SlipwayError('storage_unusable', `The folder ${path} ${why}. Name one this user may write to.`, { cause: error });
  }
}
