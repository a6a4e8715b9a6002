import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** The folders that are published, each mirrored in dist/. */
export const PUBLISHED = ['core', 'adapters'] as const;

/** All files below a folder, as paths from it, sorted. */
export const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();

/** What compiling a folder must give: a module and its types for each source file. */
export const outputsOf = (folder: string): string[] =>
  filesIn(folder)
    .filter((file) => file.endsWith('.ts'))
    .flatMap((file) => ['.d.ts', '.js'].map((end) => file.replace(/\.ts$/, end)))
    .sort();
