import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/**
 * A Node as npm installs it beside the machine's own; undefined where npm has none for the system.
 */
export function packagedNode(
  major: 22 | 24,
): { readonly path: string; readonly version: string } | undefined {
  const name = `node-${major}-${process.platform}-${process.arch}`;
  const path = fileURLToPath(new URL(`../../node_modules/${name}/bin/node`, import.meta.url));
  const { stdout } = spawnSync(path, ['-p', 'process.versions.node'], { encoding: 'utf8' });
  const version = stdout?.trim();
  return version ? { path, version } : undefined;
}
