import { fileURLToPath } from 'node:url';

/** A program beside this module, as source or as it is built. Whoever starts one reads its output: without a reader it ends. */
export const programOf = (name: string): string =>
  fileURLToPath(new URL(`./${name}${import.meta.url.endsWith('.ts') ? '.ts' : '.js'}`, import.meta.url));
