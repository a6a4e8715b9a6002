import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { DashboardFiles } from '../http/settings.ts';

/** In the order of the cascade. */
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

/** Whether this module runs as it was written, not as it was built. */
const isSource = import.meta.url.endsWith('.ts');

/** The folder of the dashboard's files: this one, or that of the built package, in which this module may be a part of any bundle. */
function folderOf(): string {
  const own = dirname(fileURLToPath(import.meta.url));
  if (isSource) return own;
  for (let folder = own; folder !== dirname(folder); folder = dirname(folder))
    if (existsSync(join(folder, 'dist/server/dashboard/index.html'))) return join(folder, 'dist/server/dashboard');
  throw new Error('The files of the dashboard are not beside this program: install the package, do not bundle it.');
}

const here = (name: string): string => join(folderOf(), name);

/**
 * The files of the dashboard, for the settings of an app. Mounted below a path, it finds its way by the path of `publicUrl`.
 *
 * @example
 * import { createSlipway } from 'slipway';
 * import { loadDashboard } from 'slipway/server';
 *
 * const slipway = await createSlipway({ publicUrl: 'https://app.example.com/ads' });
 * const app = slipway.app({ dashboard: await loadDashboard() });
 * console.log((await app.request('/')).status);
 * await slipway.close();
 */
export async function loadDashboard(): Promise<DashboardFiles> {
  // Sources are bundled where they are at hand; a published package has the built files.
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

/** @param plugins of Bun's bundler: tests add pages with them */
export async function bundleDashboard(plugins: Bun.BunPlugin[] = []): Promise<DashboardFiles> {
  const result = await Bun.build({
    entrypoints: [here('./page/main.tsx')],
    target: 'browser',
    format: 'esm',
    minify: true,
    plugins,
    jsx: { development: false },
    // Modules that are imported with `import()` become files of their own.
    splitting: true,
    // A page of an earlier version must not load a part of this one.
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
