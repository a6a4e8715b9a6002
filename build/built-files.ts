import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The folders that are published, each mirrored in dist/. */
export const PUBLISHED = ['core', 'adapters', 'server'] as const;

/** The dashboard's pages are bundled into these; their modules are not published. */
const DASHBOARD = ['dashboard/app.css', 'dashboard/app.js', 'dashboard/index.html'] as const;
/** The pages of docs/, rendered. */
const DOCS = 'docs/pages.json';
/** Parts of the dashboard, and of the package, have names that are made of their content. */
export const isPart = (file: string): boolean =>
  /^(dashboard\/part-|parts\/)[\w-]+\.js$/.test(file);
const PAGES = 'dashboard/page/';

/**
 * The types that are published: those that the doors of the package lead to. The compiler writes
 * those of every module.
 */
export const TYPES = 'dist/types';

export const isPublished = (file: string): boolean =>
  !file.endsWith('.d.ts') || file.startsWith(`${TYPES}/`);

/** All files below a folder, as paths from it, sorted. */
export const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();

/** Programs that are started by their place. */
const PROGRAMS = [
  'server/cli/main.ts',
  'server/main.ts',
  'adapters/testing/store/claiming-process.ts',
  'adapters/testing/store/killed-writer.ts',
];

interface Door {
  readonly types: string;
  readonly default: string;
}

/** The doors of the package, by their names. */
export function doors(): [name: string, door: Door][] {
  const { exports } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    readonly exports: { readonly [door: string]: string | Door };
  };
  return Object.entries(exports).flatMap(([name, door]): [string, Door][] =>
    typeof door === 'string' ? [] : [[name, door]],
  );
}

/**
 * The sources of the package's own modules: its doors and its programs. All others are bundled into
 * parts of these.
 */
export const entries = (): string[] => [
  ...doors().map(([, door]) => door.default.replace(/^\.\/dist\/(.*)\.js$/, '$1.ts')),
  ...PROGRAMS,
];

/** The types of the doors, as files of dist/types. */
export const typesOfDoors = (): string[] =>
  doors().map(([, { types }]) => types.slice('./'.length));

/**
 * What building a folder must give besides parts: the types of each source file, the modules, and
 * the dashboard's bundle.
 */
export const outputsOf = (folder: string): string[] =>
  filesIn(folder)
    .filter((file) => file.endsWith('.ts') && !file.startsWith(PAGES))
    .map((file) => file.replace(/\.ts$/, '.d.ts'))
    .concat(
      entries().flatMap((file) =>
        file.startsWith(`${folder}/`) ? file.slice(folder.length + 1).replace(/\.ts$/, '.js') : [],
      ),
    )
    .concat(folder === 'server' ? [...DASHBOARD, DOCS] : [])
    .sort();
