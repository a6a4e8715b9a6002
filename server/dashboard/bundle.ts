import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
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

const here = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

/**
 * The files of the dashboard from their sources. Apart from what the package exports: its types
 * need those of Bun.
 *
 * @param plugins of Bun's bundler: tests add pages with them
 */
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
    result.outputs.map(async (each) => ({
      name: basename(each.path),
      kind: each.kind,
      text: await each.text(),
    })),
  );
  const script = texts.find(({ kind }) => kind === 'entry-point')?.text;
  if (script === undefined)
    throw new Error(`The dashboard cannot be bundled: ${result.logs.join('\n')}`);
  return {
    page: await readFile(here('./page/index.html'), 'utf8'),
    style: (
      await Promise.all(STYLES.map((name) => readFile(here(`./page/style/${name}.css`), 'utf8')))
    ).join('\n'),
    script,
    parts: Object.fromEntries(
      texts.flatMap(({ name, kind, text }) => (kind === 'chunk' ? [[name, text]] : [])),
    ),
  };
}
