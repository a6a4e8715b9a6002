import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

/**
 * Features can be taken away. That no file of core imports the folder of another feature is the wall of floors; here the
 * compiler says that the list of features does without each of them, and the kernel without all.
 */

const ROOT = join(import.meta.dirname, '../..');
const features = readdirSync(join(ROOT, 'core/features'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

let copy: string;
beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'slipway-without-'));
  cpSync(join(ROOT, 'core'), join(copy, 'core'), { recursive: true });
  cpSync(join(ROOT, 'tsconfig.json'), join(copy, 'tsconfig.json'));
  writeFileSync(join(copy, 'package.json'), '{ "type": "module" }');
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'), 'dir');
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

/** What the compiler says of the copy; empty where it compiles. */
function compiled(): string {
  const program = join(ROOT, 'node_modules/typescript/bin/tsc');
  try {
    return execFileSync('node', [program, '-p', 'core', '--noEmit'], { cwd: copy, encoding: 'utf8', stdio: 'pipe' });
  } catch (error) {
    return (error as { stdout: string }).stdout;
  }
}

/** The list of features without one: its import, and its line. */
function listWithout(feature: string): string {
  const whole = readFileSync(join(copy, 'core/features/registry.ts'), 'utf8');
  const [line = '', name = ''] = new RegExp(`import \\{ (\\w+) \\} from './${feature}/feature.ts';\\n`).exec(whole) ?? [];
  const rest = whole.replace(line, '');
  expect([feature, rest.includes(`\n  ${name},\n`)]).toEqual([feature, true]);
  return rest.replace(`\n  ${name},\n`, '\n');
}

test('the list of features compiles without each of them', () => {
  for (const feature of features) writeFileSync(join(copy, `core/features/without-${feature}.ts`), listWithout(feature));
  expect(compiled()).toBe('');
});

test('the kernel compiles without all of them', () => {
  const index = join(copy, 'core/index.ts');
  const ofFeatures = /^export .* from '\.\/features\/.*;\n/gm;
  writeFileSync(index, readFileSync(index, 'utf8').replace(ofFeatures, ''));
  rmSync(join(copy, 'core/features'), { recursive: true });
  expect(compiled()).toBe('');

  // And the compiler sees a file that is missed.
  renameSync(join(copy, 'core/gate/gate.ts'), join(copy, 'gate.ts'));
  expect(compiled()).toContain("Cannot find module '../../gate/gate.ts'");
});
