import { execFileSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

/** A copy of core in which one feature after the other is taken away: its folder, and its line in the registry. */

const ROOT = join(import.meta.dirname, '../..');
const features = readdirSync(join(ROOT, 'core/features'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

let copy: string;
let registry: string;
beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'slipway-without-'));
  cpSync(join(ROOT, 'core'), join(copy, 'core'), { recursive: true });
  cpSync(join(ROOT, 'tsconfig.json'), join(copy, 'tsconfig.json'));
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'), 'dir');
  mkdirSync(join(copy, 'aside'));
  registry = join(copy, 'core/features/registry.ts');
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

/** What the compiler says; empty where the rest compiles. */
function compiled(): string {
  const program = join(ROOT, 'node_modules/typescript/bin/tsc');
  const options = ['-p', 'core', '--noEmit', '--composite', 'false', '--incremental', '--tsBuildInfoFile', join(copy, 'info')];
  try {
    return execFileSync('node', [program, ...options], { cwd: copy, encoding: 'utf8', stdio: 'pipe' });
  } catch (error) {
    return (error as { stdout: string }).stdout;
  }
}

/** The registry without one feature: its import, and its line in the list. */
function without(feature: string, text: string): string {
  const [line = '', name = ''] = new RegExp(`import \\{ (\\w+) \\} from './${feature}/feature.ts';\\n`).exec(text) ?? [];
  expect([feature, name]).not.toEqual([feature, '']);
  const rest = text.replace(line, '');
  expect(rest).toContain(`\n  ${name},\n`);
  return rest.replace(`\n  ${name},\n`, '\n');
}

test('the compiler sees a file that is missed', () => {
  const gate = join(copy, 'core/gate/gate.ts');
  renameSync(gate, join(copy, 'aside/gate.ts'));
  expect(compiled()).toContain("Cannot find module '../../gate/gate.ts'");
  renameSync(join(copy, 'aside/gate.ts'), gate);
  expect(compiled()).toBe('');
});

test.each(features)('core compiles without %s', (feature) => {
  const folder = join(copy, 'core/features', feature);
  const whole = readFileSync(registry, 'utf8');
  renameSync(folder, join(copy, 'aside', feature));
  writeFileSync(registry, without(feature, whole));
  try {
    expect(compiled()).toBe('');
  } finally {
    renameSync(join(copy, 'aside', feature), folder);
    writeFileSync(registry, whole);
  }
});
