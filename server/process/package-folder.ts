import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Whether this module runs as it was written, not as it was built. */
export const isSource = import.meta.url.endsWith('.ts');

/** The folder of the package that this module is part of; undefined where another program has bundled it. */
export function packageFolder(): string | undefined {
  for (let folder = dirname(fileURLToPath(import.meta.url)); folder !== dirname(folder); folder = dirname(folder)) {
    const manifest = join(folder, 'package.json');
    if (existsSync(manifest) && (JSON.parse(readFileSync(manifest, 'utf8')) as { name?: string }).name === 'slipway')
      return folder;
  }
  return undefined;
}

/** A file of the package by its place in the sources: built files are in dist/ at the same place. */
export const packageFile = (path: string): string => join(packageFolder() ?? '.', isSource ? '' : 'dist', path);
