import type { AdSetFacts, Asset, LaunchAd, LaunchMedia } from '../../types.ts';
import { callToAction, destinationOf, feedButtons } from './call-to-action.ts';
import {
  allBodiesOf,
  assetAt,
  type Built,
  bodiesOf,
  headlinesOf,
  identity,
  textOptions,
  thumbnailOf,
  UnbuildableAd,
} from './parts.ts';

/**
 * For sales and app promotion the AD carries groups of media and texts; for other objectives a
 * CREATIVE carries several texts for one medium.
 */
type FlexibleForm = 'flexible-groups' | 'flexible-texts';

const withGroups = ['OUTCOME_SALES', 'OUTCOME_APP_PROMOTION'];

export function flexibleForm(adSet: Pick<AdSetFacts, 'objective'>): FlexibleForm {
  return withGroups.includes(adSet.objective) ? 'flexible-groups' : 'flexible-texts';
}

/** With groups the creative is only their anchor. */
export function flexibleCreative(ad: LaunchAd, assets: readonly Asset[], form: string): Built {
  if (form === 'flexible-groups')
    return { params: { object_story_spec: { ...identity(ad), ...storyOf(ad, assets) } } };
  const first = assetAt(assets, 0);
  const params = first.type === 'image' ? imageTexts(ad, assets) : videoTexts(ad, assets);
  if (assets.length === 1) return { params };
  const warning =
    'Outside sales and app campaigns the platform shows only one of the media of a flexible ad. Use several ads, or an ad set of a sales campaign.';
  return { params, warnings: [warning] };
}

/** The anchor holds link and button; the feed's first image must be the anchor's (3858355). */
function imageTexts(ad: LaunchAd, assets: readonly Asset[]) {
  const images = assets.filter((asset) => asset.type === 'image');
  return {
    object_story_spec: {
      ...identity(ad),
      link_data: {
        link: destinationOf(ad),
        image_hash: images[0]?.ref,
        call_to_action: callToAction(ad),
      },
    },
    asset_feed_spec: {
      images: images.map(({ ref }) => ({ hash: ref })),
      ...(ad.leadFormId !== undefined && feedButtons(ad)),
      ...textFeed(ad),
    },
  };
}

/** The feed holds link and button, the anchor the bare link (2061015, 1443048 otherwise). */
function videoTexts(ad: LaunchAd, assets: readonly Asset[]) {
  const link = destinationOf(ad);
  const videos = assets.flatMap((asset, position) =>
    asset.type === 'video'
      ? [{ video_id: asset.ref, thumbnail_url: thumbnailOf(ad, asset, position) }]
      : [],
  );
  return {
    object_story_spec: { ...identity(ad), ...(link !== undefined && { link_data: { link } }) },
    asset_feed_spec: {
      ad_formats: ['SINGLE_VIDEO'],
      videos,
      ...(link !== undefined && { link_urls: [{ website_url: link }] }),
      ...feedButtons(ad),
      ...textFeed(ad),
    },
  };
}

function textFeed(ad: LaunchAd) {
  return {
    bodies: textOptions(allBodiesOf(ad)),
    titles: textOptions(headlinesOf(ad)),
    descriptions: textOptions([ad.adDescription]),
    optimization_type: 'DEGREES_OF_FREEDOM',
  };
}

/** Media with their own text form a group with it. */
export function assetGroups(ad: LaunchAd, assets: readonly Asset[]) {
  const own = new Map<string | undefined, Asset[]>();
  assets.forEach((asset, position) => {
    const text = ad.media[position]?.adCopyDescription;
    own.set(text, [...(own.get(text) ?? []), asset]);
  });
  return {
    groups: [...own].map(([text, some]) =>
      assetGroup(ad, some, text === undefined ? bodiesOf(ad) : [text]),
    ),
  };
}

function assetGroup(
  ad: LaunchAd,
  assets: readonly Asset[],
  bodies: readonly (string | undefined)[],
) {
  const texts = (kind: string, options: readonly (string | undefined)[]) =>
    textOptions(options).map(({ text }) => ({ text, text_type: kind }));
  const button = callToAction(ad);
  return {
    images: assets.flatMap((asset) => (asset.type === 'image' ? [{ hash: asset.ref }] : [])),
    videos: assets.flatMap((asset) => (asset.type === 'video' ? [{ video_id: asset.ref }] : [])),
    texts: [
      ...texts('primary_text', bodies),
      ...texts('headline', headlinesOf(ad)),
      ...texts('description', [ad.adDescription]),
    ],
    ...(button !== undefined && { call_to_action: button }),
  };
}

export function singleCreative(ad: LaunchAd, assets: readonly Asset[]): Built {
  return { params: { object_story_spec: { ...identity(ad), ...storyOf(ad, assets) } } };
}

/** First medium, headline and text: a single ad, or the anchor of a flexible one. */
function storyOf(ad: LaunchAd, assets: readonly Asset[]) {
  const asset = assetAt(assets, 0);
  const [title] = headlinesOf(ad);
  const [message] = bodiesOf(ad);
  return asset.type === 'image'
    ? { link_data: linkData(ad, asset.ref, title, message) }
    : { video_data: videoData(ad, asset, title, message) };
}

function linkData(
  ad: LaunchAd,
  hash: string,
  title: string | undefined,
  message: string | undefined,
) {
  return {
    link: destinationOf(ad),
    message,
    name: title,
    description: ad.adDescription,
    image_hash: hash,
    call_to_action: callToAction(ad),
  };
}

/** A video has no link of its own: a link needs a button. */
function videoData(
  ad: LaunchAd,
  asset: Asset,
  title: string | undefined,
  message: string | undefined,
) {
  const button = ad.cta === undefined && ad.link !== undefined ? { ...ad, cta: 'LEARN_MORE' } : ad;
  const opened = callToAction(button);
  return {
    video_id: asset.ref,
    image_url: thumbnailOf(ad, asset, 0),
    title,
    message,
    link_description: ad.adDescription,
    call_to_action:
      ad.leadFormId === undefined
        ? opened
        : { ...opened, value: { ...opened?.value, link: 'http://fb.me/' } },
  };
}

/** Without a story spec the profile stands at the top. */
export function postCreative(ad: LaunchAd): Built {
  const story = ad.media[0]?.effectiveStoryId;
  if (story === undefined) {
    throw new UnbuildableAd(
      'The ad names no post to boost.',
      'Give media[0].effectiveStoryId as {page}_{post}.',
    );
  }
  return {
    params: {
      object_story_id: story.includes('_') ? story : `${ad.page}_${story}`,
      instagram_user_id: ad.secondary,
      call_to_action: callToAction(ad),
    },
  };
}

/**
 * A creator's post, unlocked by a code. People see the prefix `adcode-`, which the platform leaves
 * out when it tells the code; so do we.
 */
export function partnershipCodeCreative(ad: LaunchAd): Built {
  if (ad.partnershipCode === undefined) {
    throw new UnbuildableAd('The ad has no partnership code.', 'Give partnershipCode.');
  }
  return {
    params: {
      object_id: ad.page,
      instagram_user_id: ad.secondary,
      branded_content: {
        instagram_boost_post_access_token: ad.partnershipCode.replace(/^adcode-/, ''),
        ad_format: 1,
      },
      call_to_action: callToAction(ad),
    },
  };
}

/**
 * Without `multi_share_optimized: false` the platform reorders the cards, without
 * `multi_share_end_card: false` it adds its own.
 */
export function carouselCreative(ad: LaunchAd, assets: readonly Asset[]): Built {
  const cards = ad.media.map((media, position) =>
    card(ad, media, assetAt(assets, position), position),
  );
  const link =
    destinationOf(ad) ?? ad.media.find((media) => media.carouselLink !== undefined)?.carouselLink;
  return {
    params: {
      object_story_spec: {
        ...identity(ad),
        link_data: {
          link,
          message: ad.description,
          child_attachments: cards,
          multi_share_optimized: false,
          multi_share_end_card: false,
          call_to_action: callToAction(ad, link),
        },
      },
    },
  };
}

function card(ad: LaunchAd, media: LaunchMedia, asset: Asset, position: number) {
  const link = media.carouselLink ?? destinationOf(ad);
  return {
    link,
    name: media.carouselTitle,
    description: media.carouselDescription,
    ...(asset.type === 'image'
      ? { image_hash: asset.ref }
      : { video_id: asset.ref, picture: thumbnailOf(ad, asset, position) }),
    call_to_action: callToAction(ad, link),
  };
}
