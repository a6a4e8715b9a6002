import type { Table } from '../../types.ts';
import { setOf } from '../graph/params.ts';

export const callToActions = setOf(
  `ADD_TO_CART APPLY_NOW ASK_ABOUT_SERVICES ASK_FOR_MORE_INFO AUDIO_CALL BOOK_A_CONSULTATION BOOK_NOW BOOK_TRAVEL BROWSE_SHOP BUY BUY_NOW
  BUY_TICKETS BUY_VIA_MESSAGE CALL CALL_ME CALL_NOW CHAT_WITH_US CONFIRM CONTACT CONTACT_US DONATE DONATE_NOW DOWNLOAD EVENT_RSVP FIND_A_GROUP
  FIND_OUT_MORE FIND_YOUR_GROUPS FOLLOW_NEWS_STORYLINE FOLLOW_PAGE FOLLOW_USER GET_A_QUOTE GET_DETAILS GET_DIRECTIONS GET_IN_TOUCH GET_OFFER
  GET_OFFER_VIEW GET_PROMOTIONS GET_QUOTE GET_SHOWTIMES GET_STARTED INQUIRE_NOW INSTALL_APP INSTALL_MOBILE_APP JOIN_CHANNEL LEARN_MORE LIKE_PAGE
  LISTEN_MUSIC LISTEN_NOW MAKE_AN_APPOINTMENT MESSAGE_PAGE MOBILE_DOWNLOAD NO_BUTTON OPEN_INSTANT_APP OPEN_LINK ORDER_NOW PAY_TO_ACCESS PLAY_GAME
  PLAY_GAME_ON_FACEBOOK PURCHASE_GIFT_CARDS RAISE_MONEY RECORD_NOW REFER_FRIENDS REQUEST_TIME SAY_THANKS SEE_MORE SEE_SHOP SELL_NOW SEND_A_GIFT
  SEND_GIFT_MONEY SEND_UPDATES SHARE SHOP_NOW SHOP_WITH_AI SIGN_UP SOTTO_SUBSCRIBE START_ORDER SUBSCRIBE SWIPE_UP_PRODUCT SWIPE_UP_SHOP TRY_DEMO
  TRY_ON_WITH_AI UPDATE_APP USE_APP USE_MOBILE_APP VIDEO_ANNOTATION VIDEO_CALL VIEW_CART VIEW_CHANNEL VIEW_IN_CART VIEW_PRODUCT VISIT_PAGES_FEED
  VISIT_WEBSITE WATCH_LIVE_VIDEO WATCH_MORE WATCH_VIDEO WHATSAPP_MESSAGE WOODHENGE_SUPPORT`,
);

export const features = setOf(
  `adapt_to_placement add_text_overlay ads_with_benefits advantage_plus_creative app_highlights audio biz_ai carousel_to_video catalog_feed_tag
  creative_stickers customize_product_recommendation cv_transformation description_automation dha_optimization dynamic_partner_content enhance_cta
  fb_feed_tag fb_reels_tag fb_story_tag feed_caption_optimization generate_cta hide_price ig_feed_tag ig_glados_feed ig_reels_tag ig_stream_tag
  image_animation image_auto_crop image_background_gen image_brightness_and_contrast image_enhancement image_templates image_touchups image_uncrop
  inline_comment local_store_extension media_liquidity_animated_image media_order media_type_automation multi_photo_to_video music_generation
  pac_relaxation product_extensions product_metadata_automation product_tags profile_card profile_extension replace_media_text
  reveal_details_over_time show_destination_blurbs show_summary site_extensions standard_enhancements standard_enhancements_catalog
  text_extraction_for_headline text_extraction_for_tap_target text_generation text_optimizations text_overlay_translation text_translation
  translate_voiceover video_auto_crop video_filtering video_highlight video_highlights video_to_image video_uncrop wa_mm_image_filtering
  wa_mm_text_truncation_length`,
);

export const creativeParams = setOf(
  `name status adlabels account_id actor_id ad_disclaimer_spec applink_treatment asset_feed_spec authorization_category body branded_content
  branded_content_sponsor_page_id bundle_folder_id call_to_action call_to_action_type categorization_criteria category_media_source
  contextual_multi_ads creative_sourcing_spec degrees_of_freedom_spec destination_set_id destination_spec dynamic_ad_voice enable_direct_install
  facebook_branded_content format_transformation_spec generative_asset_spec image_crops image_file image_hash image_url instagram_actor_id
  instagram_branded_content instagram_permalink_url instagram_story_id instagram_user_id interactive_components_spec is_dco_internal
  link_deep_link_url link_og_id link_url media_sourcing_spec object_id object_story_id object_story_spec object_type object_url
  omnichannel_link_spec place_page_set_id platform_customizations playable_asset_id portrait_customizations product_set_id recommender_settings
  regional_regulation_disclaimer_spec source_instagram_media_id template_url template_url_spec threads_user_id thumbnail_url title url_tags
  use_page_actor_override video_id`,
);

export const storyKeys = setOf(
  'page_id instagram_user_id instagram_actor_id threads_user_id link_data video_data photo_data text_data template_data product_data',
);

export const linkKeys = setOf(
  `link message name description caption image_hash picture image_crops call_to_action child_attachments multi_share_optimized multi_share_end_card
  attachment_style page_welcome_message event_id offer_id force_single_link format_option retailer_item_ids show_multiple_images use_flexible_image_aspect_ratio
  additional_image_index app_link_spec collection_thumbnails static_fallback_spec branded_content_sponsor_page_id components`,
);

export const videoKeys = setOf(
  `video_id image_hash image_url title message link_description call_to_action page_welcome_message offer_id retailer_item_ids collection_thumbnails
  additional_image_index branded_content_sponsor_page_id customization_rules_spec post_click_configuration targeting`,
);

export const cardKeys = setOf(
  'link name description caption image_hash picture video_id image_crops call_to_action place_data static_card android_url ios_url ig_media_id',
);

export const feedKeys = setOf(
  `ad_formats additional_data asset_customization_rules audios autotranslate bodies call_ads_configuration call_to_action_types call_to_actions
  captions carousels descriptions events groups images link_urls message_extensions onsite_destinations optimization_type promotional_metadata
  reasons_to_shop shops_bundle titles translations upcoming_events videos app_product_page_id ctwa_consent_data`,
);

export const ctaValueKeys = setOf(
  `link link_caption link_format app_link app_destination application page lead_gen_form_id event_id product_link whatsapp_number object_store_urls
  android_url ios_url land_on_whatsapp_catalog land_on_whatsapp_profile`,
);

export const cropKeys = setOf('100x100 100x72 400x500 400x150 600x360 90x160 300x400');

export const feedPositions: Table<ReadonlySet<string>> = {
  facebook_positions: setOf(
    'feed right_hand_column marketplace video_feeds search story notification instream_video facebook_reels facebook_reels_overlay profile_feed biz_disco_feed',
  ),
  instagram_positions: setOf(
    'stream story explore explore_home profile_feed profile_reels reels ig_search',
  ),
  messenger_positions: setOf('sponsored_messages story messenger_home'),
  audience_network_positions: setOf('classic instream_video rewarded_video'),
  threads_positions: setOf('threads_stream'),
};

export const formats = setOf(
  'SINGLE_IMAGE SINGLE_VIDEO CAROUSEL CAROUSEL_IMAGE CAROUSEL_VIDEO COLLECTION AUTOMATIC_FORMAT',
);

export const optimizationTypes = setOf(
  'PLACEMENT DEGREES_OF_FREEDOM REGULAR LANGUAGE FORMAT_AUTOMATION DOF_MESSAGING_DESTINATION ASSET_CUSTOMIZATION BRAND DYNAMIC_CREATIVE',
);
