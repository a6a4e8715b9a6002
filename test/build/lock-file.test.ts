import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import {
  completedLock,
  type LockEntry,
  type LockFile,
  lockFaults,
  type Published,
} from '../../build/lock-file.ts';

const file = fileURLToPath(new URL('../../package-lock.json', import.meta.url));
const lock = JSON.parse(readFileSync(file, 'utf8')) as LockFile;

/** A copy in which one entry is changed, or taken out. */
function copyWith(path: string, entry?: LockEntry): LockFile {
  const { [path]: before, ...others } = lock.packages;
  if (before === undefined) throw new Error(`package-lock.json has no ${path}.`);
  return { ...lock, packages: entry === undefined ? others : { ...others, [path]: entry } };
}

const PLATFORM_PACKAGES = Object.entries(lock.packages).filter(
  ([, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).some((name) => /arm64|aarch64/.test(name)),
);

describe('package-lock.json', () => {
  test('has every package that any system needs, with its integrity, and no address of a registry', () => {
    expect(lockFaults(lock), 'Try `npm run lock:complete`.').toEqual([]);
  });

  test.each(PLATFORM_PACKAGES.map(([path]) => path))(
    'would not do without a package of %s',
    (path) => {
      const name =
        Object.keys(lock.packages[path]?.optionalDependencies ?? {}).find((each) =>
          /arm64|aarch64/.test(each),
        ) ?? '';
      const entry = lock.packages[`node_modules/${name}`];
      const missing = lockFaults(copyWith(`node_modules/${name}`));
      expect(missing).toEqual([
        expect.stringMatching(new RegExp(`^${name}@.+ is missing`)),
        ...missing.slice(1),
      ]);
      const { integrity: _, ...unsigned } = entry ?? {};
      expect(lockFaults(copyWith(`node_modules/${name}`, unsigned))).toEqual([
        `${name}@${entry?.version} has no integrity.`,
      ]);
    },
  );

  test('is mended from the registry: what npm left out comes back as it was', async () => {
    const registry = async (spec: string): Promise<Published> => {
      const at = spec.lastIndexOf('@');
      const [name, range] = [spec.slice(0, at), spec.slice(at + 1)];
      const named = Object.entries(lock.packages).filter(
        ([path, entry]) => (entry.name ?? path.split('node_modules/').at(-1)) === name,
      );
      const [, found] = named.find(([, { version }]) => version === range) ?? named[0] ?? [];
      const { dev: _, optional: __, name: ___, ...published } = found ?? {};
      return published as Published;
    };
    for (const [path, entry] of Object.entries(lock.packages)) {
      if (!entry.optional || !/arm64|aarch64/.test(path)) continue;
      expect(await completedLock(copyWith(path), registry)).toEqual(lock);
      const { integrity: _, ...unsigned } = entry;
      expect(await completedLock(copyWith(path, unsigned), registry)).toEqual(lock);
    }
  });

  test('stays as it is when the registry does not hold a package, and the package is named', async () => {
    const registry = (spec: string): Promise<Published> => Promise.reject(new Error(`no ${spec}`));
    const holed = copyWith('node_modules/@deno/linux-arm64-glibc');
    await expect(completedLock(holed, registry)).rejects.toThrow(
      'no @deno/linux-arm64-glibc@2.9.5',
    );
  });
});
