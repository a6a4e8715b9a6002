import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import { buildAddon } from './addon.ts';

/**
 * Builds the add-on and everything it needs to run without Google into one folder: the fakes for a bare V8
 * context, the process that serves the page, and the page itself.
 */
export async function buildPlayground(folder: string, server: string, options: { readonly entry?: string } = {}): Promise<void> {
  await buildAddon({ server, folder, playground: true, ...options });
  await build({
    entryPoints: ['sheets-addon/fakes/main.ts'],
    outfile: join(folder, 'fakes.js'),
    bundle: true,
    format: 'iife',
    globalName: '__fakes',
    platform: 'neutral',
    target: 'es2022',
  });
  await build({
    entryPoints: ['sheets-addon/playground/serve.ts'],
    outfile: join(folder, 'serve.mjs'),
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
  });
  await writeFile(join(folder, 'page.html'), await pageOf('sheets-addon/playground/page'));
}

/** One file out of a page, its styles and its script. */
async function pageOf(folder: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [`${folder}/page.ts`],
    bundle: true,
    write: false,
    format: 'iife',
    target: 'es2022',
  });
  const css = await readFile(`${folder}/page.css`, 'utf8');
  return (await readFile(`${folder}/page.html`, 'utf8'))
    .replace('/* styles */', () => css)
    .replace('/* script */', () => (outputFiles[0]?.text ?? '').replace(/<\/script/gi, '<\\/script'));
}
