/** The most ads in one launch, and the most ads x ad sets, unless an installation has set others. */
export const MAX_ADS = 500;
export const MAX_CREATIONS = 5000;
/** What an installation can set them to. */
export const LARGEST_ADS = 20_000;
export const LARGEST_CREATIONS = 100_000;

/** How much one launch may hold. */
export interface LaunchLimits {
  readonly ads: number;
  /** Ads x ad sets. */
  readonly creations: number;
}

export const defaultLaunchLimits: LaunchLimits = { ads: MAX_ADS, creations: MAX_CREATIONS };

/** How many times more than by default a request may hold where launches may be larger. */
export const roomFor = ({ ads }: LaunchLimits): number => Math.max(1, Math.ceil(ads / MAX_ADS));

/** The most media of one ad, and of texts to choose from: more than any platform takes, so that its own rule is what people read. */
export const MAX_MEDIA = 50;
export const MAX_VARIATIONS = 50;

/** Drafts of one company, characters of one as JSON, and of all of them together. */
export const MAX_DRAFTS = 500;
export const MAX_DRAFT_SIZE = 4 * 1024 * 1024;
export const MAX_DRAFTS_SIZE = 64 * 1024 * 1024;
/** Characters of content that a list of drafts gives in full. */
export const MAX_LISTED_SIZE = 4 * 1024 * 1024;
