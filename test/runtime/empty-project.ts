import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { productionPackages } from '../build/sizes.ts';
import { ROOT } from './built-package.ts';

/**
 * A project that has a tarball of the package installed and nothing else: the tarball unpacked, and
 * beside it what it depends on in production, as links to what `npm ci` has installed here. Tests
 * ask no registry.
 *
 * @param omit as of `npm install --omit=optional`
 */
export function createEmptyProject(tarball: string, omit?: 'optional'): string {
  const folder = mkdtempSync(join(tmpdir(), 'slipway-project-'));
  unpack(tarball, join(folder, 'node_modules/slipway'));
  // npm packs the packages beside the first one into the same folder.
  const beside = readdirSync(dirname(tarball)).find((name) => name.startsWith('slipway-sandbox-'));
  if (omit === undefined && beside !== undefined)
    unpack(join(dirname(tarball), beside), join(folder, 'node_modules/slipway-sandbox'));
  for (const path of productionPackages(ROOT, omit))
    if (path.lastIndexOf('node_modules/') === 0) linkPackage(folder, path);
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({ type: 'module', dependencies: { slipway: '*' } }),
  );
  return folder;
}

function unpack(tarball: string, into: string): void {
  mkdirSync(into, { recursive: true });
  execFileSync('tar', ['-xzf', tarball, '-C', into, '--strip-components=1']);
}

/** Adds a package that is installed here, as `node_modules/<name>`, unless the project has it. */
export function linkPackage(folder: string, path: string): void {
  if (existsSync(join(folder, path))) return;
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  symlinkSync(join(ROOT, path), join(folder, path));
}
