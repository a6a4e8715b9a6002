import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { ClosingLine } from './closing-line.ts';
import { doorAliases } from './door-aliases.ts';

/** `npm run test:unit`: the tests that need neither a browser nor Postgres nor a process of their own, nor take long. */

const TAGS = ['browser', 'deno', 'long', 'pgbouncer', 'postgres', 'process'];
const root = fileURLToPath(new URL('..', import.meta.url));
const noProcesses = fileURLToPath(new URL('./tools/no-processes.ts', import.meta.url));

/** A file that is tagged as a whole is not even read. */
const exclude = globSync('test/**/*.test.ts', { cwd: root }).filter((file) =>
  /^\/\/ @module-tag /m.test(readFileSync(join(root, file), 'utf8')),
);

export default defineConfig({
  resolve: { alias: [...doorAliases, ...['node:child_process', 'esbuild'].map((find) => ({ find, replacement: noProcesses }))] },
  test: {
    root,
    include: ['test/**/*.test.ts'],
    exclude: ['**/node_modules/**', ...exclude],
    tags: TAGS.map((name) => ({ name, skip: true })),
    globalSetup: [fileURLToPath(new URL('./temporary-folder.ts', import.meta.url))],
    setupFiles: [fileURLToPath(new URL('./worker.ts', import.meta.url))],
    testTimeout: 120_000,
    pool: 'forks',
    // Files share processes, one to a core: a process and a world of modules for each file would take twice as long.
    isolate: false,
    maxWorkers: '100%',
    reporters: ['default', new ClosingLine([])],
  },
});
