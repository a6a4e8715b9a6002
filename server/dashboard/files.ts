import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
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
  'library',
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
  return { page: page ?? '', script: script ?? '', style: style ?? '' };
}

export async function bundleDashboard(): Promise<DashboardFiles> {
  const result = await Bun.build({
    entrypoints: [here('./page/main.tsx')],
    target: 'browser',
    format: 'esm',
    minify: true,
  });
  const script = await result.outputs[0]?.text();
  if (script === undefined) throw new Error(`The dashboard cannot be bundled: ${result.logs.join('\n')}`);
  return {
    page: await readFile(here('./page/index.html'), 'utf8'),
    style: (await Promise.all(STYLES.map((name) => readFile(here(`./page/style/${name}.css`), 'utf8')))).join('\n'),
    script,
  };
}
