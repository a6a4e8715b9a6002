import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { filesIn, isPart, isPublished, outputsOf, PUBLISHED, TYPES } from './built-files.ts';
import { listed } from './listed.ts';
import { pagesFrom } from './pages.ts';

/**
 * Checks that what is exported, what is built and what would be published are one and the same. Run
 * before every `npm pack`.
 */

interface Manifest {
  readonly version: string;
  readonly exports: {
    readonly [door: string]: string | { readonly types: string; readonly default: string };
  };
}
const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as Manifest;
/** First names of the package of the sandbox: JSR reads nothing out of packages of npm. */
const FORWARDED = ['./sandbox', './adapters/sandbox-kit'];
const faults: string[] = [];
const compare = (what: string, actual: readonly string[], expected: readonly string[]): void => {
  for (const file of expected) if (!actual.includes(file)) faults.push(`${what} lacks ${file}`);
  for (const file of actual)
    if (!expected.includes(file)) faults.push(`${what} has ${file}, which should not be there`);
};

const built: string[] = [];
for (const folder of PUBLISHED) {
  const files = filesIn(join('dist', folder)).filter((file) => !file.endsWith('.tsbuildinfo'));
  compare(
    `dist/${folder}`,
    files.filter((file) => !isPart(file)),
    outputsOf(folder),
  );
  built.push(...files.map((file) => join('dist', folder, file)));
}

built.push(...filesIn(TYPES).map((file) => join(TYPES, file)));
for (const [door, target] of Object.entries(manifest.exports)) {
  if (typeof target === 'string') continue;
  for (const path of [target.types, target.default]) {
    if (!built.includes(path.slice(2)))
      faults.push(`The door ${door} leads to ${path}, which is not built`);
  }
}

const jsr = JSON.parse(readFileSync('jsr.json', 'utf8')) as {
  readonly version: string;
  readonly exports: { readonly [door: string]: string };
};
if (jsr.version !== manifest.version)
  faults.push(`jsr.json says version ${jsr.version}, package.json ${manifest.version}`);
for (const [door, source] of Object.entries(jsr.exports)) {
  if (!existsSync(source))
    faults.push(`The door ${door} of jsr.json leads to ${source}, which does not exist`);
  const target = manifest.exports[door];
  const built = `./dist/${source.slice(2).replace(/\.ts$/, '.js')}`;
  if (typeof target === 'object' && target.default !== built)
    faults.push(
      `The door ${door} leads to ${source} in jsr.json and to ${target.default} in package.json`,
    );
}
compare(
  'jsr.json',
  Object.keys(jsr.exports),
  Object.keys(manifest.exports).filter(
    (door) => door !== './package.json' && !FORWARDED.includes(door),
  ),
);

const [packed] = JSON.parse(
  listed('npm', ['pack', '--dry-run', '--json', '--ignore-scripts', '--loglevel=error']),
) as [{ files: { path: string }[]; size: number }];
// The package has the pages that its README leads to, and the chart. Pictures stay in the
// repository: they weigh more than all pages.
const pages = pagesFrom('README.md');
const chart = globSync('deploy/helm/**/*').filter((file) => statSync(file).isFile());
const texts = [...new Set([...pages.files, ...chart])].filter((file) => !file.endsWith('.png'));
faults.push(...pages.faults);
compare(
  'The package',
  packed.files.map(({ path }) => path).sort(),
  [...built.filter(isPublished), ...texts, 'LICENSE', 'package.json'].sort(),
);

const sizes = PUBLISHED.map((folder) => {
  const files = built.filter(
    (file) => file.startsWith(join('dist', folder)) && !file.endsWith('.d.ts'),
  );
  return `${folder} ${Math.round(files.reduce((sum, file) => sum + statSync(file).size, 0) / 1024)} KiB`;
});

if (faults.length > 0) {
  console.error(faults.join('\n'));
  process.exit(1);
}
console.log(
  `package: ${built.length} files built, ${built.filter(isPublished).length} of them packed, with ${texts.length} pages, ${Math.round(packed.size / 1024)} KiB (${sizes.join(', ')} of code)`,
);
