import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** The folders that are published, each mirrored in dist/. */
export const PUBLISHED = ['core', 'adapters', 'server'] as const;

/** The dashboard's pages are bundled into these; their modules are not published. */
const DASHBOARD = ['dashboard/app.css', 'dashboard/app.js', 'dashboard/index.html'] as const;
/** … and into parts, whose names are made of their content. */
export const isPart = (file: string): boolean => /^dashboard\/part-\w+\.js$/.test(file);
const PAGES = 'dashboard/page/';

/** Folders whose types no door of the package leads to: these are built and not published. */
const WITHOUT_TYPES = ['dist/server/cli/', 'dist/server/mcp/'] as const;

export const isPublished = (file: string): boolean =>
  !file.endsWith('.d.ts') || WITHOUT_TYPES.every((folder) => !file.startsWith(folder));

/** All files below a folder, as paths from it, sorted. */
export const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();

/** What building a folder must give: a module and its types for each source file, and the dashboard's bundle. */
export const outputsOf = (folder: string): string[] =>
  filesIn(folder)
    .filter((file) => file.endsWith('.ts') && !file.startsWith(PAGES))
    .flatMap((file) => ['.d.ts', '.js'].map((end) => file.replace(/\.ts$/, end)))
    .concat(folder === 'server' ? DASHBOARD : [])
    .sort();
