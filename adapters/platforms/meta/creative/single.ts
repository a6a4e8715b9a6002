import type { LaunchAd } from '../../../../core/ports/launch-ad.ts';
import type { Asset } from '../../../../core/ports/platform-launch.ts';
import type { Row } from '../../kit/json.ts';
import { callToAction, destinationOf } from './call-to-action.ts';
import { assetAt, type Built, bodiesOf, headlinesOf, identity, thumbnailOf } from './parts.ts';

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
