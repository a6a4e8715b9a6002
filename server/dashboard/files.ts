import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { DashboardFiles } from '../http/settings.ts';
import { bundleDashboard } from './bundle.ts';

/** Whether this module runs as it was written, not as it was built. */
const isSource = import.meta.url.endsWith('.ts');

/**
 * The folder of the dashboard's files: this one, or that of the built package, in which this module
 * may be a part of any bundle.
 */
function folderOf(): string {
  const own = dirname(fileURLToPath(import.meta.url));
  if (isSource) return own;
  for (let folder = own; folder !== dirname(folder); folder = dirname(folder))
    if (existsSync(join(folder, 'dist/server/dashboard/index.html')))
      return join(folder, 'dist/server/dashboard');
  throw new Error(
    'The files of the dashboard are not beside this program: install the package, do not bundle it.',
  );
}

const here = (name: string): string => join(folderOf(), name);

/**
 * The files of the dashboard, for the settings of an app. Mounted below a path, it finds its way by
 * the path of `publicUrl`.
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
    await Promise.all(
      names.map(async (name) => [name, await readFile(here(`./${name}`), 'utf8')] as const),
    ),
  );
  return { page: page ?? '', script: script ?? '', style: style ?? '', parts };
}
