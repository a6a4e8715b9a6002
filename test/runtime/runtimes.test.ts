import { execFile } from 'node:child_process';
import { copyFileSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { createDatabase } from '../postgres/database.ts';
import { ROOT } from './built-package.ts';
import { linkPackage } from './empty-project.ts';
import { installPackedPackage } from './packed-package.ts';
import { runProgram, runtimes } from './runtimes.ts';

const bin = (name: string): string => join(ROOT, 'node_modules/.bin', name);

const STORED = {
  conflict: { lost: [1] },
  found: [
    { id: 'a', version: 2, doc: { name: 'Anna', size: 3 } },
    { id: 'b', version: 1, doc: { name: '😀', size: 1.5, note: '\u0000' } },
  ],
  other: null,
};

describe('the built package', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await installPackedPackage();
    copyFileSync(join(ROOT, 'test/runtime/smoke.mjs'), join(folder, 'smoke.mjs'));
    const behind = [
      'http/public-address',
      'media/s3-send',
      'runtime/manual-clock',
      'runtime/node-secrets',
    ];
    await build({
      stdin: {
        contents: behind.map((path) => `export * from './adapters/${path}.ts';`).join('\n'),
        resolveDir: ROOT,
      },
      outfile: join(folder, 'behind.mjs'),
      bundle: true,
      format: 'esm',
      platform: 'node',
      packages: 'external',
    });
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  for (const runtime of runtimes)
    test.runIf(runtime.command !== undefined)(
      `works in ${runtime.name}`,
      { tags: ['postgres', ...runtime.tags] },
      async () => {
        const database = await createDatabase();
        const data = mkdtempSync(join(folder, 'data-'));
        const seen = await runProgram(runtime, folder, ['smoke.mjs', data, database.url]);
        expect(seen).toMatchObject({
          memory: STORED,
          postgres: STORED,
          sealed: 'hush',
          slept: 5000,
        });
        expect(seen.publicAddresses).toEqual(['8.8.8.8', '2606:4700::1111']);
        expect(seen.signed).toMatch(
          /Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41$/,
        );
        expect(seen.down).toEqual({
          code: 'storage_unusable',
          message:
            'No Postgres answers at 127.0.0.1:1. Start it, or correct the address of the database.',
        });
        if (!runtime.sqlite) {
          expect(seen.sqlite).toEqual({
            code: 'storage_unusable',
            message: `${runtime.name} has no SQLite. Use Node 22.13 or newer, Bun or Deno, or give Slipway a Postgres database instead.`,
          });
          expect(readdirSync(data)).toEqual([]);
        } else expect(seen.sqlite).toEqual(STORED);
        await database.drop();
      },
    );

  test('has types that an embedder with every strict flag can use, of Bun knowing nothing', async () => {
    const doors = Object.keys(manifest.exports).flatMap((door) =>
      door.endsWith('.json') ? [] : [door.replace('.', 'slipway')],
    );
    writeFileSync(
      join(folder, 'embedder.ts'),
      `import { openSqliteStore } from 'slipway/adapters/store-sqlite';
       import { createMemoryStore } from 'slipway/adapters/store-memory';
       import { kind, type Store } from 'slipway/core';
       const boats = kind<{ name: string }>('boat', { name: 'string' });
       export async function names(store: Store): Promise<string[]> {
         return (await store.find(boats, 'acme', { where: { name: 'Anna' } })).items.map(({ doc }) => doc.name);
       }
       ${doors.map((door, i) => `export * as door${i} from '${door}';`).join('\n')}
       export const stores = [() => openSqliteStore({ path: 'x' }), createMemoryStore];
       // @ts-expect-error: there is no such index
       kind<{ name: string }>('boat', { size: 'number' });`,
    );
    const options = {
      module: 'nodenext',
      target: 'es2022',
      // The types of valibot, in which platforms declare their schemas, need Blob and File.
      lib: ['es2023', 'dom'],
      strict: true,
      noEmit: true,
      skipLibCheck: false,
      // Its handler for `node:http` takes what that passes.
      types: ['node'],
    };
    linkPackage(folder, 'node_modules/@types/node');
    writeFileSync(
      join(folder, 'tsconfig.json'),
      JSON.stringify({ compilerOptions: options, files: ['embedder.ts'] }),
    );
    await promisify(execFile)(bin('tsc'), ['-p', '.'], { cwd: folder }).catch(
      (error: { stdout: string }) => expect.fail(error.stdout),
    );
  });
});
