import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makePrivate, openPrivateFolder, PRIVATE_FILE } from './private-files.ts';

/** The secret of an installation without a named one: a file beside its data. */
export const keptSecretPath = (folder: string): string => join(folder, 'secret');

/** Undefined when there is none. */
export function readKeptSecret(folder: string): string | undefined {
  const path = keptSecretPath(folder);
  if (!existsSync(path)) return undefined;
  makePrivate(path);
  return readFileSync(path, 'utf8').trim();
}

/** Several processes at once all get the first one's. */
export function makeKeptSecret(folder: string): string {
  openPrivateFolder(folder);
  const path = keptSecretPath(folder);
  const made = randomBytes(32).toString('hex');
  try {
    writeFileSync(path, made, { flag: 'wx', mode: PRIVATE_FILE });
  } catch (error) {
    if ((error as { code?: string }).code !== 'EEXIST') throw error;
  }
  return readKeptSecret(folder) ?? made;
}
