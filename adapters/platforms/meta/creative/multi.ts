import { type Shape, shapeOf } from '../../../../core/launch/plan/ratio.ts';
import type { LaunchAd } from '../../../../core/ports/launch-ad.ts';
import type { Asset } from '../../../../core/ports/platform-launch.ts';
import type { Row } from '../../kit/json.ts';
import { destinationOf } from './call-to-action.ts';
import { assetAt, type Built, identity, textOptions, thumbnailOf, UnbuildableAd } from './parts.ts';

/** The most widely usable shape first. */
const fallbackOrder: readonly Shape[] = ['square', 'portrait', 'landscape', 'vertical'];

const storiesAndReels: Row = {
  publisher_platforms: ['facebook', 'instagram'],
  facebook_positions: ['story', 'facebook_reels'],
  instagram_positions: ['story', 'reels', 'profile_reels'],
};

const feeds: Row = {
  publisher_platforms: ['facebook', 'instagram'],
  facebook_positions: ['feed', 'profile_feed'],
  instagram_positions: ['stream', 'profile_feed'],
};

/**
 * The platform knows positions, not ratios. This table is ours, after its recommendations: 9:16 for stories and reels, 4:5 for
 * feeds, 16:9 for in-stream and the right column. A square is always the fallback. `explore` and `explore_home` are left to the
 * fallback: versions differ in which they accept.
 */
const positions: { readonly [S in Exclude<Shape, 'square'>]: { readonly [T in Asset['type']]: Row } } = {
  vertical: { image: storiesAndReels, video: storiesAndReels },
  portrait: { image: feeds, video: feeds },
  landscape: {
    image: {
      publisher_platforms: ['facebook', 'audience_network'],
      facebook_positions: ['right_hand_column', 'search'],
      audience_network_positions: ['classic'],
    },
    video: {
      publisher_platforms: ['facebook', 'audience_network'],
      facebook_positions: ['instream_video', 'search'],
      audience_network_positions: ['instream_video', 'rewarded_video'],
    },
  },
};

/** Each asset carries a label, and rules say which label goes where. */
export function multiCreative(ad: LaunchAd, assets: readonly Asset[]): Built {
  const kind = assetAt(assets, 0).type;
  const shapes = ad.media.map(({ ratio, filename }) => {
    if (ratio === undefined) {
      throw new UnbuildableAd(`The ratio of ${filename} is not known.`, 'Put a mark such as 9x16 into the file name.');
    }
    return shapeOf(ratio);
  });
  const fallback = fallbackOrder.find((shape) => shapes.includes(shape));
  const labelled = ad.media.map((_, position) => {
    const asset = assetAt(assets, position);
    if (asset.type !== kind) {
      throw new UnbuildableAd('A placement ad cannot mix images and videos.', 'Launch them as two ads.');
    }
    const adlabels = [{ name: `media_${position}` }];
    return asset.type === 'image'
      ? { hash: asset.ref, adlabels }
      : { video_id: asset.ref, thumbnail_url: thumbnailOf(ad, asset, position), adlabels };
  });

  // The empty spec takes what is left, so it comes last.
  const texts = ownTexts(ad);
  const ruled = (position: number, spec: Row): Row => ({ ...rule(kind, position, spec), ...texts.labelAt(position) });
  const explicit = shapes.flatMap((shape, position) => (shape === fallback ? [] : [ruled(position, spotsOf(shape, kind))]));
  const rest = ruled(shapes.indexOf(fallback ?? 'square'), {});
  const rules = [...explicit, { ...rest, is_default: true }].map((each, position) => ({ ...each, priority: position + 1 }));
  const link = destinationOf(ad);
  return {
    params: {
      object_story_spec: identity(ad),
      asset_feed_spec: {
        ad_formats: [kind === 'image' ? 'SINGLE_IMAGE' : 'SINGLE_VIDEO'],
        [kind === 'image' ? 'images' : 'videos']: labelled,
        bodies: texts.bodies,
        titles: textOptions([ad.title]),
        descriptions: textOptions([ad.adDescription]),
        ...(link !== undefined && { link_urls: [{ website_url: link }] }),
        ...(ad.cta !== undefined && { call_to_action_types: [ad.cta] }),
        optimization_type: 'PLACEMENT',
        asset_customization_rules: rules,
      },
    },
  };
}

const spotsOf = (shape: Shape, kind: Asset['type']): Row => (shape === 'square' ? {} : positions[shape][kind]);

const rule = (kind: Asset['type'], position: number, spec: Row): Row => ({
  customization_spec: spec,
  [`${kind}_label`]: { name: `media_${position}` },
});

/**
 * Each medium has its own text or the ad's. Labels are needed only where media have their own texts; a shared text is sent once.
 */
function ownTexts(ad: LaunchAd): { readonly bodies: readonly Row[]; labelAt(position: number): Row } {
  const wanted = ad.media.map(({ adCopyDescription }) => adCopyDescription ?? ad.description);
  if (ad.media.every(({ adCopyDescription }) => adCopyDescription === undefined))
    return { bodies: textOptions([ad.description]), labelAt: () => ({}) };
  const distinct = [...new Set(wanted)].filter((text) => text !== undefined);
  return {
    bodies: distinct.map((text, i) => ({ text, adlabels: [{ name: `body_${i}` }] })),
    labelAt(position) {
      const i = distinct.indexOf(wanted[position] ?? '');
      return i < 0 ? {} : { body_label: { name: `body_${i}` } };
    },
  };
}
