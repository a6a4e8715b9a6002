import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { parse } from 'acorn';
import { build, type StdinOptions } from 'esbuild';
import { afterAll, describe, expect, test } from 'vitest';
import { ROOT } from './built-package.ts';
import { findNode } from './node.ts';

const folder = mkdtempSync(join(tmpdir(), 'slipway-bare-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** As the add-on is built: one script of the language of 2019. */
async function bundle(
  name: string,
  entry: { entryPoints: string[] } | { stdin: StdinOptions },
): Promise<string> {
  const outfile = join(folder, `${name}.js`);
  await build({
    ...entry,
    outfile,
    bundle: true,
    format: 'iife',
    globalName: 'bundle',
    platform: 'neutral',
    mainFields: ['module', 'main'],
    target: 'es2019',
    logLevel: 'silent',
  });
  return outfile;
}

async function runBare(file: string): Promise<unknown> {
  const { stdout } = await promisify(execFile)(findNode().path, [
    join(ROOT, 'test/runtime/bare-context.mjs'),
    file,
  ]);
  return JSON.parse(stdout);
}

describe('in a context that has what Apps Script has', () => {
  test('documents are kept in memory and in a sheet', async () => {
    const file = await bundle('stores', {
      entryPoints: [join(ROOT, 'test/runtime/bare-entry.ts')],
    });
    parse(readFileSync(file, 'utf8'), { ecmaVersion: 2019 });
    const stored = { conflict: { lost: [0] }, names: ['😀 b', '😀 a'] };
    expect(await runBare(file)).toEqual({
      seen: [stored, stored],
      error: [true, 'SlipwayError', 'not_found', 'There is no such boat.'],
    });
  });

  test('all of core loads, and speaks the language of 2019', async () => {
    const modules = readdirSync(join(ROOT, 'core'), { recursive: true, encoding: 'utf8' }).filter(
      (file) => file.endsWith('.ts'),
    );
    const contents = modules.map((file, i) => `export * as m${i} from './${file}';`).join('\n');
    const file = await bundle('core', {
      stdin: { contents, resolveDir: join(ROOT, 'core'), loader: 'ts' },
    });
    parse(readFileSync(file, 'utf8'), { ecmaVersion: 2019 });
    expect(await runBare(file)).toBe(modules.length);
  });
});
