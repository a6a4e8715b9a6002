import { wordsIn } from '../kit/json.ts';
import type { LaunchAd } from '../types.ts';

/** Only the platform knows which of them a type of creative takes. */
const ownButtons: readonly string[] = wordsIn(`
  BLANK INSTALL_NOW WATCH VIEW_MORE WATCH_EPISODE DOWNLOAD PLAY SHOP_NOW SIGN_UP USE_APP APPLY_NOW BOOK_NOW BUY_TICKETS
  GET_NOW LISTEN MORE ORDER_NOW READ SHOW SHOWTIMES VIEW OPEN_APP TRY FOLLOW RESPOND
`);

/** Other platforms' words. */
const alike: { readonly [cta: string]: string } = { LEARN_MORE: 'MORE', WATCH_MORE: 'WATCH' };

export const callsToAction: readonly string[] = [...Object.keys(alike), ...ownButtons];

const buttonOf = (cta: string): string => alike[cta] ?? cta;

export const fieldNames = {
  brandName: 'photoMessagingBrandName',
  profileId: 'photoMessagingProfileId',
  adType: 'photoMessagingAdType',
  headline: 'photoMessagingHeadline',
  cta: 'photoMessagingCTA',
} as const;

type OwnFields = { readonly [K in keyof typeof fieldNames]?: string };

export function fieldsOf({ platformFields = {} }: Pick<LaunchAd, 'platformFields'>): OwnFields {
  const given = Object.entries(fieldNames).flatMap(([key, name]) => {
    const value = platformFields[name]?.trim();
    return value === undefined || value === '' ? [] : [[key, value] as const];
  });
  return Object.fromEntries(given);
}

/** The platform's own field, else the title. */
export const headlineOf = (ad: LaunchAd) => fieldsOf(ad).headline ?? ad.title;

export function ctaOf(ad: LaunchAd) {
  const { cta = ad.cta } = fieldsOf(ad);
  return cta === undefined ? undefined : buttonOf(cta.toUpperCase());
}

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

/**
 * A picture or film, alone or leading to a web page. Other types need objects that a launch does
 * not name.
 */
export const launchedTypes = ['SNAP_AD', 'WEB_VIEW'] as const;
type LaunchedType = (typeof launchedTypes)[number];

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
  return (
    (adType === undefined ? undefined : typeNamed(adType)) ??
    (ad.link === undefined ? 'SNAP_AD' : 'WEB_VIEW')
  );
}
