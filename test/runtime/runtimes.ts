import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { DENO } from '../tools/deno.ts';
import { packagedNode } from '../tools/nodes.ts';
import { ROOT } from './built-package.ts';
import { findNode, hasSqlite } from './node.ts';

/** A runtime that the package must work in. */
export interface Runtime {
  readonly name: string;
  /** The program and its flags; absent where this machine has none. */
  readonly command?: readonly [string, ...string[]];
  readonly env?: { readonly [name: string]: string };
  readonly sqlite: boolean;
  /** Whether it runs TypeScript. */
  readonly types: boolean;
  readonly tags: readonly string[];
}

function nodeRuntime(
  name: string,
  found: { readonly path: string; readonly version: string } | undefined,
): Runtime {
  if (found === undefined)
    return {
      name: `${name} (not here: npm has none for this system)`,
      sqlite: false,
      types: false,
      tags: [],
    };
  const [major = 0, minor = 0] = found.version.split('.').map(Number);
  return {
    name: `Node ${found.version}`,
    command: [found.path, '--disable-warning=ExperimentalWarning'],
    sqlite: hasSqlite(found.version),
    types: major > 22 || (major === 22 && minor >= 18),
    tags: [],
  };
}

/**
 * Under `faketime` one start of Deno in ten ends in a segmentation fault, unless the times of files
 * are left as they are.
 */
const DENO_ENV = { NO_FAKE_STAT: '1' };

export const runtimes: readonly Runtime[] = [
  {
    name: 'Bun',
    command: [join(ROOT, 'node_modules/.bin/bun')],
    sqlite: true,
    types: true,
    tags: [],
  },
  {
    name: 'Deno',
    command: [DENO, 'run', '--allow-all', '--quiet'],
    env: DENO_ENV,
    sqlite: true,
    types: true,
    tags: ['deno'],
  },
  nodeRuntime('Node', findNode()),
  nodeRuntime('Node 22', packagedNode(22)),
  nodeRuntime('Node 24', packagedNode(24)),
];

/** Runs a program in a folder; answers what it printed, one line of JSON. */
export async function runProgram(
  { name, command, env: own = {} }: Runtime,
  folder: string,
  args: readonly string[],
  env: { readonly [name: string]: string } = {},
) {
  if (command === undefined) throw new Error(`There is no ${name}.`);
  const [path, ...flags] = command;
  const whole = { ...process.env, ...own, ...env };
  const { stdout } = await promisify(execFile)(path, [...flags, ...args], {
    cwd: folder,
    env: whole,
  });
  return JSON.parse(stdout);
}
