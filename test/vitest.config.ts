import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** The whole suite, run under Bun by `npm test`. Files named *.suite.ts are conformance suites that other tests call. */
export default defineConfig({
  test: {
    root: fileURLToPath(new URL('..', import.meta.url)),
    include: ['test/**/*.test.ts'],
    globalSetup: [fileURLToPath(new URL('./postgres/global-setup.ts', import.meta.url))],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    pool: 'forks',
    reporters: ['default', fileURLToPath(new URL('./closing-line.ts', import.meta.url))],
  },
});
