import { defineConfig } from 'vitest/config';

/** The whole suite, run under Bun by `npm test`. Files named *.suite.ts are conformance suites that other tests call. */
export default defineConfig({
  test: {
    root: new URL('..', import.meta.url).pathname,
    include: ['test/**/*.test.ts'],
    globalSetup: [new URL('./postgres/global-setup.ts', import.meta.url).pathname],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    pool: 'forks',
    reporters: ['default', new URL('./closing-line.ts', import.meta.url).pathname],
  },
});
