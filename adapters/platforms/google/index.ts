import type { PlatformModule } from '../module.ts';
import { definition } from './definition.ts';
import { open } from './open.ts';

/** The Google Ads API. */
export const google: PlatformModule = { definition, open, version: { pattern: /^v\d+$/, example: 'v25' } };
