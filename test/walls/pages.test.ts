import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { pagesFrom } from '../../build/pages.ts';

/** Files are moved and pages are forgotten: what a page names must be there. */

const root = fileURLToPath(new URL('../..', import.meta.url));
const pages = [
  '*.md',
  '.github/**/*.md',
  '{core,adapters,server,sheets-addon,examples,build,test}/**/*.md',
]
  .flatMap((pattern) => globSync(pattern, { cwd: root }))
  .filter((page) => !page.includes('node_modules'))
  .sort();

/**
 * A path, in which `*` and `<name>` stand for anything, is not part of an address or of a longer
 * name.
 */
const FILE = /(?<![\w/.:@*>-])[\w.*<>-]+(?:\/[\w.*<>-]+)*\.(?:tsx?|mjs|md|grit|ya?ml)\b/g;
const FOLDER =
  /(?<![\w/.:@*>-])(?:core|adapters|server|sheets-addon|examples|build|test)\/[\w.*<>/-]*/g;

/** The files and folders of the repository that a text names. */
const pathsIn = (text: string): string[] =>
  [
    ...new Set(
      [FILE, FOLDER].flatMap((pattern) =>
        [...text.matchAll(pattern)].map(([path]) => path.replace(/[./]+$/, '')),
      ),
    ),
  ].filter((path) => !path.startsWith('dist/'));

/** A path starts at the root of the repository, or at any folder below that of the page. */
const isThere = (page: string, path: string): boolean => {
  const folder = dirname(page);
  const pattern = path.replace(/<\w+>/g, '*');
  const places = [
    pattern,
    ...(folder === '.' ? [] : [join(folder, pattern), join(folder, '**', pattern)]),
  ];
  return places.some((place) =>
    place.includes('*') ? globSync(place, { cwd: root }).length > 0 : existsSync(join(root, place)),
  );
};

describe('the search for paths', () => {
  test.each([
    [
      'see `core/base/errors.ts`, `limits.ts` and core/gate.',
      ['core/base/errors.ts', 'limits.ts', 'core/gate'],
    ],
    [
      '`adapters/platforms/<name>/check.ts` and `*-schema.ts`',
      ['adapters/platforms/<name>/check.ts', '*-schema.ts', 'adapters/platforms/<name>/check.ts'],
    ],
    ['`npm test -- test/adapters/store`', ['test/adapters/store']],
    ['https://example.com/core/errors.ts, slipway/core/x, dist/core/y.ts, Node.js, /v1/media', []],
  ])('finds in "%s" what it names', (text, expected) => {
    expect(pathsIn(text)).toEqual([...new Set(expected)]);
  });

  test('knows what is there', () => {
    expect(isThere('core/gate/README.md', 'limits.ts')).toBe(true);
    expect(isThere('README.md', 'adapters/platforms/<name>/check.ts')).toBe(true);
    expect(isThere('adapters/platforms/README.md', 'definition.ts')).toBe(true);
    expect(isThere('README.md', 'limits.ts')).toBe(false);
    expect(isThere('adapters/platforms/README.md', 'limits.ts')).toBe(false);
    expect(isThere('README.md', 'adapters/platforms/<name>/never.ts')).toBe(false);
  });
});

test.each(pages)('%s names files and folders that exist', (page) => {
  expect(
    pathsIn(readFileSync(join(root, page), 'utf8')).filter((path) => !isThere(page, path)),
  ).toEqual([]);
});

test('every link of a page leads to a file and a heading that exist', () => {
  expect([...new Set(pages.flatMap((page) => pagesFrom(join(root, page)).faults))]).toEqual([]);
});
