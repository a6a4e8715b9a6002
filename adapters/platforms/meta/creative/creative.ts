import { type Shape, shapeOf } from '../../../../core/launch/plan/ratio.ts';
import { asRow, at, rowsOf, text } from '../../kit/json.ts';
import type { AdSetFacts, Asset, CreativeOperation, LaunchAd, Row } from '../../types.ts';
import { linkMark, unmarked } from '../link-demand.ts';
import { destinationOf, feedButtons } from './call-to-action.ts';
import { enhancementParams } from './enhancements.ts';
import {
  carouselCreative,
  flexibleCreative,
  flexibleForm,
  partnershipCodeCreative,
  postCreative,
  singleCreative,
} from './flexible.ts';
import {
  assetAt,
  type Built,
  choosesApp,
  identity,
  messagingFeed,
  textOptions,
  thumbnailOf,
  UnbuildableAd,
} from './parts.ts';

/**
 * Ads of several ad sets share a creative, except flexible ads (built in two ways), ad sets where
 * people choose an app to write in, and ads without a link where the ad set asks for none.
 */
export function creativeKey(
  ad: LaunchAd,
  adSet: Pick<AdSetFacts, 'objective' | 'optimizationGoal' | 'destinationType'>,
) {
  return `${formOf(ad, adSet)}${linkMark(ad, adSet)}`;
}

function formOf(ad: LaunchAd, adSet: Pick<AdSetFacts, 'objective' | 'destinationType'>) {
  if (ad.type === 'flexible') return flexibleForm(adSet);
  return ad.type === 'single' && choosesApp(adSet) ? `single@${adSet.destinationType}` : ad.type;
}

/** Throws `UnbuildableAd`. */
export function buildCreative(
  operation: Pick<CreativeOperation, 'id' | 'batch' | 'ad' | 'assets' | 'creativeKey'>,
): Built {
  const { assets } = operation;
  const { ad, key } = unmarked(operation.ad, operation.creativeKey);
  const { params, warnings } = storyOf(ad, assets, key);
  const built = {
    name: creativeName(operation),
    ...params,
    ...withPromoCode(params, ad.promoCode),
    ...creatorOf(ad),
    ...(ad.utmTags !== undefined && { url_tags: ad.utmTags }),
    ...(ad.aiMediaSelfDisclosure === true && {
      generative_asset_spec: {
        transparency_metadata: { self_disclosure: { enroll_status: 'OPT_IN' } },
      },
    }),
    ...enhancementParams(ad.enhancements),
    adlabels: [{ name: operation.batch }],
  };
  return { params: built, ...(warnings && { warnings }) };
}

function storyOf(ad: LaunchAd, assets: readonly Asset[], key: string): Built {
  switch (ad.type) {
    case 'single': {
      const [, destination] = key.split('@');
      const { params } = singleCreative(ad, assets);
      return {
        params:
          destination === undefined
            ? params
            : { ...params, asset_feed_spec: messagingFeed(destination) },
      };
    }
    case 'multi':
      return multiCreative(ad, assets);
    case 'carousel':
      return carouselCreative(ad, assets);
    case 'flexible':
      return flexibleCreative(ad, assets, key);
    case 'postBoost':
      return postCreative(ad);
    case 'partnershipCode':
      return partnershipCodeCreative(ad);
  }
}

/** Unique within the batch, whose name is the label: both find a creative again. */
export function creativeName(operation: Pick<CreativeOperation, 'id' | 'ad'>) {
  const readable = operation.ad.adName
    .replace(/\{\{[^{}]*\}\}/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return `${readable.slice(0, 80)} [${operation.id}]`.trim();
}

/** The asset feed carries the code; a creative without a feed gets one. */
function withPromoCode(params: Row, code: string | undefined) {
  if (code === undefined) return {};
  const promotional_metadata = {
    allowed_coupon_code_sources: ['AD_CREATIVE_MANUAL_COUPON_CODES'],
    manual_coupon_codes: [code],
    is_auto_update_allowed: false,
  };
  return { asset_feed_spec: { ...asRow(params.asset_feed_spec), promotional_metadata } };
}

function creatorOf(ad: LaunchAd) {
  const { creatorId, creatorPageId } = ad.partnershipAd ?? {};
  if (creatorId === undefined && creatorPageId === undefined) return {};
  return {
    ...(creatorPageId !== undefined && {
      facebook_branded_content: { sponsor_page_id: creatorPageId },
    }),
    ...(creatorId !== undefined && { instagram_branded_content: { sponsor_id: creatorId } }),
    ...(ad.type !== 'partnershipCode' && { branded_content: { ad_format: 1 } }),
  };
}

/** The platform drops these silently: they are read back. */
export function needsReadBack(ad: LaunchAd) {
  return ad.promoCode !== undefined || ad.leadFormId !== undefined || ad.type === 'multi';
}

export const readBackFields = 'id,name,asset_feed_spec,object_story_spec';

/**
 * Whether the platform kept the form of an ad. Without it the ad would fail later (3390001), or run
 * without a form.
 */
export function hasForm({ leadFormId }: LaunchAd, creative: Row): boolean {
  if (leadFormId === undefined) return true;
  const { link_data, video_data } = asRow(creative.object_story_spec) ?? {};
  const buttons = [
    at(link_data, 'call_to_action'),
    at(video_data, 'call_to_action'),
    ...rowsOf(at(creative.asset_feed_spec, 'call_to_actions')),
  ];
  const cards = rowsOf(at(link_data, 'child_attachments')).map((card) => card.call_to_action);
  const opens = (button: unknown): boolean =>
    text(at(button, 'value', 'lead_gen_form_id')) === leadFormId;
  return buttons.some(opens) && cards.every(opens);
}

/** What the platform dropped, for the user. */
export function readBackWarnings(ad: LaunchAd, creative: Row) {
  const feed = creative.asset_feed_spec;
  const warnings: string[] = [];
  const codes = at(feed, 'promotional_metadata', 'manual_coupon_codes');
  if (ad.promoCode !== undefined && !(Array.isArray(codes) && codes.includes(ad.promoCode))) {
    warnings.push(
      `The platform dropped the promo code ${ad.promoCode} from the creative. Add it in the ads manager, or put it into the text.`,
    );
  }
  if (ad.type === 'multi') {
    const kept = Math.max(rowsOf(at(feed, 'images')).length, rowsOf(at(feed, 'videos')).length);
    if (kept < ad.media.length) {
      warnings.push(
        `The platform kept ${kept} of ${ad.media.length} media of this placement ad. Check how it looks in each placement.`,
      );
    }
  }
  return warnings;
}

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
 * The platform knows positions, not ratios. This table is ours, after its recommendations: 9:16 for
 * stories and reels, 4:5 for feeds, 16:9 for in-stream and the right column. A square is always the
 * fallback. `explore` and `explore_home` are left to the fallback: versions differ in which they
 * accept.
 */
const positions: {
  readonly [S in Exclude<Shape, 'square'>]: { readonly [T in Asset['type']]: Row };
} = {
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
function multiCreative(ad: LaunchAd, assets: readonly Asset[]): Built {
  const kind = assetAt(assets, 0).type;
  const shapes = ad.media.map(({ ratio, filename }) => {
    if (ratio === undefined) {
      throw new UnbuildableAd(
        `The ratio of ${filename} is not known.`,
        'Put a mark such as 9x16 into the file name.',
      );
    }
    return shapeOf(ratio);
  });
  const fallback = fallbackOrder.find((shape) => shapes.includes(shape));
  const labelled = ad.media.map((_, position) => {
    const asset = assetAt(assets, position);
    if (asset.type !== kind) {
      throw new UnbuildableAd(
        'A placement ad cannot mix images and videos.',
        'Launch them as two ads.',
      );
    }
    const adlabels = [{ name: `media_${position}` }];
    return asset.type === 'image'
      ? { hash: asset.ref, adlabels }
      : { video_id: asset.ref, thumbnail_url: thumbnailOf(ad, asset, position), adlabels };
  });

  // The empty spec takes what is left, so it comes last.
  const texts = ownTexts(ad);
  const ruled = (position: number, spec: Row): Row => ({
    ...rule(kind, position, spec),
    ...texts.labelAt(position),
  });
  const explicit = shapes.flatMap((shape, position) =>
    shape === fallback ? [] : [ruled(position, spotsOf(shape, kind))],
  );
  const rest = ruled(shapes.indexOf(fallback ?? 'square'), {});
  const rules = [...explicit, { ...rest, is_default: true }].map((each, position) => ({
    ...each,
    priority: position + 1,
  }));
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
        ...feedButtons(ad),
        optimization_type: 'PLACEMENT',
        asset_customization_rules: rules,
      },
    },
  };
}

const spotsOf = (shape: Shape, kind: Asset['type']) =>
  shape === 'square' ? {} : positions[shape][kind];

const rule = (kind: Asset['type'], position: number, spec: Row) => ({
  customization_spec: spec,
  [`${kind}_label`]: { name: `media_${position}` },
});

/**
 * Each medium has its own text or the ad's. Labels are needed only where media have their own
 * texts; a shared text is sent once.
 */
function ownTexts(ad: LaunchAd): {
  readonly bodies: readonly Row[];
  labelAt(position: number): Row;
} {
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
