import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Builds the package as it is now, with its dashboard where it is to serve, and gives a folder of somebody who has it installed. */
export function installBuiltPackage({ serves = false } = {}): string {
  const { status, stdout } = spawnSync(
    join(ROOT, 'node_modules/.bin/tsc'),
    ['-b', 'core', 'adapters', 'server', 'doors', 'testing'],
    {
      cwd: ROOT,
      encoding: 'utf8',
    },
  );
  if (status !== 0) throw new Error(`The package does not build: ${stdout}`);
  if (serves) {
    const built = spawnSync(join(ROOT, 'node_modules/.bin/bun'), ['./build/dashboard.ts'], { cwd: ROOT, encoding: 'utf8' });
    if (built.status !== 0) throw new Error(`The dashboard does not build: ${built.stderr}`);
  }
  const folder = mkdtempSync(join(tmpdir(), 'slipway-embedder-'));
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(ROOT, join(folder, 'node_modules/slipway'));
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module', dependencies: { slipway: '*' } }));
  return folder;
}
