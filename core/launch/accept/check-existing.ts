import type { ReportFault } from '../../base/schema/faults.ts';
import type { LaunchAd } from '../../ports/launch-ad.ts';

/** Rules of ads that show what exists already: a post of the page, or a creator's content. */
export function existingRules(ad: LaunchAd, report: ReportFault): void {
  if (ad.type === 'postBoost') postRules(ad, report);
  if (ad.type !== 'postBoost' && ad.media.some(({ effectiveStoryId }) => effectiveStoryId !== undefined))
    report(
      'scalePostId',
      'post_not_boosted',
      'The media name an existing post, but scalePostId is not true: the post would not be used. Send scalePostId: true, or leave effectiveStoryId out.',
    );
  partnershipRules(ad, report);
}

function postRules(ad: LaunchAd, report: ReportFault): void {
  if (ad.media.length > 1) report('media', 'media_count', 'A post boost names one post. Use one ad per post.');
  ad.media.forEach(({ effectiveStoryId }, position) => {
    if (effectiveStoryId === undefined)
      report(`media[${position}].effectiveStoryId`, 'missing_field', 'effectiveStoryId is missing: the post to boost.');
  });
}

function partnershipRules(ad: LaunchAd, report: ReportFault): void {
  const { partnershipCode: code, partnershipAd: creator } = ad;
  if (ad.type === 'partnershipCode' && code === undefined)
    report('partnershipCode', 'missing_field', 'partnershipCode is missing: the code the creator gave you.');
  if (code !== undefined && ad.type !== 'partnershipCode')
    report(
      'type',
      'partnership_type',
      'An ad with a partnershipCode shows the creator’s own content. Leave type out, or remove the code.',
    );
  if (code !== undefined && !/^adcode-\S+$/.test(code) && !/^\S{16,}$/.test(code))
    report('partnershipCode', 'partnership_code', 'A partnership code starts with adcode- or has 16 or more characters.');
  if (creator === undefined) return;
  if (creator.creatorId === undefined && creator.creatorPageId === undefined)
    report('partnershipAd', 'partnership_creator', 'partnershipAd needs creatorId or creatorPageId.');
  for (const field of ['creatorId', 'creatorPageId'] as const)
    if (creator[field] !== undefined && !/^\d+$/.test(creator[field]))
      report(`partnershipAd.${field}`, 'partnership_creator', `${field} must be a number.`);
}
