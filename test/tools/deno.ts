import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Deno's program, as npm installs it. */
export const DENO = fileURLToPath(new URL('../../node_modules/.bin/deno', import.meta.url));

/** Not where npm has no Deno for the system. */
export const hasDeno = (): boolean => spawnSync(DENO, ['--version']).status === 0;
