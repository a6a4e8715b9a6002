import { spawnSync } from 'node:child_process';
import { delimiter, join } from 'node:path';

/** The machine's own Node. Under `bun --bun` the first `node` on the path is Bun in disguise. */
export function findNode(): { readonly path: string; readonly version: string } {
  const onPath = (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, 'node'));
  for (const path of [process.env.npm_node_execpath || '', ...onPath]) {
    const { stdout } = spawnSync(
      path,
      ['-p', 'process.versions.bun ? "" : process.versions.node'],
      { encoding: 'utf8' },
    );
    const version = stdout?.trim();
    if (version) return { path, version };
  }
  throw new Error('There is no Node on the path.');
}

/** Whether a version of Node brings SQLite along. */
export function hasSqlite(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > 22 || (major === 22 && minor >= 13);
}
