/** Media of an ad (cards of a carousel, items of a feed), and text variations. */
export const MAX_CARDS = 10;
export const MAX_VARIATIONS = 5;
