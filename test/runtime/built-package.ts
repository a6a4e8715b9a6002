import { execFile, execFileSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { PACKAGES, packedAt } from '../../build/packages.ts';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

export interface PackedPackage {
  /** What npm would publish. */
  readonly tarball: string;
  /** The checkout it was packed from: the sources, and what was built of them. */
  readonly source: string;
}

/**
 * Has npm build and pack a checkout of the sources as they are now. Tests ask `packedPackage`,
 * which does it once a run.
 */
export async function packPackage(): Promise<PackedPackage & { remove(): void }> {
  const source = checkout();
  const remove = (): void => rmSync(source, { recursive: true, force: true });
  try {
    // What only tests need may be broken.
    writeFileSync(join(source, 'test/broken.ts'), 'export const broken: number = "text";\n');
    return { source, tarball: await npmPack(source, 'packed'), remove };
  } catch (error) {
    remove();
    throw error;
  }
}

/**
 * Packs a checkout into a folder of it, with the packages beside it; answers the tarball of the
 * first.
 */
export async function npmPack(source: string, into: string): Promise<string> {
  const folder = join(source, 'dist/tarballs', into);
  mkdirSync(folder, { recursive: true });
  const pack = (...what: string[]) =>
    promisify(execFile)('npm', ['pack', '--silent', '--pack-destination', folder, ...what], {
      cwd: source,
    });
  await pack();
  const [own = ''] = readdirSync(folder);
  for (const each of PACKAGES) await pack(`./${packedAt(each)}`);
  return join(folder, own);
}

/** The sources as a checkout has them: nothing built, and the dependencies installed. */
function checkout(): string {
  const folder = mkdtempSync(join(tmpdir(), 'slipway-checkout-'));
  const listed = execFileSync(
    'git',
    ['ls-files', '-z', '--cached', '--others', '--exclude-standard'],
    {
      cwd: ROOT,
      encoding: 'utf8',
    },
  );
  for (const file of listed.split('\0').filter((name) => name !== '')) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    cpSync(join(ROOT, file), join(folder, file));
  }
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}
