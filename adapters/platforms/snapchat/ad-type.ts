import type { LaunchAd } from '../../../core/ports/launch-ad.ts';
import { fieldsOf } from './fields.ts';

/** The platform refuses other pairs. */
export const adTypeOf: { readonly [creative: string]: string } = {
  SNAP_AD: 'SNAP_AD',
  WEB_VIEW: 'REMOTE_WEBPAGE',
  APP_INSTALL: 'APP_INSTALL',
  DEEP_LINK: 'DEEP_LINK',
  COLLECTION: 'COLLECTION',
  COMPOSITE: 'STORY',
  LEAD_GENERATION: 'LEAD_GENERATION',
};

/** A picture or film, alone or leading to a web page. Other types need objects that a launch does not name. */
export const launchedTypes = ['SNAP_AD', 'WEB_VIEW'] as const;
export type LaunchedType = (typeof launchedTypes)[number];

/** Names a type of creative or of ad; undefined for types that are not launched. */
export function typeNamed(word: string): LaunchedType | undefined {
  const wanted = word
    .trim()
    .toUpperCase()
    .replace(/[\s-]+/g, '_');
  return launchedTypes.find((type) => type === wanted || adTypeOf[type] === wanted);
}

/** The type asked for, else by the link. */
export function creativeTypeOf(ad: LaunchAd): LaunchedType {
  const { adType } = fieldsOf(ad);
  return (adType === undefined ? undefined : typeNamed(adType)) ?? (ad.link === undefined ? 'SNAP_AD' : 'WEB_VIEW');
}
