import type { Fault } from '../../../core/errors.ts';
import type { LaunchAd } from '../../../core/ports/launch-ad.ts';
import { faultsUnder, type ReportFault } from '../../../core/schema/faults.ts';
import { buttonRules } from '../kit/buttons.ts';
import { callsToAction, destinationOf } from './creative/call-to-action.ts';
import { creativeFeatures, sharedSpace } from './creative/enhancements.ts';
import { identityRules } from './identity.ts';

/** This platform's rules for one ad, beyond those every launch obeys (core/launch/accept/check-types.ts). */
export function checkAd(ad: LaunchAd): readonly Fault[] {
  return faultsUnder(ad.path, (report) => {
    identityRules(ad, report);
    buttonRules(ad, callsToAction, report);
    linkRules(ad, report);
    enhancementRules(ad, report);
    if (ad.type === 'multi' || ad.type === 'flexible') feedRules(ad, report);
  });
}

/** Images need a destination. Videos and posts can do without, and a carousel's cards may each have their own. */
function linkRules(ad: LaunchAd, report: ReportFault): void {
  if (ad.type === 'postBoost' || ad.type === 'partnershipCode' || ad.type === 'carousel') return;
  if (destinationOf(ad) !== undefined) return;
  const videoOnly = ad.type === 'single' && ad.media.every(({ type }) => type === 'video');
  if (!videoOnly) report('link', 'missing_field', 'link is missing: give the address the ad should lead to.');
}

function enhancementRules(ad: LaunchAd, report: ReportFault): void {
  for (const name of ad.enhancements ?? []) {
    if (creativeFeatures.includes(name) || name === sharedSpace) continue;
    report(`enhancements.${name}`, 'unknown_enhancement', `The platform has no enhancement called ${name.slice(0, 60)}.`);
  }
}

/** Texts and media of an asset feed: at most 10 media; headlines and descriptions to 255 characters, texts to 1,024. */
function feedRules(ad: LaunchAd, report: ReportFault): void {
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
