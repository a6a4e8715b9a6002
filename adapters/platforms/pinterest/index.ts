import type { PlatformModule } from '../module.ts';
import { definition } from './definition.ts';
import { oauth } from './oauth.ts';
import { open } from './open.ts';

/** The Pinterest API. */
export const pinterest: PlatformModule = { definition, oauth, open };
