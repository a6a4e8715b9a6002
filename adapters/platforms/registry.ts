import { applovin } from './applovin/index.ts';
import { google } from './google/index.ts';
import { linkedin } from './linkedin/index.ts';
import { meta } from './meta/index.ts';
import type { PlatformModule } from './module.ts';
import { openai } from './openai/index.ts';
import { pinterest } from './pinterest/index.ts';
import { snapchat } from './snapchat/index.ts';
import { tiktok } from './tiktok/index.ts';

export { platformDefinitions } from './definitions.ts';

/** In the order lists show them. */
export const platformModules = [
  meta,
  tiktok,
  snapchat,
  pinterest,
  google,
  linkedin,
  applovin,
  openai,
] as const satisfies readonly PlatformModule[];
