import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { filesIn } from './built-files.ts';
import { listed } from './listed.ts';

/**
 * `npm run release -- --dry [--tag v0.2.0]`: what a release would publish, and what in it
 * disagrees. `--notes` prints the text of the release. Publishing itself is done by
 * .github/workflows/release.yml, which runs this first.
 */

const root = fileURLToPath(new URL('..', import.meta.url));
type Read = (file: string) => string;
const fromRepository: Read = (file) => readFileSync(join(root, file), 'utf8');

interface Manifest {
  readonly version: string;
  readonly optionalDependencies?: { readonly [name: string]: string };
  readonly packages?: { readonly [path: string]: { readonly version: string } };
}
const json = (text: string): Manifest => JSON.parse(text) as Manifest;
const found = (text: string, pattern: RegExp): string => pattern.exec(text)?.[1] ?? 'none';

/** Each place that names the version. */
const versionsOf = (read: Read): { readonly [place: string]: string } => ({
  'package.json': json(read('package.json')).version,
  'package-lock.json': json(read('package-lock.json')).packages?.['']?.version ?? 'none',
  'adapters/sandbox/package.json': json(read('adapters/sandbox/package.json')).version,
  'slipway-sandbox of package.json':
    json(read('package.json')).optionalDependencies?.['slipway-sandbox'] ?? 'none',
  'jsr.json': json(read('jsr.json')).version,
  'server/version.ts': found(read('server/version.ts'), /VERSION = '([^']+)'/),
  'deploy/get.sh': found(read('deploy/get.sh'), /^VERSION=(.+)$/m),
  'deploy/helm/slipway/Chart.yaml': found(
    read('deploy/helm/slipway/Chart.yaml'),
    /^version: (.+)$/m,
  ),
  'appVersion of deploy/helm/slipway/Chart.yaml': found(
    read('deploy/helm/slipway/Chart.yaml'),
    /^appVersion: (.+)$/m,
  ),
});

/** The text of a section of the changelog; undefined where there is none. */
export const sectionOf = (changelog: string, title: string): string | undefined =>
  changelog
    .split(/^## /m)
    .find((part) => part.startsWith(`${title}\n`))
    ?.slice(title.length)
    .trim();

/** What must agree before anything is published. */
export function releaseFaults(read: Read = fromRepository, tag?: string): string[] {
  const versions = versionsOf(read);
  const { version } = json(read('package.json'));
  const changelog = read('CHANGELOG.md');
  const image = read('build/Dockerfile');
  const bun = json(read('package-lock.json')).packages?.['node_modules/bun']?.version;
  const bases = [...image.matchAll(/^FROM (\S+)/gm)].map(([, base = '']) => base);
  return [
    ...Object.entries(versions).flatMap(([place, each]) =>
      each === version ? [] : [`${place} says version ${each}, package.json ${version}`],
    ),
    ...(tag === undefined || tag === `v${version}`
      ? []
      : [`The tag is ${tag}, the version ${version}`]),
    ...(sectionOf(changelog, version) ? [] : [`CHANGELOG.md has no section ${version}`]),
    ...(sectionOf(changelog, 'Unreleased')
      ? [`CHANGELOG.md has lines under Unreleased: move them to ${version}`]
      : []),
    ...bases
      .filter((base) => !/:\d+\.\d+\.\d+/.test(base))
      .map((base) => `build/Dockerfile begins with ${base}: name an exact version`),
    ...(bases.some((base) => base.startsWith(`oven/bun:${bun}-`))
      ? []
      : [`build/Dockerfile has another Bun than package-lock.json (${bun})`]),
    ...['USER bun', 'HEALTHCHECK ']
      .filter((line) => !image.includes(line))
      .map((line) => `build/Dockerfile has no ${line.trim()}`),
    ...(read('README.md').includes(`Version ${version} `)
      ? []
      : [`README.md does not speak of version ${version}`]),
  ];
}

/** What the image copies from the build must be built. */
const imageFaults = (): string[] =>
  [
    'dist/server/main.js',
    'dist/server/cli/main.js',
    'dist/server/dashboard/index.html',
    'dist/server/docs/pages.json',
  ]
    .filter((file) => !existsSync(join(root, file)))
    .map((file) => `${file} is not built: npm run build`);

const ADDON = 'dist/sheets-addon';

function show(): string[] {
  const { version } = json(fromRepository('package.json'));
  const [packed] = JSON.parse(
    listed('npm', ['pack', '--dry-run', '--json', '--ignore-scripts', '--loglevel=error']),
  ) as [
    {
      readonly name: string;
      readonly files: readonly { readonly path: string }[];
      readonly size: number;
    },
  ];
  const addon = existsSync(join(root, ADDON)) ? filesIn(join(root, ADDON)) : [];
  const sum = (file: string): string =>
    createHash('sha256')
      .update(readFileSync(join(root, ADDON, file)))
      .digest('hex');
  return [
    `npm       ${packed.name}@${version}, ${packed.files.length} files, ${Math.round(packed.size / 1024)} KiB, with provenance`,
    `JSR       version ${json(fromRepository('jsr.json')).version}`,
    `image     slipway:${version}, linux/amd64 and linux/arm64, from ${[...fromRepository('build/Dockerfile').matchAll(/^FROM (\S+)/gm)].map(([, base]) => base).join(' and ')}`,
    addon.length === 0
      ? 'add-on    not built: npm run addon:build'
      : 'add-on    with checksums (SHA-256):',
    ...addon.map((file) => `          ${sum(file)}  ${file}`),
    'text      the section of CHANGELOG.md',
  ];
}

if (import.meta.main) {
  const args = process.argv.slice(2);
  const { version } = json(fromRepository('package.json'));
  if (args.includes('--notes'))
    console.log(sectionOf(fromRepository('CHANGELOG.md'), version) ?? '');
  else if (!args.includes('--dry')) {
    console.error(
      'A release is published by .github/workflows/release.yml when a tag is pushed. --dry shows what it would publish.',
    );
    process.exitCode = 2;
  } else {
    const at = args.indexOf('--tag');
    const faults = [
      ...releaseFaults(fromRepository, at < 0 ? undefined : args[at + 1]),
      ...imageFaults(),
    ];
    console.log([`Release ${version}`, ...show()].join('\n'));
    for (const fault of faults) console.error(`WRONG     ${fault}`);
    console.log(
      faults.length === 0 ? 'Nothing disagrees. Nothing was published.' : 'Nothing was published.',
    );
    process.exitCode = faults.length === 0 ? 0 : 1;
  }
}
