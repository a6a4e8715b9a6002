import type { AdPlatform } from '../core/ports/ad-platform.ts';

/**
 * A platform of which a test knows that it offers what is asked of it; what it does not offer fails
 * when it is called.
 */
export type CompletePlatform = {
  readonly [G in keyof AdPlatform]-?: Required<NonNullable<AdPlatform[G]>>;
};

export const complete = (platform: AdPlatform): CompletePlatform => platform as CompletePlatform;
