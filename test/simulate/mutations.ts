import { existsSync } from 'node:fs';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'esbuild';
import { spawn } from '../processes.ts';
import { KEPT, nameOf } from './kept-story.ts';
import { type Mutation, mutations, placeOf } from './mutation-table.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const FOLDER = join(ROOT, 'dist', '.simulate');

const mutating = ({ file, text, instead, also }: Mutation): Plugin => ({
  name: 'mutation',
  setup({ onLoad }) {
    onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      if (path !== join(ROOT, file)) return undefined;
      const source = await readFile(path, 'utf8');
      const contents = [{ text, instead }, ...(also ? [also] : [])].reduce((known, change) => {
        const place = placeOf(change.text);
        if (!place.test(known)) throw new Error(`${file} does not have: ${change.text}`);
        return known.replace(place, () => change.instead);
      }, source);
      return { contents, loader: 'ts' };
    });
  },
});

/** One file that plays stories, in which any runtime finds packages as from here. */
export async function bundled(name: string, mutation?: Mutation): Promise<string> {
  await mkdir(FOLDER, { recursive: true });
  const outfile = join(FOLDER, `${name}.mjs`);
  await build({
    entryPoints: [join(ROOT, 'test/simulate/main.ts')],
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    external: ['./mutations.ts'],
    outfile,
    logLevel: 'error',
    plugins: mutation === undefined ? [] : [mutating(mutation)],
  });
  return outfile;
}

/** The report that a bundle ends with. */
export async function playedBy(
  program: string,
  file: string,
  options: readonly string[],
): Promise<{ stories: number; failures: number; digest: string; told: string }> {
  const child = spawn(program, [file, '--json', ...options], { stdio: ['ignore', 'pipe', 'pipe'] });
  let told = '';
  child.stderr?.on('data', (part) => {
    told += String(part);
  });
  let said = '';
  for await (const part of child.stdout ?? []) said += String(part);
  return { ...JSON.parse(said.trim().split('\n').at(-1) ?? ''), told };
}

interface Mutating {
  readonly seed: string;
  readonly stories: number;
  /** Those whose names have this text. */
  readonly only: string;
  /** Whether a story that finds one is shrunk and kept. */
  readonly keep: boolean;
  say(line: string): void;
}

/** How many stories it takes to find each; `kept` where a story that was kept finds it. */
export async function runMutations({ seed, stories, only, keep, say }: Mutating) {
  const found: { [what: string]: number | 'kept' | 'not found' } = {};
  for (const [i, [what, mutation]] of Object.entries(mutations).entries()) {
    if (!what.includes(only)) continue;
    const file = await bundled(`mutation-${i}`, mutation);
    const kept = join(KEPT, nameOf(what));
    const again = existsSync(kept)
      ? await playedBy(process.execPath, file, ['--kept', kept])
      : undefined;
    const report = await playedBy(process.execPath, file, [
      '--first',
      '--seed',
      seed,
      '--stories',
      String(stories),
    ]);
    found[what] = report.failures > 0 ? report.stories : 'not found';
    const known =
      again === undefined
        ? ''
        : again.failures > 0
          ? ' (the kept story finds it)'
          : ' (the kept story does not find it)';
    say(`${what}: ${found[what]}${known}; ${report.told.slice(0, 300)}`);
    if (keep && report.failures > 0 && !again?.failures) {
      const options = [
        '--keep',
        '--into',
        KEPT,
        '--title',
        what,
        '--seed',
        seed,
        '--story',
        String(report.stories - 1),
      ];
      for await (const _part of spawn(process.execPath, [file, ...options], {
        stdio: ['ignore', 'pipe', 'ignore'],
      }).stdout ?? []);
    }
    await rm(file);
  }
  return found;
}
