import { globSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parse, type Token, type TokenType, tokTypes } from 'acorn';
import { type BuildOptions, build, type Plugin } from 'esbuild';
import type { OperationName } from '../core/features/registry.ts';
import { placeOf, table } from '../server/routes/table.ts';

/**
 * Bundles for Apps Script: one script without modules, ES2019, async functions lowered to
 * generators. What is younger than ES2019 and no syntax (`Object.hasOwn`) is put in by the wrapper.
 *
 * `SyncPromise` is bound to the name `Promise` by a function around the whole bundle. Injecting it
 * would not do: esbuild's own helper for lowered async functions keeps the global Promise.
 */

/**
 * The add-on bundles the definitions of platforms without their clients. Of the schemas of what the
 * API creates it has the names of their fields.
 */
const withoutClients: Plugin = {
  name: 'platform definitions only',
  setup({ onLoad }) {
    onLoad({ filter: /\/adapters\/platforms\/[^/]+\/open\.ts$/ }, () => ({
      contents:
        "export const open = () => { throw new Error('Platforms are not reached from here.'); };",
      loader: 'ts',
    }));
    onLoad(
      { filter: /\/adapters\/platforms\/[^/]+\/(create|update)\/schema\.ts$/ },
      async ({ path }) => {
        const schemas = (await import(path)) as {
          readonly [name: string]: { readonly entries?: object };
        };
        const contents = Object.keys(schemas).map((name) => {
          const isNamed = path.includes('/create/') && name.endsWith('Request');
          return `export const ${name} = ${isNamed ? JSON.stringify(namesIn(schemas[name]?.entries)) : undefined};`;
        });
        return { contents: contents.join('\n'), loader: 'ts' };
      },
    );
  },
};

const namesIn = (entries: object | undefined): object | undefined =>
  entries && { entries: Object.fromEntries(Object.keys(entries).map((name) => [name, 0])) };

/**
 * The operations that the script calls, which it names as literals: those of the sources that are
 * bundled.
 */
export function usedOperations(): readonly OperationName[] {
  const sources = globSync(
    'sheets-addon/{*.ts,{base,drive,sheet,launch,frame,features,standalone}/**/*.ts}',
  );
  const text = sources.map((file) => readFileSync(file, 'utf8')).join('\n');
  return (Object.keys(table) as OperationName[]).filter((name) => text.includes(`'${name}'`));
}

/** Of the table of routes it bundles the rows of the operations that a sheet calls. */
const usedPlaces: Plugin = {
  name: 'used places only',
  setup({ onLoad }) {
    onLoad({ filter: /\/server\/routes\/table\.ts$/ }, () => {
      const rows = Object.fromEntries(
        usedOperations().map((name) => {
          const { method, path, query, reads, shape } = placeOf(name);
          return [name, { method, path, query, reads, shape }];
        }),
      );
      return {
        contents: `const table = ${JSON.stringify(rows)};\nexport const placeOf = (name) => table[name];`,
        loader: 'js',
      };
    });
  },
};

/** What no operation of such a sheet asks the platform for. */
const UNUSED =
  /\/adapters\/platforms\/meta\/(comments\/comments|conversions|copy\/copies|create\/(ad-set|campaign)|location\/index)\.ts$/;

/** The client is bundled without the capabilities that nobody uses there. */
const usedCapabilities: Plugin = {
  name: 'used capabilities only',
  setup({ onLoad }) {
    onLoad({ filter: UNUSED }, async ({ path }) => {
      const names = [
        ...(await readFile(path, 'utf8')).matchAll(/^export (?:const|function) (\w+)/gm),
      ].map(([, name]) => name);
      return {
        contents: names.map((name) => `export const ${name} = () => undefined;`).join('\n'),
        loader: 'ts',
      };
    });
  },
};

/** What no sheet without a server can do: its functions say so. */
const SERVED = /\/sheets-addon\/features\/changes\/(bring-in|plan|post|shown)\.ts$/;

const withoutServed: Plugin = {
  name: 'without what needs a server',
  setup({ onLoad }) {
    onLoad({ filter: SERVED }, async ({ path }) => {
      const names = [
        ...(await readFile(path, 'utf8')).matchAll(/^export (?:const|(?:async )?function) (\w+)/gm),
      ].map(([, name]) => name);
      return {
        contents: [
          "import { Problem } from '../../base/problem.ts';",
          "import { sayAlone } from '../../standalone/say.ts';",
          "const refuse = async () => { throw new Problem('other', sayAlone('needsServer')); };",
          ...names.map((name) => `export const ${name} = refuse;`),
        ].join('\n'),
        loader: 'ts',
        resolveDir: dirname(path),
      };
    });
  },
};

/** Exports what `entry` does, once it has said that the script answers itself. */
const STANDALONE = 'sheets-addon/standalone/main.ts';

const script: BuildOptions = {
  plugins: [withoutClients, usedPlaces],
  bundle: true,
  write: false,
  format: 'iife',
  platform: 'neutral',
  mainFields: ['module', 'main'],
  target: 'es2019',
  charset: 'utf8',
  legalComments: 'none',
  tsconfigRaw: { compilerOptions: { useDefineForClassFields: false } },
  // Apps Script loads the script for every call, so that it has neither blanks nor comments. Names
  // stay: stack traces in Google's log name functions.
  minifyWhitespace: true,
  supported: { 'async-await': false, 'async-generator': false, 'for-await': false },
};

interface ScriptOptions {
  /**
   * The module whose exported functions become global functions, or one that exports `features`:
   * then theirs do.
   */
  readonly entry: string;
  /** Name of the one other global; its underscore keeps it from being called by clients. */
  readonly namespace?: string;
  readonly define?: { readonly [name: string]: string };
  /** Core and a platform are part of it, and no server answers. */
  readonly standalone?: boolean;
}

/** By it a push knows its own script again. */
export const FIRST_LINE =
  '/** Slipway for Google Sheets. This file is built; its sources are in sheets-addon/ and core/. */';

/**
 * The script as text. Only functions that are written as `export function` are given global names.
 */
export async function bundleScript({
  entry,
  namespace = 'slipway_',
  define = {},
  standalone = false,
}: ScriptOptions): Promise<string> {
  const promise = await bundle({
    ...script,
    format: 'esm',
    entryPoints: ['adapters/apps-script/sync-promise.ts'],
  });
  const code = await bundle({
    ...script,
    format: 'esm',
    entryPoints: [standalone ? STANDALONE : entry],
    ...(standalone && { plugins: [usedPlaces, usedCapabilities, withoutServed] }),
    define: { ...define, 'Object.hasOwn': '__hasOwn' },
  });
  const modules = await modulesOf(entry);
  const stubs = (
    await Promise.all((modules ?? [entry]).map((file) => stubsOf(file, namespace)))
  ).flat();
  return [
    FIRST_LINE,
    `var ${namespace} = (function () {`,
    `var __promise = ${asCall(inLines(promise))};`,
    'return (function (Promise, __hasOwn) {',
    `var __entry = ${asCall(inLines(code))};`,
    modules === undefined
      ? 'return __entry;'
      : 'return Object.assign({}, ...Object.values(__entry.features));',
    '})(__promise.SyncPromise, function (object, name) { return Object.prototype.hasOwnProperty.call(object, name); });',
    '})();',
    '',
    ...stubs,
    '',
  ].join('\n');
}

/**
 * A module as a call that answers its exports. An `iife` of esbuild does the same with 1 KB of
 * helpers.
 */
const asCall = (module: string): string =>
  `(function () {\n${module.replace(/export\s*\{([^{}]*)\};\s*$/, (_, names: string) => `return {${names.split(',').map(asProperty).join()}};`)}\n})()`;

function asProperty(exported: string): string {
  const [local = '', name = local] = exported.trim().split(' as ');
  return `${name}:${local}`;
}

async function bundle(options: BuildOptions): Promise<string> {
  const { outputFiles = [] } = await build({ ...options, write: false });
  return (outputFiles[0]?.text ?? '').trim();
}

/**
 * Lines that a stack trace can point at. The limit of lines that esbuild has cuts texts in two, so
 * that a search does not find them; here a line ends after the first comma, semicolon or brace behind
 * its hundredth character.
 */
function inLines(code: string): string {
  const tokens: Token[] = [];
  parse(code, { ecmaVersion: 2022, sourceType: 'module', onToken: tokens });
  const ends = tokens.filter(({ type }) => LINE_ENDS.includes(type)).map(({ end }) => end);
  const lines: string[] = [];
  let start = 0;
  for (const end of [...ends, code.length])
    if (end === code.length || end - start > 100) {
      lines.push(code.slice(start, end).trimStart());
      start = end;
    }
  return lines.join('\n');
}

/** After these a line may end anywhere without another meaning. */
const LINE_ENDS: readonly TokenType[] = [tokTypes.comma, tokTypes.semi, tokTypes.braceL];

/** The modules of the features that an entry exports; undefined where its functions are its own. */
async function modulesOf(entry: string): Promise<readonly string[] | undefined> {
  if (!/^export \{ features \};$/m.test(await readFile(entry, 'utf8'))) return undefined;
  const folder = join(dirname(entry), 'features');
  const registry = await readFile(join(folder, 'registry.ts'), 'utf8');
  return [...registry.matchAll(/^import \* as \w+ from '(.+)';$/gm)].map(([, path = '']) =>
    join(folder, path),
  );
}

/** The declaration of a feature is exported beside its functions. */
const DECLARATION = 'feature';

/**
 * Menu items, triggers, custom functions and the sidebar look functions up by their global name,
 * and a custom function must be a declaration with its comment: parameters and JSDoc feed the
 * autocomplete.
 */
async function stubsOf(file: string, namespace: string): Promise<string[]> {
  const source = await readFile(file, 'utf8');
  const declared = [
    ...source.matchAll(/((?:\/\*\*(?:(?!\*\/)[\s\S])*\*\/\n)?)export function (\w+)\(([^)]*)\)/g),
  ];
  const exported = (await exportsOf(file)).filter((name) => name !== DECLARATION);
  const names = declared.map(([, , name]) => name ?? '');
  if (exported.slice().sort().join() !== names.slice().sort().join())
    throw new Error(
      `${file} must export functions alone. Exported: ${exported.join()}; declared: ${names.join()}.`,
    );
  return declared.map(([, comment = '', name = '', parameters = '']) => {
    const list = parameters
      .split(',')
      .map((parameter) => parameter.split(/[?:=]/)[0]?.trim() ?? '')
      .filter((parameter) => parameter !== '')
      .join(', ');
    return `${comment.includes('@customfunction') ? comment : ''}function ${name}(${list}) { return ${namespace}.${name}(${list}); }`;
  });
}

/** esbuild lists a module's exports only for the ES module format. */
async function exportsOf(file: string): Promise<readonly string[]> {
  const { metafile } = await build({
    entryPoints: [file],
    write: false,
    format: 'esm',
    metafile: true,
    outdir: 'out',
  });
  return Object.values(metafile.outputs)[0]?.exports ?? [];
}

/** One self-contained page out of a template, its styles and its script. */
export async function bundlePage(folder: string): Promise<string> {
  const [html, css, code] = await Promise.all([
    readFile(`${folder}/sidebar.html`, 'utf8'),
    bundle({ entryPoints: [`${folder}/sidebar.css`], bundle: true, minify: true }),
    // Included pages are known to break on addresses inside template literals, so there are none.
    bundle({
      ...script,
      entryPoints: [`${folder}/main.ts`],
      supported: { 'template-literal': false },
      minify: true,
    }),
  ]);
  return html
    .replace('/* styles */', () => css.trim().replace(/<\//g, '<\\/'))
    .replace('/* script */', () =>
      code
        .trim()
        .replace(/<\/script/gi, '<\\/script')
        .replace(/<\?/g, '<\\?'),
    );
}
