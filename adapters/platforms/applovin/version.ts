import type { PlatformVersions } from '../ports.ts';

/** AppLovin names no end. */
export const version: PlatformVersions = { pinned: 'v1', ends: [] };
