import { expect, test } from 'vitest';
import {
  arrowsUp,
  circlesIn,
  commandFloors,
  floors,
  importersOfFeatures,
  importGraph,
  reachOf,
  ways,
} from '../../build/floors.ts';

const values = importGraph('values');
const types = importGraph('types');

test('a room of core imports rooms below it, by values and by types', () => {
  expect(types.size).toBeGreaterThan(1_000);
  expect(arrowsUp(types, 'core', floors)).toEqual([]);
});

test('the wall sees an import that goes up, one between rooms of a floor, and a room on no floor', () => {
  const graph = new Map([
    ['core/base/money.ts', new Set(['core/launch/pending.ts'])],
    ['core/report/metrics.ts', new Set(['core/launch/pending.ts'])],
    ['core/features/utm/utm.ts', new Set(['core/features/naming/parse.ts', 'core/base/money.ts'])],
    ['core/index.ts', new Set(['core/attic/box.ts', 'core/features/registry.ts'])],
  ]);
  expect(arrowsUp(graph, 'core', floors)).toEqual([
    'core/base/money.ts imports core/launch/pending.ts',
    'core/report/metrics.ts imports core/launch/pending.ts',
    'core/features/utm/utm.ts imports core/features/naming/parse.ts',
    'core/index.ts imports core/attic/box.ts',
  ]);
  expect(floors.flat()).toContain('features/*');
});

test('a folder of commands imports what commands share and no other folder of commands', () => {
  expect(arrowsUp(types, 'server/cli', commandFloors)).toEqual([]);
});

test('the wall sees commands that import each other, and a shared file that imports commands', () => {
  const graph = new Map([
    ['server/cli/keys/commands.ts', new Set(['server/cli/people/commands.ts', 'server/cli/base/table.ts'])],
    ['server/cli/base/help.ts', new Set(['server/cli/commands.ts'])],
    ['server/cli/commands.ts', new Set(['server/cli/keys/commands.ts', 'server/cli/attic.ts'])],
  ]);
  expect(arrowsUp(graph, 'server/cli', commandFloors)).toEqual([
    'server/cli/keys/commands.ts imports server/cli/people/commands.ts',
    'server/cli/base/help.ts imports server/cli/commands.ts',
    'server/cli/commands.ts imports server/cli/attic.ts',
  ]);
});

test('no room of the kernel imports a feature', () => {
  const files = [...importersOfFeatures(types).values()].flat();
  expect(files.filter((file) => file.startsWith('core/') && !file.startsWith('core/features/'))).toEqual([]);
});

/** Figures of today: they may only fall. */
const MOST = {
  circles: 15,
  'accepting a launch': 122,
  'carrying out a launch': 63,
  'a report': 60,
  'a row of a sheet': 185,
} as const;

test('files that import each other in a circle are not more than they were', () => {
  expect(circlesIn(types).length).toBeLessThanOrEqual(MOST.circles);
});

test('the ways people read most reach no more files than they did', () => {
  for (const [name, file] of Object.entries(ways))
    expect([name, reachOf(values, file).size <= MOST[name as keyof typeof ways]]).toEqual([name, true]);
});
