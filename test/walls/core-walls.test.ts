import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** What must not pass in core, and who says so. */
const OFFENCES: {
  readonly [file: string]: { readonly code: string; readonly by: 'tsc' | 'biome' };
} = {
  fetch: { by: 'tsc', code: "export const page = () => fetch('https://example.com');" },
  url: { by: 'tsc', code: "export const url = new URL('https://example.com');" },
  'set-timeout': { by: 'tsc', code: 'export const later = () => setTimeout(() => undefined, 1);' },
  console: { by: 'tsc', code: "export const say = () => console.log('x');" },
  crypto: { by: 'tsc', code: 'export const id = () => crypto.randomUUID();' },
  process: { by: 'tsc', code: 'export const home = () => process.env.HOME;' },
  buffer: { by: 'tsc', code: "export const bytes = Buffer.from('x');" },
  'text-encoder': { by: 'tsc', code: "export const bytes = new TextEncoder().encode('x');" },
  'structured-clone': { by: 'tsc', code: 'export const copy = structuredClone({});' },
  'newer-language': { by: 'tsc', code: 'export const last = [1].at(-1);' },
  'node-module': { by: 'tsc', code: "export { readFileSync } from 'node:fs';" },
  adapters: { by: 'tsc', code: "export { createMemoryStore } from '../adapters/store/memory.ts';" },
  server: { by: 'tsc', code: "export { createApp } from '../server/app.ts';" },
  'date-now': { by: 'biome', code: 'export const now = () => Date.now();' },
  'date-now-handed-on': { by: 'biome', code: 'export const now = Date.now;' },
  'new-date': { by: 'biome', code: 'export const now = () => new Date();' },
  'math-random': { by: 'biome', code: 'export const dice = () => Math.random();' },
  'other-package': { by: 'biome', code: "export { Hono } from 'hono';" },
};

/**
 * Who may see core and adapters at once: processes, what assembles them, the door for embedders,
 * work on the machine itself.
 */
const JOINS = [
  'server/main.ts',
  'server/process/assemble.ts',
  'server/process/postgres-storage.ts',
  'server/process/runtime.ts',
  'server/process/platforms.ts',
  'server/process/open-platforms.ts',
  'server/embed/embed.ts',
  'server/local/any.ts',
];
const TAKE_PORTS = [
  'server/app.ts',
  'server/invoke.ts',
  'server/routes/any.ts',
  'server/cli/any.ts',
  'server/dashboard/any.ts',
];

const importFrom = (file: string): string => {
  const up = '../'.repeat(file.split('/').length - 1);
  return `export { createMemoryStore as createApp } from '${up}adapters/store/memory.ts';\n`;
};

describe('core', () => {
  const folder = mkdtempSync(join(tmpdir(), 'slipway-walls-'));
  const said = { tsc: '', biome: '' };

  beforeAll(() => {
    for (const file of [
      'package.json',
      'tsconfig.json',
      '.biome.json',
      '.gitignore',
      'build/core-walls.grit',
      'core/tsconfig.json',
      'core/base/errors.ts',
    ])
      cpSync(join(ROOT, file), join(folder, file), { recursive: true });
    for (const [file, code] of Object.entries({
      // The targets are there, so that it is the wall that stops and not a missing file.
      'adapters/store/memory.ts': 'export const createMemoryStore = () => ({});\n',
      ...Object.fromEntries(JOINS.map((file) => [file, importFrom(file)])),
      ...Object.fromEntries(TAKE_PORTS.map((file) => [file, importFrom(file)])),
      'core/base/platforms.ts': "export type PlatformId = 'primary';\n",
      'core/innocent.ts':
        "import * as v from 'valibot';\n\nexport const day = (ms: number) => v.parse(v.date(), new Date(ms));\n",
    })) {
      mkdirSync(join(folder, file, '..'), { recursive: true });
      writeFileSync(join(folder, file), code);
    }
    for (const [name, { code }] of Object.entries(OFFENCES))
      writeFileSync(join(folder, 'core', `${name}.ts`), `${code}\n`);
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
    const run = (command: string, ...flags: string[]): string => {
      const { stdout, stderr, status } = spawnSync(
        join(ROOT, 'node_modules/.bin', command),
        flags,
        {
          cwd: folder,
          encoding: 'utf8',
        },
      );
      expect(status, `${command} must fail: ${stdout}${stderr}`).not.toBe(0);
      return stdout + stderr;
    };
    said.tsc = run('tsc', '-b', 'core', '--pretty', 'false');
    said.biome = run('biome', 'lint', '--max-diagnostics=none', 'core', 'server');
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  for (const [name, { code, by }] of Object.entries(OFFENCES))
    test(`cannot hold ${code}`, () => {
      expect(said[by]).toMatch(new RegExp(`core/${name}\\.ts\\b`));
    });

  test('is joined with adapters by the entry points and what assembles them, and nowhere else', () => {
    for (const file of TAKE_PORTS) expect(said.biome).toContain(file);
    for (const file of JOINS) expect(said.biome).not.toContain(`${file}:`);
  });

  test('can hold what Apps Script has, and valibot', () => {
    for (const words of Object.values(said))
      expect(words).not.toMatch(/core\/(innocent|errors)\.ts/);
  });
});
