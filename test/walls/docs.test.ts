import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { platformDefinitions } from '../../adapters/platforms/registry.ts';
import { renderDocs } from '../../build/docs.ts';
import { referencePages } from '../../build/reference.ts';
import { docPages } from '../../core/base/doc-pages.ts';
import { platformCalled } from '../../core/base/platforms.ts';
import { commonFlags } from '../../server/cli/base/command.ts';
import { commands } from '../../server/cli/commands.ts';
import { faultCodes } from '../../server/docs/fault-codes.ts';
import { errorCodes } from '../../server/docs/page.ts';
import { environment } from '../../server/process/environment.ts';
import { routesFor } from '../../server/routes/routes.ts';
import { createTestService } from '../test-service.ts';

/** What people read in docs/ and README holds to its own rules, and names only what there is. */

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (page: string): string => readFileSync(join(root, page), 'utf8');
const all = ['README.md', ...globSync('docs/**/*.md', { cwd: root }).sort()];
const generated = Object.keys(await referencePages()).map((file) => `docs/reference/${file}`);
const written = all.filter((page) => !generated.includes(page));

/** Prose without blocks of code, tables and headings. */
const paragraphs = (text: string): string[] =>
  text
    .replace(/^```[\s\S]*?^```/gm, '')
    .split(/\n\s*\n|\n(?=\s*(?:[-*]|\d+\.) )/)
    .map((part) => part.trim())
    .filter((part) => part !== '' && !/^[#|]/.test(part));
const blocks = (text: string): string[] =>
  [...text.matchAll(/^ *```(?:sh|text)[^\n]*\n([\s\S]*?)^ *```/gm)].map(([, block = '']) => block);

const REFUSED =
  /\b(whoever|nobody|somebody|anew|in vain|so many|is none|is told|are told|put together|primary platform|short-video platform|pin platform)\b/i;

const beside = ['*.md', '{core,adapters,server,sheets-addon,examples,deploy}/**/*.md']
  .flatMap((pattern) => globSync(pattern, { cwd: root }))
  .filter((page) => page !== 'README.md');

test.each([...written, ...beside.sort()])(
  '%s has paragraphs of at most 80 words, without words that hide who does what',
  (page) => {
    const long = paragraphs(read(page)).filter((part) => part.split(/\s+/).length > 80);
    expect(long).toEqual([]);
    expect(read(page).match(REFUSED)?.[0]).toBeUndefined();
  },
);

test('a page that names six platforms names all: of conversions those that take them', async () => {
  const { ports } = await createTestService();
  const platforms = Object.values(ports.platforms);
  // The coverage counts public descriptions, which a platform may lack. A change log is about its
  // day.
  const pages = [...written, ...beside].filter(
    (page) => !['docs/reference/sandbox-coverage.md', 'CHANGELOG.md'].includes(page),
  );
  const incomplete = pages.flatMap((page) => {
    const meant = page.endsWith('/conversions.md')
      ? platforms.filter(({ conversions }) => conversions !== undefined)
      : platforms;
    const names = meant.map(
      ({ definition }) => platformCalled(definition.label).split(' ')[0] ?? '',
    );
    const missing = names.filter((name) => !read(page).includes(name));
    return names.length - missing.length >= 6 && missing.length > 0 ? [[page, missing]] : [];
  });
  expect(incomplete).toEqual([]);
});

test('README has at most 1,000 words', () => {
  expect(read('README.md').split(/\s+/).length).toBeLessThanOrEqual(1000);
});

test('the program of README is the beginning of the one in the tutorial, which is run', () => {
  const programOf = (page: string): string => /^```ts\n([\s\S]*?)^```/m.exec(read(page))?.[1] ?? '';
  expect(programOf('README.md')).not.toBe('');
  expect(programOf('docs/tutorials/embed.md').startsWith(programOf('README.md'))).toBe(true);
});

test('every page of docs/ is in the index, and the index names no other', () => {
  const { contents, pages } = renderDocs();
  const listed = contents.flatMap(({ links }) => links.map(([key]) => key));
  expect([...listed].sort()).toEqual(
    Object.keys(pages)
      .filter((key) => key !== '')
      .sort(),
  );
});

test('pages that are made from the code are up to date: npm run reference', async () => {
  for (const [file, text] of Object.entries(await referencePages()))
    expect(read(`docs/reference/${file}`) === text, file).toBe(true);
});

describe('what leads to pages', () => {
  const { pages } = renderDocs();
  const { dashboard, doctor, trouble } = docPages;

  test('forms, empty lists and checks lead to pages that exist', () => {
    const named = [
      ...Object.values(dashboard),
      ...Object.values(doctor),
      trouble,
      ...platformDefinitions.map(({ page }) => page),
    ];
    expect(named.filter((page) => page === undefined || !(page in pages))).toEqual([]);
  });

  test('every page of the dashboard has one', () => {
    const sources = globSync('server/dashboard/page/features/*/{page,*-page}.tsx', { cwd: root })
      .map(read)
      .join('\n');
    const paths = [...sources.matchAll(/^ +path: '([\w-]+)'/gm)].map(([, path = '']) => path);
    expect(paths.length).toBeGreaterThan(20);
    expect(paths.sort()).toEqual(Object.keys(dashboard).sort());
  });

  test('every error code has its place', () => {
    const { html = '' } = pages['reference/errors'] ?? {};
    const codes = [...errorCodes.map(([code]) => code), ...faultCodes];
    expect(codes.filter((code) => !html.includes(`id="${code}"`))).toEqual([]);
  });
});

describe('what pages name', () => {
  test.each(written)('%s: commands with flags they have', (page) => {
    const names = commands.map(({ name }) => name);
    const asked = blocks(read(page)).flatMap((block) =>
      [...block.matchAll(/^ *(?:slipway|npm run (?:-s )?slipway --) ([^\n|>#]*)/gm)].map(
        ([, line = '']) => line.trim(),
      ),
    );
    for (const line of asked) {
      const command = names
        .filter((name) => line === name || line.startsWith(`${name} `))
        .sort((a, b) => b.length - a.length)[0];
      expect(command, `slipway ${line}`).toBeDefined();
      const known = { ...commonFlags, ...commands.find(({ name }) => name === command)?.flags };
      for (const [, flag = ''] of line.matchAll(/ --([a-z-]+)/g))
        expect(Object.keys(known), `slipway ${line}`).toContain(flag);
    }
  });

  test.each(written)('%s: settings that the service reads', (page) => {
    const named = [...read(page).matchAll(/\b(SLIPWAY_[A-Z_]+[A-Z])\b(?!\()/g)].map(
      ([, name = '']) => name,
    );
    expect(named.filter((name) => !(name in environment.entries))).toEqual([]);
  });

  test('paths that the API has', async () => {
    const { ports } = await createTestService();
    const paths = routesFor(Object.values(ports.platforms)).map(({ path }) =>
      path.replace(/\{\w+\}/g, '{}'),
    );
    const wrong = written.flatMap((page) =>
      [...read(page).matchAll(/(?<![\w.])(?:\$SLIPWAY_URL)?(\/v1\/[\w/{}$-]+[\w}])/g)]
        .map(([, path = '']) => path.replace(/\{\w+\}|\$\w+|\b(?:drive|dropbox)$/g, '{}'))
        .filter((path) => !paths.some((each) => each === path || each.startsWith(`${path}/`)))
        .map((path) => `${page}: ${path}`),
    );
    expect(wrong).toEqual([]);
  });
});
