import type { Fault } from '../../base/errors.ts';
import { faultsUnder, type ReportFault } from '../../base/schema/faults.ts';
import type { LaunchAd, LaunchMedia } from '../../ports/launch-ad.ts';
import type { LaunchExtra, LaunchRules } from '../../ports/platform-definition.ts';
import { shapeOf } from '../plan/ratio.ts';

import { areTags, isLink, linkRules } from './check-links.ts';

export function typeFaults(ad: LaunchAd, platform: string, launch: LaunchRules): Fault[] {
  return faultsUnder(ad.path, (report) => checkType(ad, platform, launch, report));
}

function checkType(ad: LaunchAd, platform: string, launch: LaunchRules, report: ReportFault): void {
  linkRules(ad, launch, report);
  tagRules(ad, report);
  mediaRules(ad, launch, report);
  extraRules(ad, platform, launch.extras, report);
  if (ad.type === 'carousel') carouselRules(ad, report);
  if (ad.type === 'multi') (launch.multi === 'ads' ? severalRules : multiRules)(ad, report);
  if (ad.type === 'flexible') flexibleRules(ad, report);
  existingRules(ad, report);
  if (ad.type === 'single' && ad.media.length > 1)
    report(
      'media',
      'media_count',
      `A single ad shows one media item; these are ${ad.media.length}. Use type multi, carousel or flexible, or several ads.`,
      { values: { most: 1, count: ad.media.length } },
    );
}

function tagRules(ad: LaunchAd, report: ReportFault): void {
  if (ad.utmTags !== undefined && !areTags(ad.utmTags))
    report(
      'utmTags',
      'utm_tags',
      'utmTags must be name=value pairs joined by &, such as utm_source=x&utm_campaign={{campaign.name}}.',
    );
}

function mediaRules(
  ad: LaunchAd,
  { withoutMedia = [], documents = false }: LaunchRules,
  report: ReportFault,
): void {
  if (ad.media.length === 0 && ad.type !== 'partnershipCode' && !withoutMedia.includes(ad.type))
    report(
      'media',
      'missing_field',
      'Media is missing: every ad but a partnership-code ad needs at least one image or video.',
    );
  if (ad.type === 'postBoost') return;
  ad.media.forEach((media, position) => {
    const at = `media[${position}]`;
    if (media.type === 'document' && !documents)
      report(at, 'media_type', 'The platform shows no documents. Give an image or a video.');
    if (media.url === undefined)
      report(
        `${at}.url`,
        'missing_field',
        'url is missing: give the address of the image or video, for example one returned by an upload.',
      );
    else if (!isLink(media.url))
      report(
        `${at}.url`,
        'media_url',
        `${media.url.slice(0, 80)} is not an address. It must start with https:// or http://.`,
        {
          values: { link: media.url.slice(0, 80) },
        },
      );
    if (media.thumbnail !== undefined && !isLink(media.thumbnail))
      report(
        `${at}.thumbnail`,
        'media_url',
        'thumbnail is not an address. It must start with https:// or http://, or be left out.',
      );
  });
}

function extraRules(
  ad: LaunchAd,
  platform: string,
  offered: readonly LaunchExtra[],
  report: ReportFault,
): void {
  for (const extra of ['promoCode', 'aiMediaSelfDisclosure', 'leadFormId'] as const) {
    if (ad[extra] === undefined || offered.includes(extra)) continue;
    const others = offered.length === 0 ? 'no such extras' : offered.join(', ');
    report(
      extra,
      'unsupported_on_platform',
      `${platform} does not offer ${extra}. Offered there: ${others}.`,
    );
  }
  if (
    ad.promoCode !== undefined &&
    !/^(?=(?:[^A-Za-z]*[A-Za-z]){2})[A-Za-z0-9_-]+$/.test(ad.promoCode)
  )
    report(
      'promoCode',
      'promo_code',
      'A promo code holds letters, digits, dashes and underscores, at least two of them letters.',
    );
}

function carouselRules(ad: LaunchAd, report: ReportFault): void {
  if (ad.media.length < 2 || ad.media.length > 10)
    report(
      'media',
      'carousel_cards',
      `A carousel has 2 to 10 cards; this one has ${ad.media.length}.`,
      {
        values: { least: 2, most: 10, count: ad.media.length },
      },
    );
  ad.media.forEach((card, position) => {
    if (card.carouselTitle === undefined)
      report(
        `media[${position}].carouselTitle`,
        'missing_field',
        'carouselTitle is missing: every card of a carousel needs one.',
      );
    // A form needs no address.
    if (card.carouselLink === undefined && ad.link === undefined && ad.leadFormId === undefined)
      report(
        `media[${position}].carouselLink`,
        'missing_field',
        'This card has no link of its own and the ad has none either. Give link or carouselLink.',
      );
  });
}

function multiRules(ad: LaunchAd, report: ReportFault): void {
  const seen = new Map<string, number>();
  ad.media.forEach((media, position) => {
    if (media.ratio === undefined) {
      report(
        `media[${position}]`,
        'placement_ratio_unknown',
        `The ratio of ${nameOf(media)} is not known. Upload the file here, or put a mark such as 9x16 or 1080x1350 into its name.`,
        { values: { file: nameOf(media) } },
      );
      return;
    }
    const shape = shapeOf(media.ratio);
    const other = seen.get(shape);
    if (other !== undefined)
      report(
        `media[${position}]`,
        'placement_ratio_repeated',
        `${nameOf(media)} is ${shape}, and so is media[${other}]. Each placement takes one item: keep one of them.`,
        { values: { file: nameOf(media), shape } },
      );
    else seen.set(shape, position);
  });
}

const MOST_OF_ONE = 20;

/** Each item is an ad of its own, so ratios do not matter. */
function severalRules(ad: LaunchAd, report: ReportFault): void {
  if (ad.media.length > MOST_OF_ONE)
    report(
      'media',
      'media_count',
      `A multi ad has at most ${MOST_OF_ONE} media items; these are ${ad.media.length}.`,
      {
        values: { most: MOST_OF_ONE, count: ad.media.length },
      },
    );
}

function flexibleRules(ad: LaunchAd, report: ReportFault): void {
  const bodies = new Set([
    ...(ad.bodyVariations ?? (ad.description === undefined ? [] : [ad.description])),
    ...ad.media.flatMap(({ adCopyDescription }) => adCopyDescription ?? []),
  ]);
  if (bodies.size > 5 && (ad.bodyVariations?.length ?? 0) <= 5)
    report(
      'media',
      'variations_count',
      `A flexible ad has at most 5 texts; with those of its media these are ${bodies.size}.`,
      {
        values: { most: 5, count: bodies.size },
      },
    );
  for (const field of ['headlineVariations', 'bodyVariations'] as const) {
    const variations = ad[field];
    if (variations === undefined) continue;
    if (variations.length > 5)
      report(
        field,
        'variations_count',
        `${field} holds at most 5 texts; these are ${variations.length}.`,
        {
          values: { most: 5, count: variations.length },
        },
      );
    const seen = new Set<string>();
    variations.forEach((text, position) => {
      if (text.trim() === '')
        report(
          `${field}[${position}]`,
          'empty_text',
          'This variation is empty. Write something, or remove it.',
        );
      else if (seen.has(text))
        report(
          `${field}[${position}]`,
          'repeated_text',
          'This variation stands in the list already; the platform refuses a text that is given twice.',
        );
      seen.add(text);
    });
  }
}

const nameOf = (media: LaunchMedia) => (media.filename === '' ? 'this item' : media.filename);

function existingRules(ad: LaunchAd, report: ReportFault): void {
  if (ad.type === 'postBoost') postRules(ad, report);
  if (
    ad.type !== 'postBoost' &&
    ad.media.some(({ effectiveStoryId }) => effectiveStoryId !== undefined)
  )
    report(
      'scalePostId',
      'post_not_boosted',
      'The media name an existing post, but scalePostId is not true: the post would not be used. Send scalePostId: true, or leave effectiveStoryId out.',
    );
  partnershipRules(ad, report);
}

function postRules(ad: LaunchAd, report: ReportFault): void {
  if (ad.media.length > 1)
    report('media', 'media_count', 'A post boost names one post. Use one ad per post.', {
      values: { most: 1, count: ad.media.length },
    });
  ad.media.forEach(({ effectiveStoryId }, position) => {
    if (effectiveStoryId === undefined)
      report(
        `media[${position}].effectiveStoryId`,
        'missing_field',
        'effectiveStoryId is missing: the post to boost.',
      );
  });
}

function partnershipRules(ad: LaunchAd, report: ReportFault): void {
  const { partnershipCode: code, partnershipAd: creator } = ad;
  if (ad.type === 'partnershipCode' && code === undefined)
    report(
      'partnershipCode',
      'missing_field',
      'partnershipCode is missing: the code the creator gave you.',
    );
  if (code !== undefined && ad.type !== 'partnershipCode')
    report(
      'type',
      'partnership_type',
      'An ad with a partnershipCode shows the creator’s own content. Leave type out, or remove the code.',
    );
  if (code !== undefined && !/^adcode-\S+$/.test(code) && !/^\S{16,}$/.test(code))
    report(
      'partnershipCode',
      'partnership_code',
      'A partnership code starts with adcode- or has 16 or more characters.',
    );
  if (creator === undefined) return;
  if (creator.creatorId === undefined && creator.creatorPageId === undefined)
    report(
      'partnershipAd',
      'partnership_creator',
      'partnershipAd needs creatorId or creatorPageId.',
    );
  for (const field of ['creatorId', 'creatorPageId'] as const)
    if (creator[field] !== undefined && !/^\d+$/.test(creator[field]))
      report(`partnershipAd.${field}`, 'partnership_creator', `${field} must be a number.`);
}
