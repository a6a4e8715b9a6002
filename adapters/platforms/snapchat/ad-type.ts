import type { LaunchAd } from '../../../core/ports/launch-ad.ts';
import { fieldsOf } from './fields.ts';

/** Which type of ad shows which type of creative. Another pair is refused. */
export const adTypeOf: { readonly [creative: string]: string } = {
  SNAP_AD: 'SNAP_AD',
  WEB_VIEW: 'REMOTE_WEBPAGE',
  APP_INSTALL: 'APP_INSTALL',
  DEEP_LINK: 'DEEP_LINK',
  COLLECTION: 'COLLECTION',
  COMPOSITE: 'STORY',
  LEAD_GENERATION: 'LEAD_GENERATION',
};

/** What a launch makes: a picture or film alone, or one that leads to a web page. The others need objects that a launch does not name. */
export const launchedTypes = ['SNAP_AD', 'WEB_VIEW'] as const;
export type LaunchedType = (typeof launchedTypes)[number];

/** The type of creative that a word means, be it the creative's or the ad's; undefined where it is none that is launched. */
export function typeNamed(word: string): LaunchedType | undefined {
  const wanted = word
    .trim()
    .toUpperCase()
    .replace(/[\s-]+/g, '_');
  return launchedTypes.find((type) => type === wanted || adTypeOf[type] === wanted);
}

/** The type of an ad's creative: the one asked for, else what the link says. */
export function creativeTypeOf(ad: LaunchAd): LaunchedType {
  const { adType } = fieldsOf(ad);
  return (adType === undefined ? undefined : typeNamed(adType)) ?? (ad.link === undefined ? 'SNAP_AD' : 'WEB_VIEW');
}
