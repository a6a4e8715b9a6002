import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { ClosingLine } from './closing-line.ts';
import { doors } from './doors.ts';
import { filesToRun } from './parts.ts';
import { findTools } from './tools/tools.ts';

/** Bun parses YAML and bundles the dashboard for them. */
const ONLY_IN_BUN = ['test/server/watching.test.ts', 'test/server/encoded.test.ts'];

/** Of every run of tests. Files named *.suite.ts are conformance suites that other tests call. */
export default defineConfig(async () => {
  const tools = await findTools();
  const isBun = process.versions.bun !== undefined;
  const { files, left } = filesToRun(process.argv.slice(3), process.env.PARTS_OF_TESTS);
  // In Node the tests of the service run too, once in `npm run test:all` (test/node).
  const include = isBun
    ? files
    : files.filter((file) => file.startsWith('test/server/') && !ONLY_IN_BUN.includes(file));
  return {
    resolve: {
      alias: doors.map(([door, source]) => ({
        find: new RegExp(`^${door}$`),
        replacement: fileURLToPath(source),
      })),
    },
    test: {
      root: fileURLToPath(new URL('..', import.meta.url)),
      include,
      globalSetup: ['./temporary-folder.ts', './desk.ts'].map((file) =>
        fileURLToPath(new URL(file, import.meta.url)),
      ),
      setupFiles: [
        './worker.ts',
        ...(process.env.RECORD_OF_TESTS === undefined ? [] : ['./record-calls.ts']),
      ].map((file) => fileURLToPath(new URL(file, import.meta.url))),
      // A tag says what a test needs besides the code: what a machine lacks is skipped, and told at
      // the end.
      tags: [
        ...tools.map(({ name, what, found }) => ({
          name,
          description: `needs ${what}`,
          ...(!found && { skip: true }),
        })),
      ],
      // Limits that end what hangs; none says how fast something is. A busy machine takes many
      // times as long as an idle one.
      testTimeout: 600_000 * Number(process.env.PROPERTY_RUNS ?? 1),
      hookTimeout: 600_000,
      // What `expect.poll` waits for comes in its own time on a busy machine; the bound only ends
      // what will not come.
      expect: { poll: { timeout: 240_000 } },
      pool: 'forks' as const,
      // A module is read once by each worker and not once for each file, which was a third of the
      // time of the whole run. What a file changes outside of itself, such as an environment
      // variable, it puts back.
      isolate: false,
      // Bun reads the modules itself: Vite's transformation of each was a quarter of the time of
      // the whole run.
      ...(isBun && { experimental: { viteModuleRunner: false, nodeLoader: false } }),
      // Three for two cores: tests wait for processes and databases while they compute.
      maxWorkers: Math.ceil(availableParallelism() * 1.5),
      reporters: ['default', new ClosingLine(tools, left)],
    },
  };
});
