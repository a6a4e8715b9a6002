import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makePrivate, openPrivateFolder, PRIVATE_FILE } from './private-files.ts';

/** Made on the first start and kept beside the data it protects; whoever wants them apart gives one. */
export function keptSecret(folder: string): string {
  openPrivateFolder(folder);
  const path = join(folder, 'secret');
  try {
    writeFileSync(path, randomBytes(32).toString('hex'), { flag: 'wx', mode: PRIVATE_FILE });
  } catch (error) {
    if ((error as { code?: string }).code !== 'EEXIST') throw error;
  }
  makePrivate(path);
  return readFileSync(path, 'utf8').trim();
}
