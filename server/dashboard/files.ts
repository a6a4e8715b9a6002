import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { DashboardFiles } from '../http/settings.ts';
import { isSource, packageFile } from '../process/package-folder.ts';

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

const here = (name: string): string => packageFile(join('server/dashboard', name));

/**
 * The dashboard's files: bundled now where its sources are at hand, which takes Bun some tens of milliseconds;
 * as they were built where only the package is.
 */
export async function loadDashboard(): Promise<DashboardFiles> {
  if (isSource) return bundleDashboard();
  const [page, script, style] = await Promise.all(
    ['./index.html', './app.js', './app.css'].map((name) => readFile(here(name), 'utf8')),
  );
  const names = (await readdir(here('.'))).filter((name) => /^part-\w+\.js$/.test(name));
  const parts = Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, await readFile(here(`./${name}`), 'utf8')] as const)),
  );
  return { page: page ?? '', script: script ?? '', style: style ?? '', parts };
}

/** @param plugins of Bun's bundler: tests put pages of their own on the list */
export async function bundleDashboard(plugins: Bun.BunPlugin[] = []): Promise<DashboardFiles> {
  const result = await Bun.build({
    entrypoints: [here('./page/main.tsx')],
    target: 'browser',
    format: 'esm',
    minify: true,
    plugins,
    jsx: { development: false },
    // What is imported with a function comes when it is called.
    splitting: true,
    // A page of an earlier version finds no part of its own any more, rather than another one.
    naming: { chunk: 'part-[hash].[ext]' },
  });
  const texts = await Promise.all(
    result.outputs.map(async (each) => ({ name: basename(each.path), kind: each.kind, text: await each.text() })),
  );
  const script = texts.find(({ kind }) => kind === 'entry-point')?.text;
  if (script === undefined) throw new Error(`The dashboard cannot be bundled: ${result.logs.join('\n')}`);
  return {
    page: await readFile(here('./page/index.html'), 'utf8'),
    style: (await Promise.all(STYLES.map((name) => readFile(here(`./page/style/${name}.css`), 'utf8')))).join('\n'),
    script,
    parts: Object.fromEntries(texts.flatMap(({ name, kind, text }) => (kind === 'chunk' ? [[name, text]] : []))),
  };
}
