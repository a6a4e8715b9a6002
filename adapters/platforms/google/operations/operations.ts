import { changeOperations } from './changes.ts';
import { listOperations } from './lists.ts';
import { queryOperations } from './queries.ts';

/** In the order of the reference pages. */
export const operations = [...listOperations, ...queryOperations, ...changeOperations] as const;
