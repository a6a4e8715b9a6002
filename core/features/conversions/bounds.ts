/** Events of one request. */
export const MOST_EVENTS = 1_000;
