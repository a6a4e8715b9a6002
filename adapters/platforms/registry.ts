import type { PlatformDefinition } from '../../core/ports/platform-definition.ts';
import { google } from './google/index.ts';
import { linkedin } from './linkedin/index.ts';
import { meta } from './meta/index.ts';
import type { PlatformModule } from './module.ts';
import { pinterest } from './pinterest/index.ts';
import { snapchat } from './snapchat/index.ts';
import { tiktok } from './tiktok/index.ts';

/** Every platform there is, in the order lists show them. A platform is its folder and its line here. */
export const platformModules = [meta, tiktok, snapchat, pinterest, google, linkedin] as const satisfies readonly PlatformModule[];

export const platformDefinitions: readonly PlatformDefinition[] = platformModules.map(({ definition }) => definition);
