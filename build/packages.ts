import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { build } from 'esbuild';
import { typesReachedFrom } from './reached-types.ts';

/**
 * Writes the packages that are published beside `slipway` to dist/packages: their modules with what
 * they take from other folders, their types, and a manifest that leads to both. Part of the build,
 * after the compiler has written the types of each module.
 */
export const PACKAGES = ['adapters/sandbox'] as const;

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly exports: { readonly [door: string]: string };
  readonly dependencies?: { readonly [name: string]: string };
  readonly devDependencies?: { readonly [name: string]: string };
}

export const packedAt = (folder: string): string =>
  join('dist/packages', folder.slice(folder.lastIndexOf('/') + 1));

async function stage(folder: string): Promise<void> {
  const { devDependencies = {}, ...manifest } = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  ) as Manifest;
  const place = packedAt(folder);
  rmSync(place, { recursive: true, force: true });
  const sources = Object.entries(manifest.exports).map(
    ([door, source]) => [door, join(folder, source)] as const,
  );
  await build({
    entryPoints: sources.map(([, source]) => source),
    outbase: '.',
    outdir: place,
    chunkNames: 'parts/[name]-[hash]',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'es2022',
    external: [...Object.keys(manifest.dependencies ?? {}), 'bun', 'bun:*'],
    logLevel: 'warning',
  });
  const types = sources.map(([, source]) => source.replace(/\.ts$/, '.d.ts'));
  for (const [file, text] of typesReachedFrom(types)) {
    mkdirSync(dirname(join(place, 'types', file)), { recursive: true });
    writeFileSync(join(place, 'types', file), text);
  }
  const exports = Object.fromEntries(
    sources.map(([door, source]) => [
      door,
      {
        types: `./types/${source.replace(/\.ts$/, '.d.ts')}`,
        default: `./${source.replace(/\.ts$/, '.js')}`,
      },
    ]),
  );
  writeFileSync(
    join(place, 'package.json'),
    `${JSON.stringify({ ...manifest, exports }, null, 2)}\n`,
  );
  copyFileSync('LICENSE', join(place, 'LICENSE'));
  copyFileSync(join(folder, 'README.md'), join(place, 'README.md'));
  // Parts of packages that are bundled keep their licences.
  const licences = Object.keys(devDependencies).map(
    (name) => `${name}\n\n${readFileSync(`node_modules/${name}/LICENSE`, 'utf8')}`,
  );
  writeFileSync(join(place, 'LICENSES-OF-PARTS'), licences.join('\n\n'));
}

if (import.meta.main) for (const folder of PACKAGES) await stage(folder);
