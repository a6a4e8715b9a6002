import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageFolder } from './package-folder.ts';

/** Of the package this file is part of, built or not. */
export function version(): string {
  const folder = packageFolder();
  if (folder === undefined) return 'unknown';
  return (JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }).version;
}
