import type { PlatformVersions } from '../types.ts';

/** AppLovin names no end. */
export const version: PlatformVersions = { pinned: 'v1', ends: [] };
