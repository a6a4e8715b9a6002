import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Which part of the suite a test file is in: the part that names its folder, and `main`, which
 * `npm test` runs, where none does.
 */

const FOLDERS = {
  browser: ['test/browser'],
  addon: ['test/addon'],
  package: ['test/build', 'test/client', 'test/examples', 'test/runtime', 'test/tools'],
  node: ['test/node'],
  process: ['test/process'],
  postgres: ['test/postgres'],
  chaos: ['test/backup', 'test/chaos', 'test/ended-runs', 'test/soak'],
} as const;

export type Part = 'main' | keyof typeof FOLDERS;

/** All but `main`: what `npm run test:all` has besides. */
export const REST = Object.keys(FOLDERS) as (keyof typeof FOLDERS)[];
export const PARTS: readonly Part[] = ['main', ...REST];

const ROOT = fileURLToPath(new URL('..', import.meta.url));

const filesIn = (folder: string): string[] =>
  readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    return !entry.isDirectory() ? [path] : entry.name === 'node_modules' ? [] : filesIn(path);
  });

/** Every test file, as a path in the repository. */
export const testFiles = (): string[] =>
  filesIn('test')
    .filter((file) => file.endsWith('.test.ts'))
    .sort();

export const partOf = (file: string): Part =>
  REST.find((part) => FOLDERS[part].some((folder) => file.startsWith(`${folder}/`))) ?? 'main';

/**
 * The parts that `browser,addon` names; `rest` is all but `main`. Throws at a word that names none.
 */
export function partsNamed(words: string): Part[] {
  return words.split(',').flatMap((word): Part[] => {
    if (word === 'rest') return [...REST];
    const part = PARTS.find((each) => each === word);
    if (part === undefined)
      throw new Error(
        `There is no part “${word}”. Name one of ${PARTS.join(', ')}, rest, or several with commas.`,
      );
    return [part];
  });
}

/**
 * What a run is to have: the parts it was asked for (`npm run test:all`), else files that its
 * arguments name, else `main`.
 */
export function filesToRun(
  args: readonly string[],
  asked: string | undefined,
): { readonly files: string[]; readonly left: Part[] } {
  const all = testFiles();
  const parts =
    asked !== undefined ? partsNamed(asked) : namesFiles(args, all) ? PARTS : (['main'] as const);
  return {
    files: all.filter((file) => parts.includes(partOf(file))),
    left: PARTS.filter((part) => !parts.includes(part)),
  };
}

const namesFiles = (args: readonly string[], all: readonly string[]): boolean =>
  args.some(
    (arg) => !arg.startsWith('-') && all.some((file) => file.includes(arg.replace(/^\.\//, ''))),
  );
