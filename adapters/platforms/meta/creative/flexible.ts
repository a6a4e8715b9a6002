import type { LaunchAd } from '../../../../core/ports/launch-ad.ts';
import type { AdSetFacts, Asset } from '../../../../core/ports/platform-launch.ts';
import type { Row } from '../../kit/json.ts';
import { callToAction, destinationOf } from './call-to-action.ts';
import { allBodiesOf, assetAt, type Built, bodiesOf, headlinesOf, identity, textOptions, thumbnailOf } from './parts.ts';
import { storyOf } from './stories.ts';

/**
 * For sales and app promotion the AD carries groups of media and texts; for other objectives a CREATIVE carries several texts for
 * one medium.
 */
type FlexibleForm = 'flexible-groups' | 'flexible-texts';

const withGroups = ['OUTCOME_SALES', 'OUTCOME_APP_PROMOTION'];

export function flexibleForm(adSet: Pick<AdSetFacts, 'objective'>): FlexibleForm {
  return withGroups.includes(adSet.objective) ? 'flexible-groups' : 'flexible-texts';
}

/** With groups the creative is only their anchor. */
export function flexibleCreative(ad: LaunchAd, assets: readonly Asset[], form: string): Built {
  if (form === 'flexible-groups') return { params: { object_story_spec: { ...identity(ad), ...storyOf(ad, assets) } } };
  const first = assetAt(assets, 0);
  const params = first.type === 'image' ? imageTexts(ad, assets) : videoTexts(ad, assets);
  if (assets.length === 1) return { params };
  const warning =
    'Outside sales and app campaigns the platform shows only one of the media of a flexible ad. Use several ads, or an ad set of a sales campaign.';
  return { params, warnings: [warning] };
}

/** The anchor holds link and button; the feed's first image must be the anchor's (3858355). */
function imageTexts(ad: LaunchAd, assets: readonly Asset[]): Row {
  const images = assets.filter((asset) => asset.type === 'image');
  return {
    object_story_spec: {
      ...identity(ad),
      link_data: { link: destinationOf(ad), image_hash: images[0]?.ref, call_to_action: callToAction(ad) },
    },
    asset_feed_spec: { images: images.map(({ ref }) => ({ hash: ref })), ...textFeed(ad) },
  };
}

/** The feed holds link and button, the anchor the bare link (2061015, 1443048 otherwise). */
function videoTexts(ad: LaunchAd, assets: readonly Asset[]): Row {
  const link = destinationOf(ad);
  const videos = assets.flatMap((asset, position) =>
    asset.type === 'video' ? [{ video_id: asset.ref, thumbnail_url: thumbnailOf(ad, asset, position) }] : [],
  );
  return {
    object_story_spec: { ...identity(ad), ...(link !== undefined && { link_data: { link } }) },
    asset_feed_spec: {
      ad_formats: ['SINGLE_VIDEO'],
      videos,
      ...(link !== undefined && { link_urls: [{ website_url: link }] }),
      ...(ad.cta !== undefined && { call_to_action_types: [ad.cta] }),
      ...textFeed(ad),
    },
  };
}

function textFeed(ad: LaunchAd): Row {
  return {
    bodies: textOptions(allBodiesOf(ad)),
    titles: textOptions(headlinesOf(ad)),
    descriptions: textOptions([ad.adDescription]),
    optimization_type: 'DEGREES_OF_FREEDOM',
  };
}

/** Media with their own text form a group with it. */
export function assetGroups(ad: LaunchAd, assets: readonly Asset[]): Row {
  const own = new Map<string | undefined, Asset[]>();
  assets.forEach((asset, position) => {
    const text = ad.media[position]?.adCopyDescription;
    own.set(text, [...(own.get(text) ?? []), asset]);
  });
  return { groups: [...own].map(([text, some]) => assetGroup(ad, some, text === undefined ? bodiesOf(ad) : [text])) };
}

function assetGroup(ad: LaunchAd, assets: readonly Asset[], bodies: readonly (string | undefined)[]): Row {
  const texts = (kind: string, options: readonly (string | undefined)[]) =>
    textOptions(options).map(({ text }) => ({ text, text_type: kind }));
  const button = callToAction(ad);
  return {
    images: assets.flatMap((asset) => (asset.type === 'image' ? [{ hash: asset.ref }] : [])),
    videos: assets.flatMap((asset) => (asset.type === 'video' ? [{ video_id: asset.ref }] : [])),
    texts: [...texts('primary_text', bodies), ...texts('headline', headlinesOf(ad)), ...texts('description', [ad.adDescription])],
    ...(button !== undefined && { call_to_action: button }),
  };
}
