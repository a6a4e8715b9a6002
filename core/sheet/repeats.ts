/** How many media an ad can have (cards of a carousel, items of a feed), and how many text variations. */
export const MAX_CARDS = 10;
export const MAX_VARIATIONS = 5;
