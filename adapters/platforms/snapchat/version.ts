import type { PlatformVersions } from '../types.ts';

/** Snapchat announces changes of v1 and ends no version. */
export const version: PlatformVersions = { pinned: 'v1', ends: [] };

/** Of the Conversions API. */
export const eventsVersion = 'v3';
