import type { PlatformModule } from '../module.ts';
import { definition } from './definition.ts';
import { oauth } from './oauth.ts';
import { open } from './open.ts';

/** The Meta Marketing API. */
export const meta: PlatformModule = {
  definition,
  oauth,
  open,
};
