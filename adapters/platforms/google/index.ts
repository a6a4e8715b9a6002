import type { PlatformModule } from '../module.ts';
import { definition } from './definition.ts';
import { oauth } from './oauth.ts';
import { open } from './open.ts';
import { changeOperations } from './operations/changes.ts';
import { listOperations } from './operations/lists.ts';
import { queryOperations } from './operations/queries.ts';

/** The Google Ads API. */
export const google = {
  definition,
  oauth,
  open,
  // In the order of the reference pages.
  operations: [...listOperations, ...queryOperations, ...changeOperations] as const,
} satisfies PlatformModule;
