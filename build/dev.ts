import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { watch } from 'node:fs';
import { join } from 'node:path';

/**
 * `npm run dev -- [options of npm start]`: the service, started again whenever a source file
 * changes. The dashboard is bundled at the start, so a change of a page shows after a reload in the
 * browser.
 */

const ROOT = join(import.meta.dirname, '..');
/** Editors write a file in several steps. */
const QUIET_MS = 150;

const start = (): ChildProcess =>
  spawn('bun', [join(ROOT, 'server/main.ts'), ...process.argv.slice(2)], {
    stdio: 'inherit',
    cwd: ROOT,
  });

let child = start();
let timer: ReturnType<typeof setTimeout> | undefined;

async function restart(): Promise<void> {
  const before = child;
  if (before.exitCode === null && before.kill('SIGTERM')) await once(before, 'exit');
  child = start();
}

for (const folder of ['core', 'adapters', 'server', 'docs'])
  watch(join(ROOT, folder), { recursive: true }, () => {
    clearTimeout(timer);
    timer = setTimeout(restart, QUIET_MS);
  });
process.on('SIGINT', () => child.once('exit', () => process.exit()).kill('SIGTERM'));
