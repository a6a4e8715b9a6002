import type { PlatformModule } from '../module.ts';
import { definition } from './definition.ts';
import { oauth } from './oauth.ts';
import { open } from './open.ts';
import { operations } from './operations.ts';

/** The LinkedIn Marketing API. */
export const linkedin = {
  definition,
  oauth,
  open,
  operations,
} satisfies PlatformModule;
