import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Streams } from './shrink.ts';

/** A story that failed once, with the choices that were left of it. */
export interface Kept {
  readonly title: string;
  readonly seed: string;
  readonly streams: Streams;
}

export const KEPT = fileURLToPath(new URL('./kept/', import.meta.url));

/** Of its file. */
export const nameOf = (title: string): string => `${title.replace(/\W+/g, '-')}.json`;

export const readKept = (path: string): Kept => JSON.parse(readFileSync(path, 'utf8'));

/** A line for each stream. */
export function textOf({ title, seed, streams }: Kept): string {
  const lines = Object.entries(streams).map(
    ([name, values]) => `    ${JSON.stringify(name)}: [${values.join(', ')}]`,
  );
  return `{\n  "title": ${JSON.stringify(title)},\n  "seed": ${JSON.stringify(seed)},\n  "streams": {\n${lines.join(',\n')}\n  }\n}\n`;
}
