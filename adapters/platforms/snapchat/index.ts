import type { PlatformModule } from '../module.ts';
import { definition } from './definition.ts';
import { open } from './open.ts';

/** The Snapchat Marketing API. */
export const snapchat: PlatformModule = { definition, open };
