import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const PLATFORMS = fileURLToPath(new URL('../../adapters/platforms', import.meta.url));

/** Rooms of core whose functions do what a caller asked for. */
const USE_CASES =
  /^import (?!type ).* from '(?:\.\.\/)+core\/((?:access|accounts|features|gate|launch|manage|report)\/.+)';$/gm;

/** What core offers to platforms: shapes, rules over plain values, and the maker of operations. */
const OFFERED = [
  /schema/,
  /^manage\/amounts\.ts$/,
  /^launch\/plan\/ratio\.ts$/,
  /^accounts\/(kept-list|find-account)\.ts$/,
  /^gate\/workspace\.ts$/,
];

test('an adapter calls no use case of core: it gives readers and shapes, and core makes the operations', () => {
  const files = readdirSync(PLATFORMS, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.ts'),
  );
  const calls = files.flatMap((file) =>
    [...readFileSync(join(PLATFORMS, file), 'utf8').matchAll(USE_CASES)]
      .map(([, from = '']) => from)
      .filter((from) => !OFFERED.some((offered) => offered.test(from)))
      .map((from) => `${file} imports ${from}`),
  );
  expect(files.length).toBeGreaterThan(100);
  expect(calls).toEqual([]);
});
