import type { LaunchAd } from '../../../../core/ports/launch-ad.ts';
import type { AdSetFacts, Asset } from '../../../../core/ports/platform-launch.ts';
import { asRow, at, type Row, rowsOf } from '../../kit/json.ts';
import type { CreativeOperation } from '../../kit/operations.ts';
import { linkMark, unmarked } from '../link-demand.ts';
import { enhancementParams } from './enhancements.ts';
import { flexibleCreative, flexibleForm } from './flexible.ts';
import { multiCreative } from './multi.ts';
import { type Built, choosesApp, messagingFeed } from './parts.ts';
import { carouselCreative, partnershipCodeCreative, postCreative, singleCreative } from './stories.ts';

/**
 * Ads of several ad sets share a creative, except flexible ads (built in two ways), ad sets where people choose an app to write
 * in, and ads without a link where the ad set asks for none.
 */
export function creativeKey(ad: LaunchAd, adSet: Pick<AdSetFacts, 'objective' | 'optimizationGoal' | 'destinationType'>): string {
  return `${formOf(ad, adSet)}${linkMark(ad, adSet)}`;
}

function formOf(ad: LaunchAd, adSet: Pick<AdSetFacts, 'objective' | 'destinationType'>): string {
  if (ad.type === 'flexible') return flexibleForm(adSet);
  return ad.type === 'single' && choosesApp(adSet) ? `single@${adSet.destinationType}` : ad.type;
}

/** Throws `UnbuildableAd`. */
export function buildCreative(operation: Pick<CreativeOperation, 'id' | 'batch' | 'ad' | 'assets' | 'creativeKey'>): Built {
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
      generative_asset_spec: { transparency_metadata: { self_disclosure: { enroll_status: 'OPT_IN' } } },
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
      return { params: destination === undefined ? params : { ...params, asset_feed_spec: messagingFeed(destination) } };
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
export function creativeName(operation: Pick<CreativeOperation, 'id' | 'ad'>): string {
  const readable = operation.ad.adName
    .replace(/\{\{[^{}]*\}\}/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return `${readable.slice(0, 80)} [${operation.id}]`.trim();
}

/** The asset feed carries the code; a creative without a feed gets one. */
function withPromoCode(params: Row, code: string | undefined): Row {
  if (code === undefined) return {};
  const promotional_metadata = {
    allowed_coupon_code_sources: ['AD_CREATIVE_MANUAL_COUPON_CODES'],
    manual_coupon_codes: [code],
    is_auto_update_allowed: false,
  };
  return { asset_feed_spec: { ...asRow(params.asset_feed_spec), promotional_metadata } };
}

function creatorOf(ad: LaunchAd): Row {
  const { creatorId, creatorPageId } = ad.partnershipAd ?? {};
  if (creatorId === undefined && creatorPageId === undefined) return {};
  return {
    ...(creatorPageId !== undefined && { facebook_branded_content: { sponsor_page_id: creatorPageId } }),
    ...(creatorId !== undefined && { instagram_branded_content: { sponsor_id: creatorId } }),
    ...(ad.type !== 'partnershipCode' && { branded_content: { ad_format: 1 } }),
  };
}

/** The platform drops these silently: they are read back. */
export function needsReadBack(ad: LaunchAd): boolean {
  return ad.promoCode !== undefined || ad.type === 'multi';
}

export const readBackFields = 'id,name,asset_feed_spec';

/** What the platform dropped, for the user. */
export function readBackWarnings(ad: LaunchAd, creative: Row): readonly string[] {
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
