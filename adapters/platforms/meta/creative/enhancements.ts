import { wordsIn } from '../../kit/json.ts';

/**
 * Defaults to on at the platform. The bundles `standard_enhancements` and `advantage_plus_creative`
 * are missing: the platform refuses them in writes (3858504).
 */
export const creativeFeatures: readonly string[] = wordsIn(`
  adapt_to_placement add_text_overlay ads_with_benefits app_highlights audio biz_ai carousel_to_video catalog_feed_tag
  creative_stickers cv_transformation description_automation dha_optimization dynamic_partner_content enhance_cta fb_feed_tag
  fb_reels_tag fb_story_tag feed_caption_optimization generate_cta hide_price ig_feed_tag ig_glados_feed ig_reels_tag
  ig_stream_tag image_animation image_auto_crop image_background_gen image_brightness_and_contrast image_enhancement
  image_templates image_touchups image_uncrop inline_comment local_store_extension media_liquidity_animated_image media_order
  media_type_automation multi_photo_to_video music_generation pac_relaxation product_extensions product_metadata_automation
  product_tags profile_card profile_extension replace_media_text reveal_details_over_time show_destination_blurbs show_summary
  site_extensions text_extraction_for_headline text_extraction_for_tap_target text_generation text_optimizations
  text_overlay_translation text_translation translate_voiceover video_auto_crop video_filtering video_highlight
  video_highlights video_to_image video_uncrop
`);

/** A switch of the same kind: showing the ad beside other advertisers'. */
export const sharedSpace = 'contextual_multi_ads';

const ON = { enroll_status: 'OPT_IN' };
const OFF = { enroll_status: 'OPT_OUT' };

/** States every enhancement: off unless asked for by name. */
export const enhancementParams = (asked: readonly string[] = []) =>
  asked.length === 0 ? allOff : stated(asked);

function stated(asked: readonly string[]) {
  const status = (feature: string) => (asked.includes(feature) ? ON : OFF);
  return {
    degrees_of_freedom_spec: {
      creative_features_spec: Object.fromEntries(
        creativeFeatures.map((feature) => [feature, status(feature)]),
      ),
    },
    [sharedSpace]: status(sharedSpace),
  };
}

/** One value for the thousands of a large launch. */
const allOff = /* @__PURE__ */ stated([]);
