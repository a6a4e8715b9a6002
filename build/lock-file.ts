/**
 * What package-lock.json must hold so that `npm ci` works on every system, and how a hole in it is
 * filled.
 */

/** One package of the lock file, the fields that are looked at here. */
export interface LockEntry {
  /** Where a package is installed under another name: its own. */
  readonly name?: string;
  readonly version?: string;
  readonly integrity?: string;
  readonly resolved?: string;
  readonly link?: boolean;
  readonly inBundle?: boolean;
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly optionalDependencies?: { readonly [name: string]: string };
}

export interface LockFile {
  readonly packages: { readonly [path: string]: LockEntry };
}

/** A package of the registry, as an entry of the lock file describes it. */
export type Published = LockEntry & { readonly version: string; readonly integrity: string };

const MODULES = 'node_modules/';
const nameOf = (path: string): string => path.slice(path.lastIndexOf(MODULES) + MODULES.length);

/**
 * Where the package at a path finds another one: beside its own dependencies, then further up, as
 * Node looks.
 */
function pathOf(lock: LockFile, owner: string, name: string): string | undefined {
  for (let folder = owner; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')))) {
    const path = `${folder === '' ? '' : `${folder}/`}${MODULES}${name}`;
    if (path in lock.packages) return path;
    if (folder === '') return undefined;
  }
}

interface Hole {
  readonly name: string;
  readonly range: string;
  /** Where its entry is, or belongs. */
  readonly path: string;
  readonly owner: LockEntry;
}

/** Packages for other systems that a dependency names and the lock file leaves out. */
function missing(lock: LockFile): Hole[] {
  return Object.entries(lock.packages).flatMap(([path, owner]) =>
    Object.entries(owner.optionalDependencies ?? {})
      .filter(([name]) => pathOf(lock, path, name) === undefined)
      .map(([name, range]) => ({ name, range, path: `${besides(path)}${MODULES}${name}`, owner })),
  );
}

/** The folder beside whose packages a package is: what workspaces need is installed at the root. */
const besides = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf(MODULES)));

const installed = (lock: LockFile): [string, LockEntry][] =>
  Object.entries(lock.packages).filter(
    ([path, entry]) => path.includes(MODULES) && !entry.link && !entry.inBundle,
  );

/**
 * Each thing that would keep `npm ci` from working on some system or behind some registry, as a
 * sentence.
 */
export function lockFaults(lock: LockFile): string[] {
  return [
    ...missing(lock).map(
      ({ name, range }) => `${name}@${range} is missing: a package names it for another system.`,
    ),
    ...installed(lock).flatMap(([path, { version, integrity, resolved }]) => [
      ...(integrity === undefined ? [`${nameOf(path)}@${version} has no integrity.`] : []),
      ...(resolved === undefined
        ? []
        : [`${nameOf(path)}@${version} names the registry it came from: ${resolved}.`]),
    ]),
  ];
}

/** `npm:other@1.2.3` stands for another package under this name. */
async function published(
  name: string,
  range: string,
  view: (spec: string) => Promise<Published>,
): Promise<Published> {
  const [, other, version] = /^npm:(.+)@([^@]+)$/.exec(range) ?? [];
  return other === undefined
    ? view(`${name}@${range}`)
    : { name: other, ...(await view(`${other}@${version}`)) };
}

/**
 * The lock file with its holes filled from the registry. Throws with the name of a package that the
 * registry does not hold.
 */
export async function completedLock(
  lock: LockFile,
  view: (spec: string) => Promise<Published>,
): Promise<LockFile> {
  const packages = { ...lock.packages };
  for (const [path, { version = '', ...entry }] of installed(lock))
    if (entry.integrity === undefined)
      packages[path] = {
        version,
        integrity: (await view(`${entry.name ?? nameOf(path)}@${version}`)).integrity,
        ...entry,
      };
  // What is put in may name packages for other systems itself.
  for (let holes = missing({ packages }); holes.length > 0; holes = missing({ packages }))
    for (const { name, range, path, owner } of holes)
      packages[path] = {
        ...(await published(name, range, view)),
        optional: true,
        ...(owner.dev && { dev: true }),
      };
  const inOrder = Object.entries(packages).sort(([a], [b]) => a.localeCompare(b, 'en'));
  return { ...lock, packages: Object.fromEntries(inOrder) };
}
