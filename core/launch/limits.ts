/** The most ads in one launch, and the most ads x ad sets. */
export const MAX_ADS = 500;
export const MAX_CREATIONS = 5000;
