import { fileURLToPath } from 'node:url';
import type { StoreBackend } from '../store.suite.ts';

/** A program beside this module, as source or as it is built. Whoever starts one reads its output: without a reader it ends. */
export const programOf = (name: string): string =>
  fileURLToPath(new URL(`./${name}${import.meta.url.endsWith('.ts') ? '.ts' : '.js'}`, import.meta.url));

/** A tag that the configuration of vitest does not know is an error there. */
export const tagsOf = ({ tags = [] }: StoreBackend, wanted: readonly 'process'[]): string[] =>
  wanted.filter((tag) => tags.includes(tag));
