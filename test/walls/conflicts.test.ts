import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));

const sources = ['core', 'adapters', 'server'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length)),
);

/** From an opening bracket to the one that closes it. */
function callFrom(text: string, start: number): string {
  let depth = 0;
  for (let end = start; end < text.length; end += 1) {
    if (text[end] === '(') depth += 1;
    if (text[end] === ')') depth -= 1;
    if (depth === 0) return text.slice(start, end + 1);
  }
  return text.slice(start);
}

const conflictsIn = (path: string): string[] => {
  const text = readFileSync(join(root, path), 'utf8');
  return [...text.matchAll(/(?:new SlipwayError|super)(\(\s*'conflict')/g)].map(
    ({ index, 0: all, 1: from = '' }) => callFrom(text, index + all.length - from.length),
  );
};

test('every conflict says by a code what it is about: no program has to read the message', () => {
  const found = sources.flatMap((path) => conflictsIn(path).map((call) => ({ path, call })));
  expect(found.length).toBeGreaterThan(15);
  expect(found.filter(({ call }) => !/details:/.test(call) || !/\bcode\b/.test(call))).toEqual([]);
});
