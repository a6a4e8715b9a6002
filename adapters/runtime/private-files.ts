import { chmodSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { SlipwayError } from '../../core/base/errors.ts';

/** For the service's user alone, whatever the umask. */
export const PRIVATE_FILE = 0o600;
export const PRIVATE_FOLDER = 0o700;

/** Takes away other users' rights. What belongs to another user stays as it is. */
export function makePrivate(path: string): void {
  try {
    const { mode } = statSync(path);
    if ((mode & 0o077) !== 0) chmodSync(path, mode & 0o700);
  } catch {
    // Not there, or not ours.
  }
}

/**
 * Makes a folder and those above it, and answers the first that it made. The `recursive` of Node
 * never ends where the system says of an existing folder that it is missing, as below /proc.
 */
export function makeFolders(path: string, mode?: number): string | undefined {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return undefined;
  const above = dirname(path);
  const first = above === path ? undefined : makeFolders(above, mode);
  try {
    mkdirSync(path, { mode });
  } catch (error) {
    // Another process was faster.
    if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw error;
  }
  return first ?? path;
}

/**
 * Makes a folder, and those above it, for this user alone. An existing one keeps its rights. Throws
 * `storage_unusable`.
 */
export function openPrivateFolder(path: string): void {
  try {
    makeFolders(path, PRIVATE_FOLDER);
    // Tried, not asked: a file system may be read-only whatever the rights.
    const trial = join(path, `.${crypto.randomUUID()}`);
    writeFileSync(trial, '', { flag: 'wx', mode: PRIVATE_FILE });
    rmSync(trial);
  } catch (error) {
    const isFile =
      error instanceof Error &&
      'code' in error &&
      (error.code === 'EEXIST' || error.code === 'ENOTDIR');
    const why = isFile ? 'is a file, or lies below one' : 'cannot be written';
    throw new SlipwayError(
      'storage_unusable',
      `The folder ${path} ${why}. Name one this user may write to.`,
      { cause: error },
    );
  }
}
