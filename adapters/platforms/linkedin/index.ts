import type { PlatformModule } from '../module.ts';
import { definition } from './definition.ts';
import { open } from './open.ts';
import { usualVersion, versionForm } from './wire/version.ts';

/** The LinkedIn Marketing API. */
export const linkedin: PlatformModule = { definition, open, version: { pattern: versionForm, example: usualVersion } };
