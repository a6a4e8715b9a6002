import type { PlatformVersions } from '../types.ts';

/** Pinterest keeps the path and changes 5.x itself (pinterest/api-description, releases). */
export const version: PlatformVersions = { pinned: 'v5', ends: [] };

export const usualUrl = `https://api.pinterest.com/${version.pinned}`;
