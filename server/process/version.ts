import { existsSync, readFileSync } from 'node:fs';

/** Of the package this file is part of, built or not. */
export function version(): string {
  for (const folder of ['../..', '../../..']) {
    const path = new URL(`${folder}/package.json`, import.meta.url);
    if (existsSync(path)) return (JSON.parse(readFileSync(path, 'utf8')) as { version: string }).version;
  }
  return 'unknown';
}
