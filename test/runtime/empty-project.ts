import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { productionPackages } from '../build/sizes.ts';
import { ROOT } from './built-package.ts';

/**
 * A project that has a tarball of the package installed and nothing else: the tarball unpacked, and beside it what it depends
 * on in production, as links to what `npm ci` has installed here. Tests ask no registry.
 *
 * @param omit as of `npm install --omit=optional`
 */
export function createEmptyProject(tarball: string, omit?: 'optional'): string {
  const folder = mkdtempSync(join(tmpdir(), 'slipway-project-'));
  const own = join(folder, 'node_modules/slipway');
  mkdirSync(own, { recursive: true });
  execFileSync('tar', ['-xzf', tarball, '-C', own, '--strip-components=1']);
  for (const path of productionPackages(ROOT, omit)) if (path.lastIndexOf('node_modules/') === 0) linkPackage(folder, path);
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module', dependencies: { slipway: '*' } }));
  return folder;
}

/** Adds a package that is installed here, as `node_modules/<name>`, unless the project has it. */
export function linkPackage(folder: string, path: string): void {
  if (existsSync(join(folder, path))) return;
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  symlinkSync(join(ROOT, path), join(folder, path));
}
