/** Per launch, unless an installation has set others. */
export const MAX_ADS = 500;
/** New campaigns of a launch, and new ad sets. */
export const MAX_PARENTS = 1_000;
export const MAX_CREATIONS = 5000;
/** The most an installation can set. */
export const LARGEST_ADS = 20_000;
export const LARGEST_CREATIONS = 100_000;

export interface LaunchLimits {
  readonly ads: number;
  /** Ads x ad sets. */
  readonly creations: number;
}

export const defaultLaunchLimits: LaunchLimits = { ads: MAX_ADS, creations: MAX_CREATIONS };

/** How many times larger than by default a request may be. */
export const roomFor = ({ ads }: LaunchLimits): number => Math.max(1, Math.ceil(ads / MAX_ADS));

/** Conversion events of one request. */
export const MOST_EVENTS = 1_000;
/**
 * Days for which uploads of conversions and their outcomes are kept, unless an installation has set
 * others.
 */
export const CONVERSION_DAYS = 90;
/** Webhooks of a company, unless it has a limit of its own. */
export const MOST_WEBHOOKS = 20;

/** More than any platform takes, so that people read the platform's own rule. */
export const MAX_MEDIA = 50;
export const MAX_VARIATIONS = 50;

/** Drafts of a company, characters of one as JSON, and of all together. */
export const MAX_DRAFTS = 500;
export const MAX_DRAFT_SIZE = 4 * 1024 * 1024;
export const MAX_DRAFTS_SIZE = 64 * 1024 * 1024;
/** Characters of content that a list of drafts gives in full. */
export const MAX_LISTED_SIZE = 4 * 1024 * 1024;
