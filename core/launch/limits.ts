/** The most ads in one launch, and the most ads x ad sets. */
export const MAX_ADS = 500;
export const MAX_CREATIONS = 5000;

/** The most media of one ad, and of texts to choose from: more than any platform takes, so that its own rule is what people read. */
export const MAX_MEDIA = 50;
export const MAX_VARIATIONS = 50;
