import type { LaunchAd, LaunchMedia } from '../../../../core/ports/launch-ad.ts';
import type { Asset } from '../../../../core/ports/platform-launch.ts';
import type { Row } from '../../kit/json.ts';
import { callToAction, destinationOf } from './call-to-action.ts';
import { assetAt, type Built, identity, thumbnailOf } from './parts.ts';

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
