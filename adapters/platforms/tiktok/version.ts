import type { PlatformVersions } from '../types.ts';

/** TikTok changes v1.3 itself and ends no version. */
export const version: PlatformVersions = { pinned: 'v1.3', ends: [] };

export const usualUrl = `https://business-api.tiktok.com/open_api/${version.pinned}`;
