import { createHash } from 'node:crypto';
import { constants, createReadStream } from 'node:fs';
import { chmod, copyFile, mkdir, open, readdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { PRIVATE_FILE, PRIVATE_FOLDER } from '../runtime/private-files.ts';

/** A file of a backup; `path` with slashes, from the backup's folder. */
export interface FileRecord {
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
}

/** What is still being written beside its name. */
const HALF = /\.[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The files below a folder, by their path from it. None where there is no folder. */
export async function filesBelow(folder: string): Promise<string[]> {
  if (!(await stat(folder).catch(() => undefined))?.isDirectory()) return [];
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && !HALF.test(entry.name))
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length)
        .replace(/^[/\\]+/, '')
        .replaceAll('\\', '/'),
    )
    .sort();
}

/**
 * Copies a file for this user alone, durable when it resolves. False when it is gone, or was there
 * already.
 */
export async function copyPrivate(from: string, to: string): Promise<boolean> {
  await mkdir(dirname(to), { recursive: true, mode: PRIVATE_FOLDER });
  try {
    await copyFile(from, to, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
  } catch (error) {
    if (['ENOENT', 'EEXIST'].includes(String((error as { code?: string }).code))) return false;
    throw error;
  }
  await chmod(to, PRIVATE_FILE);
  const handle = await open(to, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
  return true;
}

/** Reads a file to its end. Throws when there is none. */
export async function recordOf(folder: string, path: string): Promise<FileRecord> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of createReadStream(join(folder, path)) as AsyncIterable<Uint8Array>) {
    hash.update(chunk);
    bytes += chunk.length;
  }
  return { path, bytes, sha256: hash.digest('hex') };
}
