import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const listed = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.mjs'], {
  cwd: ROOT,
  encoding: 'utf8',
})
  .trim()
  .split('\n');
const texts = new Map(listed.map((file) => [file, readFileSync(join(ROOT, file), 'utf8')]));

/** Names that files import, by the file they come from; `*` where all of it is. */
const imported = new Map<string, Set<string>>();
const note = (file: string, name: string): void => {
  imported.set(file, (imported.get(file) ?? new Set()).add(name));
};

const FROM = /(?:import|export)\s+(?:type\s+)?([^'";]*?)\s+from\s+['"](\.[^'"]+)['"]/g;
/** `import('./a.ts')`, `new URL('./a.ts', …)`. */
const BY_PLACE = /(?:import|new URL)\(\s*['"](\.[^'"]+)['"]/g;

for (const [file, text] of texts) {
  for (const [, clause = '', spec = ''] of text.matchAll(FROM)) {
    const target = normalize(join(dirname(file), spec));
    const names = /\{([\s\S]*)\}/.exec(clause)?.[1] ?? '';
    if (clause.includes('*')) note(target, '*');
    for (const each of names.split(','))
      note(
        target,
        each
          .trim()
          .replace(/^type\s+/, '')
          .split(/\s+as\s+/)[0] ?? '',
      );
  }
  for (const [, spec = ''] of text.matchAll(BY_PLACE))
    note(normalize(join(dirname(file), spec)), '*');
}

const { exports } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  readonly exports: { readonly [door: string]: string | { readonly default: string } };
};
for (const door of Object.values(exports))
  if (typeof door === 'object') note(door.default.replace(/^\.\/dist\/(.*)\.js$/, '$1.ts'), '*');

/**
 * Programs, declarations of features and platforms, functions that Apps Script calls, and the
 * contract of adapters.
 */
const CALLED_BY_NAME =
  /\/(main|index|feature)\.ts$|^sheets-addon\/features\/|^adapters\/testing\/|^core\/ports\//;

/** Interfaces that the compiler names in the types of other files. */
const NAMED_BY_TYPES = ['NamedDocuments', 'ExportFile', 'TreeIds', 'Warned'];

test('no file exports what no other file imports', () => {
  const loose = [...texts].flatMap(([file, text]) => {
    if (!/^(core|adapters|server|sheets-addon|build)\//.test(file) || imported.get(file)?.has('*'))
      return [];
    if (CALLED_BY_NAME.test(file)) return [];
    const declared = text.matchAll(
      /^export (?:declare |abstract |async )*(?:const|let|function\*?|class|interface|type) (\w+)/gm,
    );
    return [...declared].flatMap(([, name = '']) =>
      imported.get(file)?.has(name) || NAMED_BY_TYPES.includes(name) ? [] : [`${file} ${name}`],
    );
  });
  expect(loose).toEqual([]);
});
