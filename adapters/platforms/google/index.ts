import type { PlatformModule } from '../module.ts';
import { definition } from './definition.ts';
import { oauth } from './oauth.ts';
import { open } from './open.ts';
import { operations } from './operations/operations.ts';

/** The Google Ads API. */
export const google = {
  ...{ definition, oauth, open, operations },
  version: { pattern: /^v\d+$/, example: 'v25' },
} satisfies PlatformModule;
