import type { PlatformVersions } from '../../../core/ports/platform-version.ts';

/** AppLovin names no end. */
export const version: PlatformVersions = { pinned: 'v1', ends: [] };
