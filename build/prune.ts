import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { filesIn, outputsOf, PUBLISHED } from './built-files.ts';

/** Removes from dist/ what no source file stands behind any more; the compiler leaves it there. */
for (const folder of PUBLISHED) {
  const built = join('dist', folder);
  if (!existsSync(built)) continue;
  const expected = new Set(outputsOf(folder));
  for (const file of filesIn(built))
    if (!expected.has(file) && !file.endsWith('.tsbuildinfo')) rmSync(join(built, file));
}
