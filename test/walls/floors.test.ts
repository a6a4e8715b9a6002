import { expect, test } from 'vitest';
import {
  arrowsUp,
  circlesIn,
  floors,
  importersOfFeatures,
  importGraph,
  reachOf,
  sheetFloors,
  sidebarFloors,
  ways,
} from '../../build/floors.ts';

const values = importGraph('values');
const types = importGraph('types');

test('a room of core imports rooms below it, by values and by types', () => {
  expect(types.size).toBeGreaterThan(1_000);
  expect(arrowsUp(types)).toEqual([]);
});

test('a room of the add-on imports rooms below it, and a feature no other feature', () => {
  expect([...types.keys()].filter((file) => file.startsWith('sheets-addon/features/')).length).toBeGreaterThan(20);
  expect(arrowsUp(types, 'sheets-addon', sheetFloors)).toEqual([]);
  expect(arrowsUp(types, 'sheets-addon/sidebar', sidebarFloors)).toEqual([]);
});

test('no circle of imports is in the add-on', () => {
  expect(circlesIn(types).filter((circle) => circle.some((file) => file.startsWith('sheets-addon/')))).toEqual([]);
});

test('the wall sees an import that goes up, one between rooms of a floor, and a room on no floor', () => {
  const graph = new Map([
    ['core/base/money.ts', new Set(['core/launch/pending.ts'])],
    ['core/report/metrics.ts', new Set(['core/launch/pending.ts'])],
    ['core/features/utm/utm.ts', new Set(['core/features/naming/parse.ts', 'core/base/money.ts'])],
    ['core/index.ts', new Set(['core/attic/box.ts', 'core/features/registry.ts'])],
  ]);
  expect(arrowsUp(graph)).toEqual([
    'core/base/money.ts imports core/launch/pending.ts',
    'core/report/metrics.ts imports core/launch/pending.ts',
    'core/features/utm/utm.ts imports core/features/naming/parse.ts',
    'core/index.ts imports core/attic/box.ts',
  ]);
  expect(floors.flat()).toContain('features/*');
});

test('no room of the kernel imports a feature', () => {
  const files = [...importersOfFeatures(types).values()].flat();
  expect(files.filter((file) => file.startsWith('core/') && !file.startsWith('core/features/'))).toEqual([]);
});

/** Figures of today: they may only fall. */
const MOST = {
  circles: 14,
  'accepting a launch': 122,
  'carrying out a launch': 63,
  'a report': 60,
  'a row of a sheet': 99,
} as const;

test('files that import each other in a circle are not more than they were', () => {
  expect(circlesIn(types).length).toBeLessThanOrEqual(MOST.circles);
});

test('the ways people read most reach no more files than they did', () => {
  for (const [name, file] of Object.entries(ways))
    expect([name, reachOf(values, file).size <= MOST[name as keyof typeof ways]]).toEqual([name, true]);
});
