import { faultsUnder, type ReportFault } from '../../../core/base/schema/faults.ts';
import { buttonRules, lengthRow, lengthRule } from '../kit/checks.ts';
import type { AdSetFacts, BoostedPost, Fault, LaunchAd } from '../types.ts';
import { checks } from './checks.ts';
import { callsToAction, formButtons } from './creative/call-to-action.ts';
import { creativeFeatures, sharedSpace } from './creative/enhancements.ts';
import { lacksLink, linkDemand } from './link-demand.ts';

export function checkAd(
  ad: LaunchAd,
  adSets: readonly AdSetFacts[] = [],
  post?: BoostedPost,
): readonly Fault[] {
  return faultsUnder(ad.path, (report) => {
    identityRules(ad, report);
    buttonRules(ad, callsToAction, report);
    linkRules(ad, adSets, report);
    formRules(ad, adSets, report);
    postRules(adSets, post, report);
    enhancementRules(ad, report);
    if (ad.type === 'multi') formatRules(ad, report);
    if (ad.type === 'multi' || ad.type === 'flexible') feedRules(ad, report);
  });
}

/**
 * An asset feed with rules by placement has one format: SINGLE_IMAGE, whose rules name images, or
 * SINGLE_VIDEO, whose rules name videos.
 * developers.facebook.com/docs/marketing-api/dynamic-creative/placement-asset-customization,
 * 2026-11.
 */
function formatRules(ad: LaunchAd, report: ReportFault) {
  if (new Set(ad.media.map(({ type }) => type)).size > 1)
    report(
      'media',
      'placement_mixed',
      'Meta’s Placement Asset Customization takes one format for all placements of an ad, SINGLE_IMAGE or SINGLE_VIDEO. Launch the images and the videos as two ads, or all of them as a flexible ad.',
    );
}

/**
 * Ads for a destination or goal outside the platform need a link, and so does a button that dials.
 */
function linkRules(ad: LaunchAd, adSets: readonly AdSetFacts[], report: ReportFault) {
  if (!lacksLink(ad)) return;
  if (ad.cta === 'CALL_NOW') {
    report(
      'link',
      'missing_field',
      'link is missing: the button CALL_NOW needs the number to call, as in tel:+4930123456.',
    );
    return;
  }
  for (const adSet of adSets) {
    const rule = linkDemand(adSet);
    if (rule === undefined || rule === 'unknown') continue;
    const message = `link is missing: ${adSet.name} has the ${rule}, so the platform wants the address its ads lead to.`;
    report('link', 'missing_field', message);
    return;
  }
}

/** Ad sets that collect leads in forms of the platform. */
const leadGoals = ['LEAD_GENERATION', 'QUALITY_LEAD'];
const collectsLeads = ({
  objective,
  optimizationGoal = '',
  destinationType,
}: AdSetFacts): boolean =>
  objective === 'OUTCOME_LEADS' &&
  destinationType === 'ON_AD' &&
  leadGoals.includes(optimizationGoal);

/** As far as it is known: a sheet knows the objective alone. */
const collectsNone = ({ objective, optimizationGoal, destinationType }: AdSetFacts): boolean =>
  objective !== 'OUTCOME_LEADS' ||
  (optimizationGoal !== undefined && !leadGoals.includes(optimizationGoal)) ||
  (destinationType !== undefined && destinationType !== 'ON_AD');

/**
 * An ad shows a form where its ad set collects leads on the platform for the same page, and only
 * there.
 */
function formRules(ad: LaunchAd, adSets: readonly AdSetFacts[], report: ReportFault) {
  const { leadFormId, page, type } = ad;
  const isPost = type === 'postBoost' || type === 'partnershipCode';
  if (leadFormId === undefined) {
    const needing = isPost ? undefined : adSets.find(collectsLeads);
    if (needing !== undefined)
      report(
        'leadFormId',
        'lead_form_missing',
        `${needing.name} collects leads in forms: an ad without one is refused there (Meta: 3390001). Give leadFormId.`,
        { hint: 'leads.forms' },
      );
    return;
  }
  if (isPost)
    report(
      'leadFormId',
      'lead_form_place',
      'A boosted post keeps its own button: it takes no lead form.',
    );
  if (!/^\d+$/.test(leadFormId))
    report(
      'leadFormId',
      'lead_form_id',
      `${leadFormId.slice(0, 40)} is not the id of a form: it holds digits only.`,
      {
        hint: 'leads.forms',
      },
    );
  for (const adSet of adSets) {
    const { name, objective, optimizationGoal, destinationType, promotedPage } = adSet;
    if (collectsNone(adSet))
      report(
        'leadFormId',
        'lead_form_ad_set',
        `${name} collects no leads in forms: it has the objective ${objective}, the goal ${optimizationGoal ?? 'unknown'} and the destination ${destinationType ?? 'unknown'}; a form needs OUTCOME_LEADS, ${leadGoals.join(' or ')} and ON_AD.`,
      );
    else if (promotedPage !== undefined && page !== undefined && promotedPage !== page)
      report(
        'page',
        'lead_page',
        `${name} collects leads for the page ${promotedPage}, but page is ${page}. They must be the same.`,
      );
  }
}

/** Where an ad set leads out of the platform, a boosted post needs its own destination. */
function postRules(
  adSets: readonly AdSetFacts[],
  post: BoostedPost | undefined,
  report: ReportFault,
) {
  if (post === undefined || post.link !== undefined) return;
  for (const adSet of adSets) {
    const rule = linkDemand(adSet);
    if (rule === undefined || rule === 'unknown') continue;
    const message = `${adSet.name} has the ${rule}: the platform boosts only posts there that have a link or button of their own, and this one has none. Boost another post, or choose an ad set that needs no link.`;
    report('media[0].effectiveStoryId', 'post_without_destination', message);
    return;
  }
}

/** The author may mean something else. */
export const adWarnings = (
  ad: LaunchAd,
  adSets: readonly AdSetFacts[] = [],
  post?: BoostedPost,
): readonly Fault[] => [
  ...pageWarnings(ad, adSets),
  ...formWarnings(ad),
  ...(post === undefined ? [] : postWarnings(ad, post)),
];

const formWarnings = ({ path, leadFormId, cta, link }: LaunchAd): readonly Fault[] =>
  faultsUnder(path, (report) => {
    if (leadFormId === undefined) return;
    if (cta !== undefined && !formButtons.includes(cta))
      report(
        'cta',
        'lead_button',
        `Meta names other buttons for ads with a form: ${formButtons.join(', ')}.`,
      );
    if (link !== undefined)
      report('link', 'lead_link', 'An ad with a form opens the form: its link is not used.');
  });

/** A boosted post shows its own button and destination. */
const postWarnings = (ad: LaunchAd, post: BoostedPost): readonly Fault[] =>
  faultsUnder(ad.path, (report) => {
    if (ad.cta !== undefined && post.cta !== undefined && ad.cta !== post.cta)
      report(
        'cta',
        'post_button_differs',
        `The post has the button ${post.cta}, the ad asks for ${ad.cta}. They should be the same.`,
      );
    if (
      ad.link !== undefined &&
      post.link !== undefined &&
      plainAddress(ad.link) !== plainAddress(post.link)
    )
      report(
        'link',
        'post_link_differs',
        `The post leads to ${post.link.slice(0, 200)}, the ad names another address. They should be the same.`,
      );
    const asked = ad.media[0]?.type;
    if ((post.type === 'video') !== (asked === 'video') && ['image', 'video'].includes(post.type))
      report(
        'media[0].type',
        'post_type_differs',
        `The post shows ${post.type === 'video' ? 'a video' : 'an image'}, and it is shown as it is: the type of the media is not used.`,
      );
  });

const plainAddress = (link: string) => (link.endsWith('/') ? link.slice(0, -1) : link);

/** Ads without a link lead to their page where their ad set asks for none. */
function pageWarnings(ad: LaunchAd, adSets: readonly AdSetFacts[]): readonly Fault[] {
  if (!lacksLink(ad) || !adSets.some((adSet) => linkDemand(adSet) === undefined)) return [];
  const message = 'The ad has no link and its ad set asks for none: it leads to the page itself.';
  return faultsUnder(ad.path, (report) => report('link', 'leads_to_page', message));
}

function enhancementRules(ad: LaunchAd, report: ReportFault) {
  for (const name of ad.enhancements ?? []) {
    if (creativeFeatures.includes(name) || name === sharedSpace) continue;
    report(
      `enhancements.${name}`,
      'unknown_enhancement',
      `The platform has no enhancement called ${name.slice(0, 60)}.`,
    );
  }
}

const headlineRow = lengthRow(checks, 'feed-title');
const descriptionRow = lengthRow(checks, 'feed-description');
const textRow = lengthRow(checks, 'feed-text');

/** An asset feed holds at most 10 media. */
function feedRules(ad: LaunchAd, report: ReportFault) {
  const limit = (field: string, text = '', row = textRow) =>
    lengthRule(report, field, { length: text.length, row });
  limit('title', ad.title, headlineRow);
  limit('description', ad.description);
  limit('adDescription', ad.adDescription, descriptionRow);
  ad.headlineVariations?.forEach((text, position) => {
    limit(`headlineVariations[${position}]`, text, headlineRow);
  });
  ad.bodyVariations?.forEach((text, position) => {
    limit(`bodyVariations[${position}]`, text);
  });
  ad.media.forEach(({ adCopyDescription }, position) => {
    limit(`media[${position}].adCopyDescription`, adCopyDescription);
  });
  if (ad.media.length > 10)
    report(
      'media',
      'media_count',
      `A ${ad.type} ad takes at most 10 media; these are ${ad.media.length}.`,
    );
}

const PROFILES = { hint: 'accounts.profiles' } as const;

/** A page and its profile on the sister network; a boosted post is the page's own. */
export function identityRules(ad: LaunchAd, report: ReportFault) {
  if (ad.type === 'postBoost') boostedPostRules(ad, report);
  if (ad.page === undefined)
    report(
      'page',
      'missing_field',
      'page is missing: the id of the page the ad speaks for.',
      PROFILES,
    );
  else if (!/^\d+$/.test(ad.page))
    report(
      'page',
      'page_id',
      `${ad.page.slice(0, 40)} is not a page id: it holds digits only.`,
      PROFILES,
    );
  if (ad.secondary === undefined)
    report(
      'secondary',
      'missing_field',
      'secondary is missing: the id of the Instagram profile the ad is shown under.',
      PROFILES,
    );
  else if (!/^\d+$/.test(ad.secondary))
    report(
      'secondary',
      'secondary_id',
      `${ad.secondary.slice(0, 40)} is not a profile id: it holds digits only.`,
    );
}

/** A post is named with its page, which is the ad's. */
function boostedPostRules(ad: LaunchAd, report: ReportFault) {
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
