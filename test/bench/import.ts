import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { packPackage, ROOT } from '../runtime/built-package.ts';
import { createEmptyProject } from '../runtime/empty-project.ts';
import { findNode } from '../runtime/node.ts';
import { type Figure, figure } from './figure.ts';

const ROUNDS = 9;

/**
 * How long a process that has just started waits for `import 'slipway'`, and for that and the first
 * service, each beside as many modules with nothing in them as it loads.
 */
export async function importBench(): Promise<readonly Figure[]> {
  const node = findNode();
  // Bun reads an empty module faster than Node, so that the rest weighs more beside it.
  const runtimes = [
    { name: 'Bun', path: process.execPath, atMost: 15 },
    { name: `Node ${node.version}`, path: node.path, atMost: 5 },
  ];
  const { tarball, remove } = await packPackage();
  const folder = createEmptyProject(tarball);
  try {
    for (const file of ['bench/cold-import.mjs', 'runtime/loaded.mjs', 'runtime/loaded-hook.mjs'])
      copyFileSync(join(ROOT, 'test', file), join(folder, basename(file)));
    writeFileSync(
      join(folder, 'open.mjs'),
      "import { createSlipway } from 'slipway';\nawait createSlipway({ platforms: 'live', work: false });\n",
    );
    const figures: Figure[] = [];
    for (const { name, path, atMost } of runtimes) {
      const run = async (...args: string[]): Promise<string> =>
        (await promisify(execFile)(path, args, { cwd: folder })).stdout;
      const took = async (module: string): Promise<number> =>
        Number(await run('cold-import.mjs', module));
      const { imported, opened } = JSON.parse(
        await run('loaded.mjs', mkdtempSync(join(folder, 'data-')), 'false'),
      ) as Loaded;
      const measured = async (
        what: string,
        module: string,
        modules: number,
        goal: { readonly atMost?: number },
      ) => {
        const [value = 0, anchorValue = 0] = await best([
          () => took(module),
          () => took(emptyModules(folder, modules)),
        ]);
        const anchor = `${modules} empty modules`;
        figures.push(
          figure(
            { name: `${what} in ${name}, cold`, value, unit: 'ms', anchor, anchorValue },
            { on: 'ratio', ...goal },
          ),
        );
      };
      await measured("import 'slipway'", 'slipway', imported, { atMost });
      // Without a goal: what the service is made of is needed then.
      await measured("import 'slipway' and createSlipway", './open.mjs', opened, {});
    }
    return figures;
  } finally {
    rmSync(folder, { recursive: true, force: true });
    remove();
  }
}

interface Loaded {
  readonly imported: number;
  readonly opened: number;
}

/** A module that imports so many with nothing in them. */
function emptyModules(folder: string, count: number): string {
  const names = Array.from({ length: count }, (_, at) => `module-${at}`);
  mkdirSync(join(folder, 'empty'), { recursive: true });
  for (const name of names) writeFileSync(join(folder, 'empty', `${name}.js`), 'export {};\n');
  writeFileSync(
    join(folder, `empty/all-${count}.js`),
    names.map((name) => `import './${name}.js';\n`).join(''),
  );
  return `./empty/all-${count}.js`;
}

/** The best of each, taken in turns, so that what else the machine does hits all alike. */
async function best(measures: readonly (() => Promise<number>)[]): Promise<number[]> {
  const least = measures.map(() => Number.POSITIVE_INFINITY);
  for (let round = 0; round < ROUNDS; round++)
    for (const [at, measure] of measures.entries())
      least[at] = Math.min(least[at] ?? 0, await measure());
  return least;
}
