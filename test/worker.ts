/**
 * In every process that runs tests: ends it when the run that started it is gone. What it started
 * follows.
 */
process.once('disconnect', () => process.exit(1));

if (process.versions.bun !== undefined) await import('./worker-in-bun.ts');
