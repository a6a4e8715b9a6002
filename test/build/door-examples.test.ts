import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ROOT } from '../runtime/built-package.ts';
import { linkPackage } from '../runtime/empty-project.ts';
import { installPackedPackage } from '../runtime/packed-package.ts';
import { allExamples, commentOf, type Example, hasExample } from './door-examples.ts';

type Doors<T> = { readonly exports: { readonly [door: string]: T } };
const read = (path: string) => JSON.parse(readFileSync(path, 'utf8'));
/**
 * The package, and the one of the simulated platforms; a service alone calls the doors that are
 * left out.
 */
const packages = [
  { name: 'slipway', sources: read(join(ROOT, 'jsr.json')) as Doors<string>, at: '.' },
  {
    name: 'slipway-sandbox',
    sources: read(join(ROOT, 'adapters/sandbox/package.json')) as Doors<string>,
    at: 'adapters/sandbox',
  },
];
const doors = packages.flatMap(({ name, sources, at }) =>
  Object.entries(sources.exports)
    .filter(([door]) => !['./service', './serve', './suites'].includes(door))
    .map(([door, source]) => ({ name, door, source: join(ROOT, at, source) })),
);

/** What an example of a member takes for granted; one of a function is a whole program. */
const TAKEN = `import type { Slipway } from 'slipway';
declare const slipway: Slipway;
declare const request: Parameters<Slipway['launch']>[0];
`;
const codeOf = ({ code }: Example): string =>
  code.includes('import ') ? code : `${TAKEN}${code}\nexport {};`;

/** These need a server, a backup or a run of vitest. */
const needsMore = ({ code }: Example): boolean =>
  !code.includes('import ') ||
  /postgres:|slipway\/client|restoreSlipway|slipway\/testing/.test(code);

describe('the examples in the comments of what the package exports', () => {
  let folder: string;
  let examples: readonly Example[];
  beforeAll(async () => {
    folder = await installPackedPackage();
    examples = [
      ...allExamples(join(folder, 'node_modules/slipway/dist/types')),
      ...allExamples(join(folder, 'node_modules/slipway-sandbox/types'), 'sandbox-'),
    ];
    linkPackage(folder, 'node_modules/@duckdb/node-api');
    mkdirSync(join(folder, 'examples'));
    for (const example of examples)
      writeFileSync(join(folder, 'examples', `${example.name}.ts`), codeOf(example));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  for (const { name: called, door, source } of doors)
    test(`each function of ${called}${door.slice(1)} has one`, async () => {
      const functions = Object.entries((await import(source)) as object).filter(
        ([, value]) => typeof value === 'function',
      );
      expect(functions.length).toBeGreaterThan(0);
      const { exports } = read(join(folder, 'node_modules', called, 'package.json')) as Doors<{
        readonly types: string;
      }>;
      const types = join(folder, 'node_modules', called, exports[door]?.types ?? '');
      expect(
        functions.map(([name]) => name).filter((name) => !hasExample(commentOf(types, name))),
      ).toEqual([]);
    });

  test('compile, as a program with every strict flag has them', async () => {
    expect(examples.length).toBeGreaterThan(40);
    const compilerOptions = {
      module: 'nodenext',
      target: 'es2022',
      lib: ['es2023', 'dom'],
      noEmit: true,
      skipLibCheck: true,
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      verbatimModuleSyntax: true,
      types: ['node'],
      typeRoots: [join(ROOT, 'node_modules/@types')],
    };
    writeFileSync(
      join(folder, 'tsconfig.json'),
      JSON.stringify({ compilerOptions, include: ['examples'] }),
    );
    await promisify(execFile)(
      join(ROOT, 'node_modules/.bin/tsc'),
      ['-p', '.', '--pretty', 'false'],
      { cwd: folder },
    ).catch((error: { readonly stdout: string }) => expect.fail(error.stdout));
  });

  test('run, those that need nothing but the package', async () => {
    const alone = examples
      .filter((example) => !needsMore(example))
      .map(({ name }) => `./examples/${name}.ts`);
    expect(alone.length).toBeGreaterThan(30);
    writeFileSync(
      join(folder, 'all.ts'),
      `for (const file of ${JSON.stringify(alone)}) await import(file);\nconsole.log('ended');`,
    );
    const { stdout } = await promisify(execFile)(join(ROOT, 'node_modules/.bin/bun'), ['all.ts'], {
      cwd: folder,
    });
    expect(stdout.trimEnd().endsWith('ended')).toBe(true);
  });
});
