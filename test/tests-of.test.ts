import { expect, test } from 'vitest';
import { nearestTests, type Recorded, tellingTests } from './tests-of.ts';

const FILE = 'core/gate/judge.ts';
/** @param others how many functions of other files it calls */
const recorded = (test: string, own: readonly number[], others = 0): Recorded => ({
  test,
  called: { [FILE]: own, 'core/base/money.ts': Array.from({ length: others }, (_, i) => i) },
});

test('a test that calls little else comes before one that goes through everything', () => {
  const everything = recorded('everything', [1, 2, 3], 900);
  const named = tellingTests([everything, recorded('close', [1, 2, 3], 20)], FILE);
  expect(named).toEqual([
    { test: 'close', functions: 3 },
    { test: 'everything', functions: 3 },
  ]);
});

test('every function of the file is called by one of the tests named, by six where there are six', () => {
  const close = Array.from({ length: 40 }, (_, i) => recorded(`close ${i}`, [1, 2, 3, 4], 10));
  const named = tellingTests([...close, recorded('the only one', [5], 5_000)], FILE).map(
    (each) => each.test,
  );
  expect(named).toContain('the only one');
  expect(named.filter((each) => each.startsWith('close'))).toHaveLength(6);
});

test('a test that does not call the file is not named', () => {
  expect(
    tellingTests([{ test: 'elsewhere', called: { 'core/base/money.ts': [1] } }], FILE),
  ).toEqual([]);
});

test('without a record the tests are named that import the file, the nearest first', () => {
  expect(nearestTests(FILE)[0]).toBe('test/core/gate/limits.test.ts');
});
