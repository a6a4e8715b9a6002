import { faultsUnder, type ReportFault } from '../../../core/base/schema/faults.ts';
import { buttonRules } from '../kit/checks.ts';
import { wordsIn } from '../kit/json.ts';
import type { AdSetFacts, Fault, LaunchAd, NamedIdentity } from '../types.ts';
import { numberOf, organizationForm, postForm } from './urns.ts';

/** Each needs a landing page. */
export const callsToAction: readonly string[] = wordsIn(`
  LEARN_MORE APPLY DOWNLOAD VIEW_QUOTE SIGN_UP SUBSCRIBE REGISTER REQUEST_DEMO JOIN ATTEND
`);

export const organizationField = 'organizationId';
export const postField = 'postUrn';

/** In its own field, or where post boosts name it on every platform. */
export const postOf = ({ media, platformFields }: LaunchAd) =>
  platformFields?.[postField] ?? media[0]?.effectiveStoryId?.replace(/^[^_]*_(?=urn:)/, '');

export function checkAd(ad: LaunchAd, adSets: readonly AdSetFacts[] = []): readonly Fault[] {
  return faultsUnder(ad.path, (report) => {
    organizationRules(ad, report);
    postRules(ad, report);
    buttonRules(ad, callsToAction, report);
    formRules(ad, adSets, report);
    if (ad.type !== 'single') return;
    textRules(ad, report);
    mediaRules(ad, report);
  });
}

export function identityOf({ platformFields }: LaunchAd): NamedIdentity | undefined {
  const value = platformFields?.[organizationField];
  if (value === undefined || !organizationForm.test(value)) return undefined;
  const otherwise = 'the platform will most likely refuse the ad.';
  return {
    field: organizationField,
    value,
    otherwise,
    isSame: (listed) => numberOf(listed) === numberOf(value),
  };
}

function organizationRules({ platformFields }: LaunchAd, report: ReportFault) {
  const value = platformFields?.[organizationField];
  const hint = 'platforms.identities';
  if (value === undefined)
    report(
      organizationField,
      'missing_field',
      `${organizationField} is missing: the organization the ad speaks for.`,
      { hint },
    );
  else if (!organizationForm.test(value))
    report(
      organizationField,
      'identity',
      `${value.slice(0, 60)} is not an organization: give its number or its URN.`,
      { hint },
    );
}

function postRules(ad: LaunchAd, report: ReportFault) {
  const own = ad.platformFields?.[postField];
  if (ad.type !== 'postBoost') {
    if (own !== undefined)
      report(
        postField,
        'post_not_boosted',
        'A post that exists is sponsored with scalePostId: true. Add it, or leave postUrn out.',
      );
    return;
  }
  const post = postOf(ad);
  if (post === undefined && ad.media.length === 0)
    report(
      postField,
      'missing_field',
      `${postField} is missing: the post to sponsor, as urn:li:share:… or urn:li:ugcPost:….`,
    );
  if (post !== undefined && !postForm.test(post))
    report(
      own === undefined ? 'media[0].effectiveStoryId' : postField,
      'post_form',
      `${post.slice(0, 60)} is not a post. Give its URN: urn:li:share:… or urn:li:ugcPost:….`,
    );
}

/** What a button of a form says where the ad does not: every form has one. */
export const formButton = 'LEARN_MORE';

function formRules(
  { leadFormId, link }: LaunchAd,
  adSets: readonly AdSetFacts[],
  report: ReportFault,
) {
  if (leadFormId === undefined) return;
  if (link !== undefined)
    report('link', 'lead_form_link', 'The button opens the form and no page. Leave link out.');
  const other = adSets.find(({ objective }) => objective !== 'LEAD_GENERATION');
  if (other !== undefined)
    report(
      'leadFormId',
      'lead_form_ad_set',
      `${other.name} collects no leads in forms: it has the objective ${other.objective}, and a form needs LEAD_GENERATION.`,
    );
}

function textRules(ad: LaunchAd, report: ReportFault) {
  if (ad.description === undefined)
    report('description', 'missing_field', 'description is missing: the text of the post.');
  if (ad.cta !== undefined && ad.link === undefined && ad.leadFormId === undefined)
    report('link', 'missing_field', 'link is missing: a button needs a landing page.');
}

function mediaRules(ad: LaunchAd, report: ReportFault) {
  ad.media.forEach(({ type, filename }, position) => {
    if (type === 'image' && /\.webp$/i.test(filename))
      report(
        `media[${position}]`,
        'media_format',
        'The platform takes JPG, PNG and GIF images. Convert this one.',
        {
          values: { formats: 'JPG, PNG, GIF' },
        },
      );
    if (type === 'video' && /\.(?!mp4$)\w+$/i.test(filename))
      report(
        `media[${position}]`,
        'media_format',
        'The platform takes MP4 videos of up to 500 MB. Convert this one.',
        {
          values: { formats: 'MP4' },
        },
      );
  });
}
