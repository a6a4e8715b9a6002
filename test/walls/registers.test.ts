import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { createManualClock } from '../../adapters/runtime/manual-clock.ts';
import { faultCodes } from '../../build/fault-codes.ts';
import { routeTable } from '../../build/route-table.ts';
import { validatorWords } from '../../core/base/schema/faults.ts';
import { features, kinds } from '../../core/features/registry.ts';
import type { AssembledPorts } from '../../core/operations/feature.ts';
import { faultCodes as listed } from '../../server/docs/fault-codes.ts';
import { defaultPlaces, lanesOf } from '../../server/process/lanes.ts';
import { jobHandlers } from '../../server/process/workers.ts';
import { type PlacedName, placeOf, table } from '../../server/routes/table.ts';

/**
 * What is declared in one file and listed in another: nothing else notices when the second is
 * forgotten.
 */

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (file: string): string => readFileSync(join(root, file), 'utf8');

test('every kind of document belongs to one feature, but for those that a spreadsheet keeps', () => {
  const declared = globSync('core/**/*.ts', { cwd: root })
    .filter((file) => !file.startsWith('core/sheet/'))
    .flatMap((file) =>
      [...read(file).matchAll(/^export const \w+ = kind<[^(]*>\(\s*'([\w-]+)'/gm)].map(
        ([, name = '']) => name,
      ),
    );
  expect(declared.length).toBeGreaterThan(30);
  expect(kinds.map(({ name }) => name).sort()).toEqual(declared.sort());
});

test('every queue that has a handler belongs to one lane, and every queue of a lane has a handler', () => {
  // Handlers are only made here, never called: the clock is all they ask of the ports.
  const ports = { clock: createManualClock(), features } as unknown as AssembledPorts;
  const handled = Object.keys(jobHandlers(ports, () => false));
  expect(
    lanesOf(defaultPlaces, features)
      .flatMap(({ queues }) => queues)
      .sort(),
  ).toEqual(handled.sort());
});

test('every error code of an answer is explained in the reference', () => {
  const answered = read('core/base/errors.ts').split('// Never')[0] ?? '';
  const codes = [...answered.matchAll(/^ {2}(\w+): \d{3},$/gm), ['', 'method_not_allowed']].map(
    ([, code = '']) => code,
  );
  expect(codes.length).toBeGreaterThan(10);
  const explained = [
    ...read('server/docs/page.ts').matchAll(/^ {2}\[\s*'(\w+)',\s*'\d{3}: /gm),
  ].map(([, code = '']) => code);
  expect([...new Set(codes)].sort()).toEqual(explained.sort());
});

test('every code of a fault is listed in the reference: npm run codes', () => {
  expect(listed).toEqual(faultCodes());
  for (const code of [
    'account_platform_mismatch',
    'missing_field',
    'guard_exceeded',
    'too_many_keys',
    'control_characters',
  ])
    expect(listed).toContain(code);
  // Words of the validator are none of ours.
  for (const code of Object.keys(validatorWords)) expect(listed).not.toContain(code);
});

test('the route table is what the operations declare: npm run routes', () => {
  const written = Object.keys(table).map((name) => [name, placeOf(name as PlacedName)]);
  expect(JSON.stringify(Object.fromEntries(written))).toBe(JSON.stringify(routeTable()));
});
