import type { PlatformVersions } from '../types.ts';

/** OpenAI keeps the path, and the number 2.3.0 of its schema, whose content changes. */
export const version: PlatformVersions = { pinned: 'v1', ends: [] };

export const usualUrl = `https://api.ads.openai.com/${version.pinned}`;
/** Events have their own host. */
export const usualEventsUrl = `https://bzr.openai.com/${version.pinned}`;
