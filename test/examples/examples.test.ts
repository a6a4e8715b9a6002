import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDatabase } from '../postgres/database.ts';
import { ROOT } from '../runtime/built-package.ts';
import { linkPackage } from '../runtime/empty-project.ts';
import { installPackedPackage } from '../runtime/packed-package.ts';
import { type Runtime, runProgram, runtimes } from '../runtime/runtimes.ts';

/** What the examples use besides the package itself. */
const PACKAGES = ['hono', 'sharp', 'express', 'fastify'];
const EXAMPLES = join(ROOT, 'examples');

const LAUNCHED = {
  refused: ['ads[1].link'],
  calls: expect.any(Number),
  launched: ['Harbour 1', 'Harbour 2'],
  copies: 2,
  rows: expect.any(Number),
  undo: 'delete',
};
const MOUNTED = { own: 200, withoutKey: 401, withKey: 200 };

const QUEUED = { launched: 1, same: true, refused: ['ads[0].link'] };
const ASKED = { withoutKey: 401, withKey: 200 };

/**
 * By program: what it prints. How a server of Node hands requests over is the same in each Node:
 * those run in one of them.
 */
const PROGRAMS: { readonly [program: string]: object } = {
  'launch.mjs': LAUNCHED,
  'platform/main.ts': { offered: true, launched: ['Bear'], failed: 0 },
};
const MOUNTS: typeof PROGRAMS = {
  'hono.mjs': { ...MOUNTED, reference: 200 },
  'express.mjs': { ...MOUNTED, written: 201 },
  'fastify.mjs': { ...MOUNTED, written: 201 },
  'queue-worker.mjs': QUEUED,
  'serverless.mjs': ASKED,
  'next/main.mjs': { withoutKey: 401, withKey: 200, written: 201 },
};

describe('the examples, with the package as it is built', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await installPackedPackage();
    for (const name of PACKAGES) linkPackage(folder, `node_modules/${name}`);
    cpSync(EXAMPLES, folder, {
      recursive: true,
      filter: (path) => !path.endsWith('tsconfig.json'),
    });
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const fresh = (): string => mkdtempSync(join(folder, 'data-'));

  const runs = ({ command, types }: Runtime, program: string): boolean =>
    command === undefined || types || !program.endsWith('.ts');
  for (const runtime of runtimes) {
    const { name, sqlite, tags } = runtime;
    const programs = runtimes.indexOf(runtime) < 3 ? { ...PROGRAMS, ...MOUNTS } : PROGRAMS;
    for (const [program, said] of Object.entries(programs).filter(([name]) => runs(runtime, name)))
      test.runIf(runtime.command !== undefined)(
        `${program} in ${name}`,
        { tags: [...tags] },
        async () => {
          expect(await runProgram(runtime, folder, [program])).toEqual(said);
        },
      );

    test.runIf(runtime.command !== undefined)(
      `launch.mjs in ${name}, on SQLite`,
      { tags: [...tags] },
      async () => {
        const file = `sqlite:${join(fresh(), 'slipway.db')}`;
        const run = runProgram(runtime, folder, ['launch.mjs', file]);
        if (sqlite) expect(await run).toEqual(LAUNCHED);
        else
          await expect(run).rejects.toThrow(/has no SQLite. Use Node 22.13 or newer, Bun or Deno/);
      },
    );

    test.runIf(runtime.command !== undefined)(
      `store/main.mjs in ${name}, twice`,
      { tags: [...tags] },
      async () => {
        const data = fresh();
        const first = await runProgram(runtime, folder, ['store/main.mjs', data]);
        expect(first).toEqual({
          companyId: expect.stringMatching(/^co_/),
          keys: 2,
          accounts: expect.any(Number),
        });
        expect(await runProgram(runtime, folder, ['store/main.mjs', data])).toEqual({
          ...first,
          keys: 3,
        });
      },
    );
  }

  test('queue-worker.mjs and serverless.mjs, on Postgres', { tags: ['postgres'] }, async () => {
    const database = await createDatabase();
    const [first] = runtimes;
    if (first === undefined) throw new Error('There is no runtime.');
    const secret = { SLIPWAY_SECRET: 'the secret of the examples, for tests' };
    expect(await runProgram(first, folder, ['queue-worker.mjs', database.url], secret)).toEqual(
      QUEUED,
    );
    expect(await runProgram(first, folder, ['serverless.mjs', database.url], secret)).toEqual(
      ASKED,
    );
    await database.drop();
  });
});

test('every example is told of, begins with what it is, and imports nothing behind the doors', () => {
  const page = readFileSync(join(EXAMPLES, 'README.md'), 'utf8');
  const programs = readdirSync(EXAMPLES, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.(mjs|ts)$/.test(file),
  );
  expect(programs.length).toBeGreaterThan(8);
  for (const file of programs) {
    const source = readFileSync(join(EXAMPLES, file), 'utf8');
    expect([file, page.includes(`](${file})`), source.startsWith('// ')]).toEqual([
      file,
      true,
      true,
    ]);
    for (const [, from = ''] of source.matchAll(/ from '([^']+)'/g))
      expect(from).not.toMatch(/^\.\.|dist\//);
  }
});
