import type { ReportFault } from '../../../core/base/schema/faults.ts';
import type { LaunchAd } from '../../../core/ports/launch-ad.ts';

/** The operation that lists pages and profiles. */
const PROFILES = { hint: 'accounts.profiles' } as const;

/** A page and its profile on the sister network; a boosted post is the page's own. */
export function identityRules(ad: LaunchAd, report: ReportFault): void {
  if (ad.type === 'postBoost') postRules(ad, report);
  if (ad.page === undefined) report('page', 'missing_field', 'page is missing: the id of the page the ad speaks for.', PROFILES);
  else if (!/^\d+$/.test(ad.page))
    report('page', 'page_id', `${ad.page.slice(0, 40)} is not a page id: it holds digits only.`, PROFILES);
  if (ad.secondary === undefined)
    report(
      'secondary',
      'missing_field',
      'secondary is missing: the id of the Instagram profile the ad is shown under.',
      PROFILES,
    );
  else if (!/^\d+$/.test(ad.secondary))
    report('secondary', 'secondary_id', `${ad.secondary.slice(0, 40)} is not a profile id: it holds digits only.`);
}

/** A post is named with its page, which is the ad's. */
function postRules(ad: LaunchAd, report: ReportFault): void {
  ad.media.forEach(({ effectiveStoryId }, position) => {
    if (effectiveStoryId === undefined) return;
    if (!/^\d+_\d+$/.test(effectiveStoryId))
      report(
        `media[${position}].effectiveStoryId`,
        'story_id',
        'effectiveStoryId must be {page}_{post}, two numbers joined by an underscore, or the post number alone.',
      );
    else if (ad.page !== undefined && !effectiveStoryId.startsWith(`${ad.page}_`))
      report(
        'page',
        'post_page_mismatch',
        `The post belongs to page ${effectiveStoryId.split('_')[0]}, but page is ${ad.page}. They must be the same.`,
      );
  });
}
