import type { Fault } from '../../../core/errors.ts';
import type { LaunchAd } from '../../../core/ports/launch-ad.ts';
import { join } from '../../../core/schema/faults.ts';
import { nearestName } from '../../../core/schema/unknown-fields.ts';
import { callsToAction, destinationOf } from './creative/call-to-action.ts';
import { creativeFeatures, sharedSpace } from './creative/enhancements.ts';

type Report = (field: string, code: string, message: string) => void;

/** This platform's rules for one ad, beyond those every launch obeys (core/launch/accept/check-types.ts). */
export function checkAd(ad: LaunchAd): readonly Fault[] {
  const faults: Fault[] = [];
  const report: Report = (field, code, message) => {
    faults.push({ path: join(ad.path, field), code, message });
  };
  buttonRules(ad, report);
  linkRules(ad, report);
  enhancementRules(ad, report);
  if (ad.type === 'multi' || ad.type === 'flexible') feedRules(ad, report);
  return faults;
}

function buttonRules(ad: LaunchAd, report: Report): void {
  if (ad.cta === undefined || callsToAction.has(ad.cta)) return;
  const near = [...callsToAction].filter((known) => known.split('_')[0] === ad.cta?.toUpperCase().split('_')[0]);
  const meant = nearestName(ad.cta, [...callsToAction]);
  const close = [...new Set([...(meant === undefined ? [] : [meant]), ...near])];
  const hint =
    close.length > 0 ? `Close to it: ${close.slice(0, 5).join(', ')}.` : 'LEARN_MORE, SHOP_NOW or SIGN_UP fit most ads.';
  report('cta', 'call_to_action', `The platform has no call to action ${ad.cta.slice(0, 40)}. ${hint}`);
}

/** Images need a destination. Videos and posts can do without, and a carousel's cards may each have their own. */
function linkRules(ad: LaunchAd, report: Report): void {
  if (ad.type === 'postBoost' || ad.type === 'partnershipCode' || ad.type === 'carousel') return;
  if (destinationOf(ad) !== undefined) return;
  const videoOnly = ad.type === 'single' && ad.media.every(({ type }) => type === 'video');
  if (!videoOnly) report('link', 'missing_field', 'link is missing: give the address the ad should lead to.');
}

function enhancementRules(ad: LaunchAd, report: Report): void {
  for (const name of ad.enhancements ?? []) {
    if (creativeFeatures.includes(name) || name === sharedSpace) continue;
    report(`enhancements.${name}`, 'unknown_enhancement', `The platform has no enhancement called ${name.slice(0, 60)}.`);
  }
}

/** Texts and media of an asset feed: at most 10 media; headlines and descriptions to 255 characters, texts to 1,024. */
function feedRules(ad: LaunchAd, report: Report): void {
  const limit = (field: string, text: string | undefined, most: number): void => {
    if (text !== undefined && text.length > most) {
      report(field, 'text_too_long', `This text has ${text.length} characters; a ${ad.type} ad takes at most ${most} here.`);
    }
  };
  limit('title', ad.title, 255);
  limit('description', ad.description, 1024);
  limit('adDescription', ad.adDescription, 255);
  ad.headlineVariations?.forEach((text, position) => {
    limit(`headlineVariations[${position}]`, text, 255);
  });
  ad.bodyVariations?.forEach((text, position) => {
    limit(`bodyVariations[${position}]`, text, 1024);
  });
  if (ad.media.length > 10)
    report('media', 'media_count', `A ${ad.type} ad takes at most 10 media; these are ${ad.media.length}.`);
}
