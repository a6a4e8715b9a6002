import type { Places } from '../../core/operations/place.ts';
import { places as applovin } from './applovin/places.ts';
import { places as google } from './google/places.ts';
import { places as linkedin } from './linkedin/places.ts';
import { places as snapchat } from './snapchat/places.ts';

/**
 * Where HTTP has the operations that only one platform has: the `places` of every platform that has some. Plain data,
 * because clients in browsers and spreadsheets read it too.
 */
export const platformPlaces = { ...snapchat, ...linkedin, ...google, ...applovin } as const satisfies Places;
