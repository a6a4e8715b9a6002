import type { WrittenPages } from '../http/site.ts';

const NONE: WrittenPages = { contents: [], pages: {} };

/**
 * The pages of docs/: a file of the built package; rendered by the build where the sources are.
 * Without either there is the reference alone.
 */
export async function writtenPages(): Promise<WrittenPages> {
  if (!import.meta.url.startsWith('file:')) return NONE;
  const { existsSync, readFileSync } = await import('node:fs');
  const { dirname, join } = await import('node:path');
  const { fileURLToPath, pathToFileURL } = await import('node:url');
  // This module may be a part of any bundle of the package.
  const [isSource, wanted] = import.meta.url.endsWith('.ts')
    ? ([true, 'build/docs.ts'] as const)
    : ([false, 'dist/server/docs/pages.json'] as const);
  for (
    let folder = dirname(fileURLToPath(import.meta.url));
    folder !== dirname(folder);
    folder = dirname(folder)
  ) {
    const file = join(folder, wanted);
    if (!existsSync(file)) continue;
    if (!isSource) return JSON.parse(readFileSync(file, 'utf8')) as WrittenPages;
    // By its address, because the package has no build folder.
    const { renderDocs } = (await import(pathToFileURL(file).href)) as {
      renderDocs(): WrittenPages;
    };
    return renderDocs();
  }
  return NONE;
}
