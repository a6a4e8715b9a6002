import { expect, test } from 'vitest';
import { filesToRun, PARTS, partOf, testFiles } from '../parts.ts';

const run = (args: string[], asked?: string) => filesToRun(args, asked);

test('every test file is in one part of the suite, and no part is empty', () => {
  const all = testFiles();
  expect(all.length).toBeGreaterThan(400);
  const inParts = PARTS.map((part) => run([], part).files);
  expect(inParts.flat().sort()).toEqual(all);
  for (const files of inParts) expect(files.length).toBeGreaterThan(0);
});

test('npm test has the part main; npm run test:all has all parts, those that npm test has not, or those it is asked for', () => {
  expect(run([])).toEqual({
    files: testFiles().filter((file) => partOf(file) === 'main'),
    left: PARTS.slice(1),
  });
  expect(run([], PARTS.join(','))).toEqual({ files: testFiles(), left: [] });
  expect([...run([]).files, ...run([], 'rest').files].sort()).toEqual(testFiles());
  expect(run([], 'addon,chaos').left).toEqual([
    'main',
    'browser',
    'package',
    'node',
    'process',
    'postgres',
  ]);
  expect(() => run([], 'browsers')).toThrow(
    'There is no part “browsers”. Name one of main, browser, addon, package, node, process, postgres, chaos',
  );
});

test('a file that is named is run, whatever its part', () => {
  for (const args of [['test/browser/dashboard.test.ts'], ['-t', 'signing out', './test/browser/']])
    expect(run(args)).toEqual({ files: testFiles(), left: [] });
  expect(run(['-t', 'signing out']).left).toEqual(PARTS.slice(1));
});

test('npm test has the conformance suites on every database, a launch that is killed, and a walk of each page', () => {
  const backends = ['store', 'facts'].flatMap((port) =>
    ['memory', 'sqlite', 'postgres'].map((name) => `adapters/${port}/${name}`),
  );
  const queues = [
    'adapters/jobs/store-jobs',
    'adapters/jobs/pg-boss-jobs',
    'conformance/every-platform',
  ];
  const walks = ['walks/dashboard', 'walks/killed-launch', 'walks/sidebar'];
  const kept = [...backends, ...queues, ...walks].map((name) => `test/${name}.test.ts`);
  expect(kept.filter((file) => !run([]).files.includes(file))).toEqual([]);
});
