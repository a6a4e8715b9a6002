import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * What the package weighed when somebody last looked. Whoever means it to weigh more writes the new
 * figure there.
 */
const recorded = JSON.parse(
  readFileSync(fileURLToPath(new URL('./recorded-sizes.json', import.meta.url)), 'utf8'),
) as {
  /** Loaded by `createSlipway`. */
  readonly openModules: number;
  readonly openBytes: number;
  readonly packedBytes: number;
  readonly installedBytes: number;
  /** Of the add-on's script, its sidebar, and the script that needs no server. */
  readonly addonCode: number;
  readonly addonSidebar: number;
  readonly standaloneCode: number;
};

/** At most this much more than was recorded. */
const GROWTH = 1.05;

/** The most that a size may be. */
export const mostOf = (name: keyof typeof recorded): number => Math.floor(recorded[name] * GROWTH);

interface LockEntry {
  readonly link?: boolean;
  readonly dependencies?: { readonly [name: string]: string };
  readonly optionalDependencies?: { readonly [name: string]: string };
}

/**
 * The packages that an installation of this one brings, as folders; with `--omit=optional` those
 * that may be left out are missing.
 */
export function productionPackages(root: string, omit?: 'optional'): string[] {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    readonly packages: { readonly [path: string]: LockEntry };
  };
  const isHere = (path: string): boolean =>
    packages[path] !== undefined && existsSync(join(root, path));
  /** Where a package finds another: in its own `node_modules`, or in those above it. */
  const placeOf = (from: string, name: string): string | undefined => {
    for (
      let folder = from;
      folder !== '';
      folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))
    )
      if (isHere(`${folder}/node_modules/${name}`)) return `${folder}/node_modules/${name}`;
    return isHere(`node_modules/${name}`) ? `node_modules/${name}` : undefined;
  };
  const found = new Set(['']);
  for (const path of found) {
    const { dependencies, optionalDependencies } = packages[path] ?? {};
    for (const name of Object.keys({
      ...dependencies,
      ...(omit === undefined && optionalDependencies),
    })) {
      const place = placeOf(path, name);
      if (place !== undefined) found.add(place);
    }
  }
  // A package of this repository is not installed as it is published.
  return [...found].filter((path) => path !== '' && packages[path]?.link !== true);
}

/** The bytes of all files below a folder; the packages inside it are not its own. */
export const bytesIn = (folder: string): number =>
  readdirSync(folder, { withFileTypes: true }).reduce((sum, entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === 'node_modules' ? sum : sum + bytesIn(path);
    return sum + (entry.isFile() ? statSync(path).size : 0);
  }, 0);
