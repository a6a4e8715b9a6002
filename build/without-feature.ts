import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * `npm run without -- utm naming`: what the compiler says of all houses when a feature is taken out
 * of them; `-- all` tries each. Tests and pages that name its folder, and would go with it, are
 * printed below.
 */

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const PRODUCT = ['core', 'adapters', 'server', 'sheets-addon'];

/**
 * Files that list features, a line each. No others may import a folder of them: the wall of floors
 * holds that.
 */
export const lists = [
  'core/features/registry.ts',
  'server/cli/commands.ts',
  'server/dashboard/mount.ts',
  'server/dashboard/page/pages.ts',
  'server/local/demo/house.ts',
  'server/mcp/features/registry.ts',
  'server/routes/routes.ts',
  'sheets-addon/features/registry.ts',
  'sheets-addon/sidebar/features/registry.ts',
  'sheets-addon/standalone/features.ts',
] as const;

/** Features that the houses do not compile without, and why. The list may only shrink. */
export const base: { readonly [feature: string]: string } = {
  approvals: 'Models write through plans, and the page of a person with a link shows one.',
  changes: 'The table of the ads page edits with it, and the page of an undo shows its results.',
  connections: 'Ad accounts come from it: all houses ask for one.',
  guardrails: 'Dashboard and command line ask it what is at stake before they spend.',
  keys: 'The service says through it whose key it was given, and what was done with keys.',
  launch: 'Batches are what the other doors follow, wait for and undo.',
  manage: 'The dashboard shows objects of accounts, and what was done to them.',
  media: 'Ads are made of files, which every door uploads.',
  menu: 'The script of a sheet has its first functions there.',
  platforms: 'Doors take the names and limits of platforms from it.',
  reports: 'Doors list campaigns and ad sets by it.',
  'row-claims': 'Sheets with a server launch their rows by it.',
};

const foldersIn = (folder: string): string[] =>
  readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() && entry.name !== 'node_modules' ? [entry.name] : [],
  );

/** Each folder of a house that holds features. */
function shelvesIn(folder: string): string[] {
  return foldersIn(folder).flatMap((name) =>
    name === 'features' ? [`${folder}/${name}`] : shelvesIn(`${folder}/${name}`),
  );
}
const shelves = PRODUCT.flatMap(shelvesIn);

/** Everything with a folder on a shelf of some house. */
export const features: readonly string[] = [...new Set(shelves.flatMap(foldersIn))].sort();

/**
 * Every feature is taken out in half of these rounds, and no two in the same ones: of any two there
 * is a round that goes without the first and has the second. So what one needs of another shows in
 * that round, at the cost of seven or eight instead of one for each feature.
 */
export function rounds(removable: readonly string[]): readonly (readonly string[])[] {
  for (let count = 2; ; count++) {
    const isHalf = (bits: number): boolean =>
      bits.toString(2).replaceAll('0', '').length === Math.floor(count / 2);
    const halves = Array.from({ length: 2 ** count }, (_, bits) => bits).filter(isHalf);
    if (halves.length < removable.length) continue;
    return Array.from({ length: count }, (_, round) =>
      removable.filter((_, i) => ((halves[i] ?? 0) >> round) % 2 === 1),
    );
  }
}

/** A copy of the source whose features can be taken away one after the other. */
export class HouseCopy {
  readonly #folder = mkdtempSync(join(tmpdir(), 'slipway-without-'));
  readonly #lists: ReadonlyMap<string, string>;

  constructor() {
    for (const part of [...PRODUCT, 'tsconfig.json', 'package.json'])
      cpSync(join(ROOT, part), join(this.#folder, part), {
        recursive: true,
        preserveTimestamps: true,
      });
    this.#lists = new Map(
      lists.map((list) => [list, readFileSync(join(this.#folder, list), 'utf8')]),
    );
    symlinkSync(join(ROOT, 'node_modules'), join(this.#folder, 'node_modules'), 'dir');
    // One program for all: what each house may use of the language and of its surroundings is the
    // matter of its own.
    const compilerOptions = {
      lib: ['ES2023', 'DOM', 'DOM.Iterable'],
      types: ['bun', 'google-apps-script'],
      composite: false,
      emitDeclarationOnly: false,
      rewriteRelativeImportExtensions: false,
      noEmit: true,
      // What a list gave to a feature that is gone, `installation([overview])`, is left in it,
      // imported and unused.
      noUnusedLocals: false,
      resolveJsonModule: true,
    };
    const program = {
      extends: './tsconfig.json',
      compilerOptions,
      include: PRODUCT,
      references: [],
    };
    writeFileSync(join(this.#folder, 'without.json'), JSON.stringify(program));
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /**
   * What the compiler says of all houses without the folders of these features and without their
   * lines; empty where they compile.
   */
  errorsWithout(...without: readonly string[]): readonly string[] {
    const folders = without.flatMap((feature) =>
      shelves
        .map((shelf) => join(shelf, feature))
        .filter((folder) => existsSync(join(this.#folder, folder))),
    );
    for (const folder of folders) {
      const aside = join(this.#folder, '.aside', folder);
      mkdirSync(dirname(aside), { recursive: true });
      renameSync(join(this.#folder, folder), aside);
    }
    for (const [list, whole] of this.#lists)
      writeFileSync(join(this.#folder, list), without.reduce(withoutLines, whole));
    try {
      return this.#errors();
    } finally {
      for (const folder of folders)
        renameSync(join(this.#folder, '.aside', folder), join(this.#folder, folder));
      for (const [list, whole] of this.#lists) writeFileSync(join(this.#folder, list), whole);
    }
  }

  #errors(): readonly string[] {
    const program = join(ROOT, 'node_modules/typescript/bin/tsc');
    try {
      execFileSync('node', [program, '-p', 'without.json', '--pretty', 'false'], {
        cwd: this.#folder,
        encoding: 'utf8',
        stdio: 'pipe',
      });
      return [];
    } catch (error) {
      const errors = String((error as { stdout?: string }).stdout)
        .split('\n')
        .filter((line) => line.includes('error TS'));
      if (errors.length === 0) throw error;
      return errors;
    }
  }
}

const IMPORT =
  "^import (?:\\{ (?:\\w+ as )?(\\w+) \\}|\\* as (\\w+)) from '[^']*/FEATURE/[\\w./-]+';\\n";

/** A list of features without one of them: its imports, and the places where they are listed. */
function withoutLines(list: string, feature: string): string {
  const found = new RegExp(IMPORT.replace('FEATURE', feature), 'm').exec(list);
  if (found === null) return list;
  const place = `(?:\\.\\.\\.)?\\b${found[1] ?? found[2]}\\b(?:\\((?:[^()]|\\(\\))*\\))?`;
  const rest = list
    .replace(found[0], '')
    // On a line of its own, alone between brackets, before a comma, after one, called.
    .replace(new RegExp(`^ *${place}[,;]\\n`, 'gm'), '')
    .replace(new RegExp(`([[(])${place}([\\])])`, 'g'), '$1$2')
    .replace(new RegExp(`(?<=[[(] *|, )${place}, `, 'g'), '')
    .replace(new RegExp(`, ${place}(?= *[\\])])`, 'g'), '');
  return withoutLines(rest, feature);
}

/** Tests and pages that name a folder of the feature. */
function alsoNamedIn(feature: string): readonly string[] {
  const found = [
    'grep',
    '-lE',
    `features/${feature}/`,
    '--',
    'test',
    'docs',
    'build',
    'examples',
    '*.md',
  ];
  try {
    return execFileSync('git', found, { cwd: ROOT, encoding: 'utf8' }).trim().split('\n');
  } catch {
    return [];
  }
}

if (import.meta.main) {
  const asked = process.argv.slice(2);
  const copy = new HouseCopy();
  let broken = 0;
  for (const feature of asked.includes('all') ? features : asked) {
    if (!features.includes(feature))
      throw new Error(`No house has a feature ${feature}. There are ${features.join(', ')}.`);
    const start = Date.now();
    const errors = copy.errorsWithout(feature);
    console.log(
      `${feature}: ${errors.length} errors, ${Math.round((Date.now() - start) / 1000)} s`,
    );
    for (const line of errors) console.log(`  ${line}`);
    if (feature in base) console.log(`  It stays: ${base[feature]}`);
    else if (errors.length > 0) broken++;
    if (!asked.includes('all'))
      for (const file of alsoNamedIn(feature)) console.log(`  also named in ${file}`);
  }
  copy.remove();
  process.exit(broken > 0 ? 1 : 0);
}
