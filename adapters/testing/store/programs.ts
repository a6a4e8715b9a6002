import { fileURLToPath } from 'node:url';

/**
 * A program of this folder; the built package has the suites in one module above it. Read its
 * output: without a reader it ends.
 */
export const programOf = (name: string): string =>
  fileURLToPath(
    new URL(
      import.meta.url.endsWith('.ts') ? `./${name}.ts` : `./store/${name}.js`,
      import.meta.url,
    ),
  );
