import type { Places } from '../../core/operations/place.ts';

/**
 * Where HTTP has the operations that only one platform has: the `places` of every platform that has some. Plain data,
 * because clients in browsers and spreadsheets read it too.
 */
export const platformPlaces = {} as const satisfies Places;
