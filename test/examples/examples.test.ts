import { execFile } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { installBuiltPackage, ROOT } from '../runtime/built-package.ts';
import { findNode } from '../runtime/node.ts';

const node = findNode();
const [major = 0, minor = 0] = node.version.split('.').map(Number);
const nodeHasSqlite = major > 22 || (major === 22 && minor >= 13);
const bin = (name: string): string => join(ROOT, 'node_modules/.bin', name);
const RUNTIMES: { readonly [name: string]: readonly string[] } = {
  Bun: [bin('bun')],
  Deno: [bin('deno'), 'run', '--allow-all', '--quiet'],
  [`Node ${node.version}`]: [node.path],
};

describe('the examples, with the package as it is built', { timeout: 60_000 }, () => {
  let folder: string;
  beforeAll(() => {
    folder = installBuiltPackage();
    // What the examples use besides the package itself.
    for (const name of ['hono', 'sharp']) symlinkSync(join(ROOT, 'node_modules', name), join(folder, 'node_modules', name));
    for (const name of ['launch.mjs', 'mount.mjs']) copyFileSync(join(ROOT, 'test/examples', name), join(folder, name));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const run = async (runtime: string, ...args: string[]) => {
    const [command = '', ...flags] = RUNTIMES[runtime] ?? [];
    const { stdout } = await promisify(execFile)(command, [...flags, ...args], { cwd: folder });
    return JSON.parse(stdout);
  };
  const LAUNCHED = {
    refused: ['ads[1].link'],
    calls: expect.any(Number),
    launched: ['Harbour 1', 'Harbour 2'],
    copies: 2,
    rows: expect.any(Number),
    undo: 'delete',
  };

  for (const runtime of Object.keys(RUNTIMES)) {
    test(`launch.mjs in ${runtime}, in memory`, async () => {
      expect(await run(runtime, 'launch.mjs')).toEqual(LAUNCHED);
    });

    test(`launch.mjs in ${runtime}, on SQLite`, async () => {
      const file = `sqlite:${join(mkdtempSync(join(folder, 'data-')), 'slipway.db')}`;
      if (!runtime.startsWith('Node') || nodeHasSqlite) {
        expect(await run(runtime, 'launch.mjs', file)).toEqual(LAUNCHED);
        return;
      }
      await expect(run(runtime, 'launch.mjs', file)).rejects.toThrow(/has no SQLite. Use Node 22.13 or newer, Bun or Deno/);
    });

    test(`mount.mjs in ${runtime}`, async () => {
      expect(await run(runtime, 'mount.mjs')).toEqual({ own: 200, withoutKey: 401, withKey: 200, reference: 200 });
    });
  }
});
