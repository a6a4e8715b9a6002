import type { LaunchAd, LaunchMedia } from '../../../../core/ports/launch-ad.ts';
import type { Asset } from '../../../../core/ports/platform-launch.ts';
import type { Row } from '../../kit/json.ts';
import { callToAction, destinationOf } from './call-to-action.ts';
import { assetAt, type Built, bodiesOf, headlinesOf, identity, thumbnailOf, UnbuildableAd } from './parts.ts';

export function singleCreative(ad: LaunchAd, assets: readonly Asset[]): Built {
  return { params: { object_story_spec: { ...identity(ad), ...storyOf(ad, assets) } } };
}

/** First medium, headline and text: a single ad, or the anchor of a flexible one. */
export function storyOf(ad: LaunchAd, assets: readonly Asset[]): Row {
  const asset = assetAt(assets, 0);
  const [title] = headlinesOf(ad);
  const [message] = bodiesOf(ad);
  return asset.type === 'image'
    ? { link_data: linkData(ad, asset.ref, title, message) }
    : { video_data: videoData(ad, asset, title, message) };
}

function linkData(ad: LaunchAd, hash: string, title: string | undefined, message: string | undefined): Row {
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
function videoData(ad: LaunchAd, asset: Asset, title: string | undefined, message: string | undefined): Row {
  const button = ad.cta === undefined && ad.link !== undefined ? { ...ad, cta: 'LEARN_MORE' } : ad;
  return {
    video_id: asset.ref,
    image_url: thumbnailOf(ad, asset, 0),
    title,
    message,
    link_description: ad.adDescription,
    call_to_action: callToAction(button),
  };
}

/** Without a story spec the profile stands at the top. */
export function postCreative(ad: LaunchAd): Built {
  const story = ad.media[0]?.effectiveStoryId;
  if (story === undefined) {
    throw new UnbuildableAd('The ad names no post to boost.', 'Give media[0].effectiveStoryId as {page}_{post}.');
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
 * A creator's post, unlocked by a code. People see the prefix `adcode-`, which the platform leaves out when it tells the code; so
 * do we.
 */
export function partnershipCodeCreative(ad: LaunchAd): Built {
  if (ad.partnershipCode === undefined) {
    throw new UnbuildableAd('The ad has no partnership code.', 'Give partnershipCode.');
  }
  return {
    params: {
      object_id: ad.page,
      instagram_user_id: ad.secondary,
      branded_content: { instagram_boost_post_access_token: ad.partnershipCode.replace(/^adcode-/, ''), ad_format: 1 },
      call_to_action: callToAction(ad),
    },
  };
}

/**
 * Without `multi_share_optimized: false` the platform reorders the cards, without `multi_share_end_card: false` it adds its own.
 */
export function carouselCreative(ad: LaunchAd, assets: readonly Asset[]): Built {
  const cards = ad.media.map((media, position) => card(ad, media, assetAt(assets, position), position));
  const link = destinationOf(ad) ?? ad.media.find((media) => media.carouselLink !== undefined)?.carouselLink;
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

function card(ad: LaunchAd, media: LaunchMedia, asset: Asset, position: number): Row {
  const link = media.carouselLink ?? destinationOf(ad);
  return {
    link,
    name: media.carouselTitle,
    description: media.carouselDescription,
    ...(asset.type === 'image' ? { image_hash: asset.ref } : { video_id: asset.ref, picture: thumbnailOf(ad, asset, position) }),
    call_to_action: callToAction(ad, link),
  };
}
