import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { filesIn } from '../build/built-files.ts';
import { bytesIn, productionPackages } from './build/sizes.ts';
import { ROOT } from './runtime/built-package.ts';
import { createEmptyProject } from './runtime/empty-project.ts';
import { findNode } from './runtime/node.ts';

/**
 * `bun test/figures.ts TARBALL`, part of `npm run check`: how much source the service and the
 * packages beside it have, what an installation weighs, and how many modules are loaded.
 * `test/build/recorded-sizes.json` holds the bounds that tests keep.
 */

const HOUSES = ['core', 'adapters', 'server', 'sheets-addon'];
const BESIDE: { readonly [name: string]: readonly string[] } = {
  'the sandbox': ['adapters/sandbox'],
  'the suites': ['adapters/testing'],
  'the stand-in for Apps Script': [
    'sheets-addon/fakes',
    'sheets-addon/playground',
    'sheets-addon/probe',
  ],
  'the development tools': ['build'],
};

const sourceIn = (folder: string): number =>
  filesIn(join(ROOT, folder))
    .filter((file) => /\.tsx?$/.test(file))
    .reduce((sum, file) => sum + statSync(join(ROOT, folder, file)).size, 0);
const sum = (folders: readonly string[]): number =>
  folders.reduce((total, folder) => total + sourceIn(folder), 0);
const megabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(2)} MB`;

const [tarball = ''] = process.argv.slice(2);
const project = createEmptyProject(tarball);
const installed = (name: string, needed: readonly string[]): string =>
  megabytes(
    [join(project, 'node_modules', name), ...needed].reduce(
      (total, folder) => total + bytesIn(folder),
      0,
    ),
  );
try {
  const service =
    sum(HOUSES) -
    sum(
      Object.values(BESIDE)
        .flat()
        .filter((folder) => folder !== 'build'),
    );
  console.log(`source of the service: ${megabytes(service)}`);
  for (const [name, folders] of Object.entries(BESIDE))
    console.log(`source of ${name}: ${megabytes(sum(folders))}`);
  const needed = productionPackages(ROOT, 'optional').map((path) => join(ROOT, path));
  console.log(`installed: slipway ${installed('slipway', needed)} with what it needs`);
  const ofSandbox = ['valibot', '@valibot/to-json-schema'].map((name) =>
    join(ROOT, 'node_modules', name),
  );
  console.log(
    `installed: slipway-sandbox ${installed('slipway-sandbox', ofSandbox)} with what it needs`,
  );
  for (const file of ['loaded.mjs', 'loaded-hook.mjs'])
    copyFileSync(join(ROOT, 'test/runtime', file), join(project, file));
  const said = execFileSync(
    findNode().path,
    ['loaded.mjs', mkdtempSync(join(project, 'data-')), 'false'],
    { cwd: project },
  );
  const { imported, opened, bytes } = JSON.parse(said.toString()) as {
    readonly imported: number;
    readonly opened: number;
    readonly bytes: number;
  };
  console.log(
    `modules: ${imported} at import, ${opened} with the first service (${megabytes(bytes)})`,
  );
} finally {
  rmSync(project, { recursive: true, force: true });
}
