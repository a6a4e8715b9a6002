import { execFile } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mostOf } from '../build/sizes.ts';
import { ROOT } from './built-package.ts';
import { findNode, hasSqlite } from './node.ts';
import { installPackedPackage } from './packed-package.ts';

const node = findNode();
const RUNTIMES: { readonly [name: string]: { readonly path: string; readonly sqlite: boolean } } = {
  Bun: { path: join(ROOT, 'node_modules/.bin/bun'), sqlite: true },
  [`Node ${node.version}`]: { path: node.path, sqlite: hasSqlite(node.version) },
};

interface Seen {
  readonly imported: number;
  /** By the first `createSlipway`, the import included. */
  readonly opened: number;
  readonly bytes: number;
  readonly stages: { readonly [stage: string]: readonly string[] };
}

/** What few programs need, loaded when the first of them does. */
const HEAVY = /node_modules\/(pg|pg-[\w-]+|sharp|mediainfo\.js|exif-reader|aws4fetch|@hono|@img)\//;
const SIMULATIONS = /\/slipway-sandbox\//;

describe.each(Object.entries(RUNTIMES))('the package in %s', (_, { path, sqlite }) => {
  let folder: string;
  let seen: Seen;
  beforeAll(async () => {
    folder = await installPackedPackage();
    for (const file of ['loaded.mjs', 'loaded-hook.mjs'])
      copyFileSync(join(ROOT, 'test/runtime', file), join(folder, file));
    const data = mkdtempSync(join(folder, 'data-'));
    seen = JSON.parse(
      (await promisify(execFile)(path, ['loaded.mjs', data, String(sqlite)], { cwd: folder }))
        .stdout,
    );
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('loads next to nothing at its import, and the service with the first call, no more than was recorded', () => {
    expect(seen.imported).toBeLessThanOrEqual(5);
    expect(seen.opened).toBeGreaterThan(20);
    expect(seen.opened, 'modules, see test/build/recorded-sizes.json').toBeLessThanOrEqual(
      mostOf('openModules'),
    );
    expect(seen.bytes, 'bytes, see test/build/recorded-sizes.json').toBeLessThanOrEqual(
      mostOf('openBytes'),
    );
  });

  test('loads neither databases nor media libraries before they are used', () => {
    expect(Object.keys(seen.stages)).toEqual([
      'import',
      'live',
      'memory',
      ...(sqlite ? ['sqlite'] : []),
    ]);
    for (const [stage, files] of Object.entries(seen.stages))
      expect([stage, files.filter((file) => HEAVY.test(file))]).toEqual([stage, []]);
  });

  test('loads the simulated platforms where platforms are simulated', () => {
    const simulated = (stage: string): boolean =>
      seen.stages[stage]?.some((file) => SIMULATIONS.test(file)) === true;
    expect(['import', 'live', 'memory'].map(simulated)).toEqual([false, false, true]);
  });
});
