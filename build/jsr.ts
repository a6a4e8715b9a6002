import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { doors, filesIn, PUBLISHED, TYPES } from './built-files.ts';
import { packedAt } from './packages.ts';

/**
 * `bun ./build/jsr.ts FOLDER`, after `npm run build`: writes what JSR is given. The built modules
 * with the types of the package: JSR reads no types out of the sources, where most of them are
 * inferred from schemas.
 */
const [folder = ''] = process.argv.slice(2);
if (folder === '') throw new Error('Name the folder to write to.');

const write = (file: string, text: string): void => {
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  writeFileSync(join(folder, file), text);
};
const { version } = JSON.parse(readFileSync('jsr.json', 'utf8')) as { readonly version: string };
/**
 * A module. What it loads by a name that is put together at run time is named as Deno finds it
 * without a `package.json`.
 */
const read = (file: string): string =>
  readFileSync(file, 'utf8').replace(
    /(var NAME\w* = )"slipway-sandbox"/,
    `$1"npm:slipway-sandbox@${version}"`,
  );

/** By the module of a door: its types, as JSR is told of them. */
const typesOf = new Map(doors().map(([, door]) => [door.default.slice(2), door.types.slice(2)]));
for (const part of PUBLISHED)
  for (const file of filesIn(join('dist', part)).map((name) => join('dist', part, name))) {
    if (!file.endsWith('.js') || file.startsWith('dist/adapters/sandbox/')) continue;
    const types = typesOf.get(file);
    write(
      file,
      types === undefined
        ? read(file)
        : `/* @ts-self-types="${relative(dirname(file), types)}" */\n${read(file)}`,
    );
  }
// Where npm looks for `x.d.ts` beside `x.ts`, JSR reads the very file that is named.
for (const file of filesIn(TYPES).map((name) => join(TYPES, name)))
  write(file, read(file).replaceAll(/((?:from |import\()(['"])\.[^'"]*?)\.[jt]s\2/g, '$1.d.ts$2'));
for (const file of ['LICENSE', 'README.md', 'package.json']) cpSync(file, join(folder, file));
// What the modules import by name: the packages that are installed here, and the one beside this as
// it is published.
mkdirSync(join(folder, 'node_modules'));
for (const name of readdirSync('node_modules'))
  if (name !== 'slipway-sandbox')
    symlinkSync(resolve('node_modules', name), join(folder, 'node_modules', name));
symlinkSync(resolve(packedAt('adapters/sandbox')), join(folder, 'node_modules/slipway-sandbox'));
const manifest = JSON.parse(read('jsr.json')) as { readonly exports: object };
const exports = Object.fromEntries(
  doors().flatMap(([name, door]) => (name in manifest.exports ? [[name, door.default]] : [])),
);
write(
  'jsr.json',
  JSON.stringify(
    { ...manifest, exports, publish: { include: ['LICENSE', 'README.md', 'dist'] } },
    null,
    2,
  ),
);
