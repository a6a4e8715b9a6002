import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * The types that the compiler wrote for some modules and for all that those lead to, by their paths
 * in dist.
 */
export function typesReachedFrom(
  files: readonly string[],
  replaced: { readonly [file: string]: (compiled: string) => string } = {},
): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  const reached = new Set(files);
  for (const file of reached) {
    const compiled = readFileSync(join('dist', file), 'utf8');
    const text = replaced[file]?.(compiled) ?? compiled;
    texts.set(file, text);
    for (const [, path = ''] of text.matchAll(/(?:from |import\()["'](\.[^"']*)["']/g))
      reached.add(join(dirname(file), path).replace(/\.[jt]s$/, '.d.ts'));
  }
  return texts;
}
