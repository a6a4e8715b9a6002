import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { packPackage, ROOT } from '../runtime/built-package.ts';
import { createEmptyProject } from '../runtime/empty-project.ts';
import { findNode } from '../runtime/node.ts';
import { type Figure, figure } from './figure.ts';

const ROUNDS = 9;

/** As many as `import 'slipway'` loads (test/build/recorded-sizes.json). */
const EMPTY = 500;

/** How long a process that has just started waits for `import 'slipway'`, beside as many modules with nothing in them. */
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
    const names = Array.from({ length: EMPTY }, (_, at) => `module-${at}`);
    mkdirSync(join(folder, 'empty'));
    for (const name of names) writeFileSync(join(folder, 'empty', `${name}.js`), 'export {};\n');
    writeFileSync(join(folder, 'empty/all.js'), names.map((name) => `import './${name}.js';\n`).join(''));
    copyFileSync(join(ROOT, 'test/bench/cold-import.mjs'), join(folder, 'cold-import.mjs'));
    const figures: Figure[] = [];
    for (const { name, path, atMost } of runtimes) {
      const took = async (module: string): Promise<number> =>
        Number((await promisify(execFile)(path, ['cold-import.mjs', module], { cwd: folder })).stdout);
      const [value = 0, anchorValue = 0] = await best([() => took('slipway'), () => took('./empty/all.js')]);
      figures.push(
        figure(
          {
            name: `import 'slipway' in ${name}, cold`,
            value,
            unit: 'ms',
            anchor: `${EMPTY} empty modules`,
            anchorValue,
          },
          { on: 'ratio', atMost },
        ),
      );
    }
    return figures;
  } finally {
    rmSync(folder, { recursive: true, force: true });
    remove();
  }
}

/** The best of each, taken in turns, so that what else the machine does hits all alike. */
async function best(measures: readonly (() => Promise<number>)[]): Promise<number[]> {
  const least = measures.map(() => Number.POSITIVE_INFINITY);
  for (let round = 0; round < ROUNDS; round++)
    for (const [at, measure] of measures.entries()) least[at] = Math.min(least[at] ?? 0, await measure());
  return least;
}
