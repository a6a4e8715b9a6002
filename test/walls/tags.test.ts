import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

/**
 * Tests say by tags what they need besides the code: by that they are left out where it is missing.
 */

const root = fileURLToPath(new URL('../..', import.meta.url));
const files = globSync('test/**/*.ts', { cwd: root }).filter(
  (file) => !file.includes('node_modules'),
);
const TAG_OF: { readonly [module: string]: string } = {
  'test/browser/chromium.ts': 'browser',
  'test/postgres/database.ts': 'postgres',
  'test/postgres/pooler.ts': 'pgbouncer',
  'test/tools/deno.ts': 'deno',
  'test/tools/promtool.ts': 'promtool',
  'test/tools/inspector.ts': 'inspector',
};

const sources = new Map<string, string>();
function sourceOf(file: string): string {
  const known = sources.get(file) ?? readFileSync(join(root, file), 'utf8');
  sources.set(file, known);
  return known;
}

/**
 * Modules that a file imports for more than their types, those of the repository as paths in it.
 */
const importsOf = (file: string): string[] =>
  [
    ...sourceOf(file).matchAll(/^(?:import|export)\s+(?!type\s)(?:[^'";]*?from\s+)?'([^']+)'/gm),
  ].map(([, name = '']) => (name.startsWith('.') ? join(dirname(file), name) : name));

const hasTag = (file: string, tag: string): boolean =>
  new RegExp(`^// @module-tag ${tag}$|\\[[^\\]]*'${tag}'[^\\]]*\\]`, 'm').test(sourceOf(file));

/** What a file needs without that it, or a module on the way there, says so. */
function untagged(file: string): string[] {
  const found = new Map<string, string>();
  const seen = new Set<string>();
  const visit = (module: string, way: readonly string[]): void => {
    const tag = TAG_OF[module];
    if (tag !== undefined && !way.some((each) => hasTag(each, tag)) && !found.has(tag))
      found.set(
        tag,
        `${file} needs the tag ${tag}, as "// @module-tag" or in { tags: [] }: ${[...way, module].join(' > ')}`,
      );
    if (seen.has(module) || !/^(test|adapters\/testing|build)\/.*\.ts$/.test(module)) return;
    seen.add(module);
    for (const name of importsOf(module)) visit(name, [...way, module]);
  };
  visit(file, []);
  return [...found.values()];
}

test('a test that needs Postgres, PgBouncer, Deno or a browser says so: by a tag of the module on top of the file, or in the options of the test', () => {
  const tests = files.filter((file) => file.endsWith('.test.ts'));
  expect(tests.length).toBeGreaterThan(100);
  expect(tests.flatMap(untagged)).toEqual([]);
});

test('what tests start, they start with test/processes.ts, which ends it with the run', () => {
  const own = ['test/processes.ts', 'test/postgres/server.ts'];
  const spawns = /import \{[^}]*\b(spawn|fork|exec)\b[^}]*\} from 'node:child_process'/;
  expect(files.filter((file) => !own.includes(file) && spawns.test(sourceOf(file)))).toEqual([]);
});

test('what runs without vitest imports nothing by the name of the package, which is there only once it was built', () => {
  const seen = new Set<string>();
  const visit = (module: string): void => {
    if (seen.has(module) || !existsSync(join(root, module))) return;
    seen.add(module);
    for (const name of importsOf(module)) visit(name);
  };
  for (const program of [
    'test/bench/main.ts',
    'test/chaos/main.ts',
    'test/soak/main.ts',
    'server/cli/features/launch/demo.ts',
  ])
    visit(program);
  expect(seen.size).toBeGreaterThan(300);
  expect(
    [...seen].filter((module) => importsOf(module).some((name) => /^slipway(\/|$)/.test(name))),
  ).toEqual([]);
});
