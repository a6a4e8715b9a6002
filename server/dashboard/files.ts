import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { DashboardFiles } from '../ports.ts';

/** In the order they are laid over each other. */
const STYLES = [
  'ground',
  'shell',
  'controls',
  'parts',
  'tables',
  'batch',
  'rules',
  'launch',
  'reports',
  'ads',
  'home',
  'library',
  'assets',
  'inbox',
  'previews',
  'dialogs',
  'narrow',
];

const here = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

/**
 * The dashboard's files: bundled now where its sources are at hand, which takes Bun some tens of milliseconds;
 * as they were built where only the package is.
 */
export async function loadDashboard(): Promise<DashboardFiles> {
  if (existsSync(here('./page/main.tsx'))) return bundleDashboard();
  const [page, script, style] = await Promise.all(
    ['./index.html', './app.js', './app.css'].map((name) => readFile(here(name), 'utf8')),
  );
  const names = (await readdir(here('.'))).filter((name) => /^part-\d+\.js$/.test(name));
  const parts = Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, await readFile(here(`./${name}`), 'utf8')] as const)),
  );
  return { page: page ?? '', script: script ?? '', style: style ?? '', parts };
}

export async function bundleDashboard(): Promise<DashboardFiles> {
  const result = await Bun.build({
    entrypoints: [here('./page/main.tsx')],
    target: 'browser',
    format: 'esm',
    minify: true,
    // What is imported with a function comes when it is called.
    splitting: true,
  });
  const { script, parts } = await named(result.outputs);
  if (script === undefined) throw new Error(`The dashboard cannot be bundled: ${result.logs.join('\n')}`);
  return {
    page: await readFile(here('./page/index.html'), 'utf8'),
    style: (await Promise.all(STYLES.map((name) => readFile(here(`./page/style/${name}.css`), 'utf8')))).join('\n'),
    script,
    parts,
  };
}

/** Parts by names that stay the same: their own are made of their content. */
async function named(outputs: readonly Bun.BuildArtifact[]) {
  const texts = await Promise.all(
    outputs.map(async (each) => ({ name: basename(each.path), kind: each.kind, text: await each.text() })),
  );
  const chunks = texts.filter(({ kind }) => kind === 'chunk');
  const renamed = (text: string): string =>
    chunks.reduce((all, { name }, at) => all.replaceAll(`./${name}`, `./part-${at + 1}.js`), text);
  const script = texts.find(({ kind }) => kind === 'entry-point')?.text;
  return {
    script: script === undefined ? undefined : renamed(script),
    parts: Object.fromEntries(chunks.map(({ text }, at) => [`part-${at + 1}.js`, renamed(text)])),
  };
}
