import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** What the package weighed when somebody last looked. Whoever means it to weigh more writes the new figure there. */
const recorded = JSON.parse(readFileSync(fileURLToPath(new URL('./recorded-sizes.json', import.meta.url)), 'utf8')) as {
  readonly importModules: number;
  readonly importBytes: number;
  readonly packedBytes: number;
  readonly installedBytes: number;
};

/** At most this much more than was recorded. */
const GROWTH = 1.05;

/** The most that a size may be. */
export const mostOf = (name: keyof typeof recorded): number => Math.floor(recorded[name] * GROWTH);

interface LockEntry {
  readonly dev?: boolean;
  readonly optional?: boolean;
  /** Needed in development, and else only where another package asks for it as an option. */
  readonly devOptional?: boolean;
  readonly link?: boolean;
}

/** The packages that an installation of this one brings, as folders; with `--omit=optional` those that may be left out are missing. */
export function productionPackages(root: string, omit?: 'optional'): string[] {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    readonly packages: { readonly [path: string]: LockEntry };
  };
  return Object.entries(packages)
    .filter(
      ([path, { dev, optional, devOptional, link }]) =>
        path.startsWith('node_modules/') && !(dev || (optional && omit) || devOptional || link),
    )
    .flatMap(([path]) => (existsSync(join(root, path)) ? [path] : []));
}

/** The bytes of all files below a folder; the packages inside it are not its own. */
export const bytesIn = (folder: string): number =>
  readdirSync(folder, { withFileTypes: true }).reduce((sum, entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === 'node_modules' ? sum : sum + bytesIn(path);
    return sum + (entry.isFile() ? statSync(path).size : 0);
  }, 0);
