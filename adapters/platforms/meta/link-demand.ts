import { wordsIn } from '../kit/json.ts';
import type { AdSetFacts, LaunchAd } from '../types.ts';
import { destinationOf } from './creative/call-to-action.ts';

type Goal = Pick<AdSetFacts, 'objective' | 'optimizationGoal' | 'destinationType'>;

const outside = wordsIn(`
  LINK_CLICKS LANDING_PAGE_VIEWS OFFSITE_CONVERSIONS VALUE ONSITE_CONVERSIONS APP_INSTALLS
  APP_INSTALLS_AND_OFFSITE_CONVERSIONS IN_APP_VALUE
`);

/** Lead to a website, shop or app by default. */
const leadingOut = ['OUTCOME_TRAFFIC', 'OUTCOME_SALES', 'OUTCOME_APP_PROMOTION'];

/**
 * Why ads of an ad set need a link: destination, goal or objective. Undefined: not needed.
 * 'unknown': the ad set tells too little.
 */
export function linkDemand({
  objective,
  optimizationGoal,
  destinationType,
}: Goal): string | 'unknown' | undefined {
  if (destinationType !== undefined && destinationType !== 'UNDEFINED')
    return /WEBSITE|^APP|^SHOP/.test(destinationType)
      ? `destination ${destinationType}`
      : undefined;
  if (optimizationGoal === undefined) return 'unknown';
  if (outside.includes(optimizationGoal)) return `goal ${optimizationGoal}`;
  return leadingOut.includes(objective) ? `objective ${objective}` : undefined;
}

/** Images need an address; videos and posts do not, and the cards of a carousel have their own. */
export function lacksLink(ad: LaunchAd) {
  if (ad.type === 'postBoost' || ad.type === 'partnershipCode' || ad.type === 'carousel')
    return false;
  if (destinationOf(ad) !== undefined) return false;
  return !(ad.type === 'single' && ad.media.every(({ type }) => type === 'video'));
}

const mark = '~page';

/** For an ad without a link in an ad set that asks for none. */
export const linkMark = (ad: LaunchAd, adSet: Goal) =>
  lacksLink(ad) && linkDemand(adSet) === undefined ? mark : '';

/** An ad whose key is marked leads to its own page. */
export function unmarked(
  ad: LaunchAd,
  key: string,
): { readonly ad: LaunchAd; readonly key: string } {
  if (!key.endsWith(mark)) return { ad, key };
  return {
    ad: { ...ad, link: `https://www.facebook.com/${ad.page ?? ''}` },
    key: key.slice(0, -mark.length),
  };
}
