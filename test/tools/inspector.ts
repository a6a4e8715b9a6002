import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packagedNode } from './nodes.ts';

const OWN = fileURLToPath(
  new URL('../../node_modules/@modelcontextprotocol/inspector', import.meta.url),
);

/**
 * How the command line of the Inspector is started: it needs a Node of its own. SLIPWAY_INSPECTOR
 * names the folder of its package.
 */
export function findInspector(
  env: { readonly [name: string]: string | undefined } = process.env,
): readonly [string, string] | undefined {
  const script = join(env.SLIPWAY_INSPECTOR ?? OWN, 'clients/cli/build/index.js');
  const node = existsSync(script) ? packagedNode(24) : undefined;
  return node && [node.path, script];
}
