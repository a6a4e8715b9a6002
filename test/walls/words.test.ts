import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Node, parse } from 'acorn';
import { transformSync } from 'esbuild';
import { expect, test } from 'vitest';

/**
 * Turns that people stumble over. Texts name who does what: “Meta rejects the token”, not “nobody
 * takes it”.
 */
const FORBIDDEN =
  /\b(?:whoever|nobody|somebody|anew|in vain|so many|(?:is|are) told|is none|put together)\b/i;

const root = join(import.meta.dirname, '../..');
const sources = globSync(['core/**/*.ts', 'adapters/**/*.ts', 'server/**/*.{ts,tsx}'], {
  cwd: root,
}).filter((file) => !/^adapters\/(sandbox|testing)\//.test(file));

/** Every text of a file: what it holds in quotes, templates and markup, without its comments. */
function textsOf(source: string, loader: 'ts' | 'tsx'): readonly string[] {
  const { code } = transformSync(source, { loader, jsx: 'automatic', charset: 'utf8' });
  const texts: string[] = [];
  const walk = (value: unknown): void => {
    if (Array.isArray(value)) for (const each of value) walk(each);
    if (typeof value !== 'object' || value === null || !('type' in value)) return;
    const node = value as Node & { readonly value?: unknown };
    if (node.type === 'Literal' && typeof node.value === 'string') texts.push(node.value);
    if (node.type === 'TemplateElement')
      texts.push((node.value as { readonly cooked: string }).cooked);
    else for (const part of Object.values(value)) walk(part);
  };
  walk(parse(code, { ecmaVersion: 'latest', sourceType: 'module' }));
  return texts;
}

test('texts that people read use none of the forbidden turns', () => {
  expect(sources.length).toBeGreaterThan(800);
  const found = sources.flatMap((file) => {
    const source = readFileSync(join(root, file), 'utf8');
    if (!FORBIDDEN.test(source)) return [];
    return textsOf(source, file.endsWith('x') ? 'tsx' : 'ts').flatMap((text) => {
      // A word alone is a value of the code.
      const [turn] = (text.trim().includes(' ') && FORBIDDEN.exec(text)) || [];
      return turn === undefined ? [] : [`${file}: “${turn}” in: ${text}`];
    });
  });
  expect(found).toEqual([]);
});

test('the check reads quotes, templates and markup, and leaves comments alone', () => {
  const source = [
    '// nobody',
    "const a = 'one';",
    'const b = `two $' + '{a} three`;',
    'const c = <p title="four">five {a}</p>;',
  ];
  const texts = textsOf(source.join('\n'), 'tsx');
  expect(texts.map((text) => text.trim())).toEqual(
    expect.arrayContaining(['one', 'two', 'three', 'four', 'five']),
  );
  expect(texts.some((text) => FORBIDDEN.test(text))).toBe(false);
  expect(FORBIDDEN.test('The report is told to nobody')).toBe(true);
});
