import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

/**
 * Tests hold on every day of the calendar. They set their own day (`createManualClock`); tests of
 * processes, which run on the machine's clock, ask test/machine-time.ts and derive their days from
 * it.
 */

const root = fileURLToPath(new URL('../..', import.meta.url));
/** Runs that measure time, and texts that are code for something else. */
const APART =
  /^test\/(bench|chaos|soak)\/|^test\/machine-time\.ts$|^test\/walls\/|^test\/addon\/fakes\.test\.ts$/;
const sources = globSync('test/**/*.ts', { cwd: root })
  .filter((file) => !file.includes('node_modules') && !APART.test(file))
  .map((file) => ({ file, code: readFileSync(join(root, file), 'utf8') }));

const REAL = /\bDate\.now\b|\bnew Date\(\)|system-clock\.ts/;
const FIXED = /['"`]20\d\d-\d\d-\d\d/;

test('no test reads the machine’s clock by itself', () => {
  expect(sources.length).toBeGreaterThan(500);
  expect(sources.filter(({ code }) => REAL.test(code)).map(({ file }) => file)).toEqual([]);
});

test('what runs on the machine’s clock is asked for no day that is written down', () => {
  const running = sources.filter(({ code }) => code.includes('machine-time.ts'));
  expect(running.filter(({ code }) => FIXED.test(code)).map(({ file }) => file)).toEqual([]);
});
