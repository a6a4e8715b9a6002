import type { PlatformModule } from '../module.ts';
import { definition } from './definition.ts';
import { oauth } from './oauth.ts';
import { open } from './open.ts';

/** The TikTok API for Business. */
export const tiktok: PlatformModule = { definition, oauth, open };
