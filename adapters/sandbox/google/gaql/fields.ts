import { names } from '../../kit/names.ts';
import type { Table } from '../../types.ts';
import {
  adGroupCriterionShapes,
  biddingShapes,
  campaignCriterionShapes,
  criterionType,
  queryFields,
} from '../objects/shapes.ts';

/** A list of words is an enum. */
export type FieldType = 'int' | 'text' | 'bool' | 'double' | 'time' | 'list' | readonly string[];

type Fields = Table<FieldType>;

/** Each line is a type and the fields that have it. */
const typed = (text: string): Fields =>
  Object.fromEntries(
    text
      .trim()
      .split('\n')
      .flatMap((line) => {
        const [type = '', fields = ''] = line.split(': ');
        return names(fields).map((field) => [field, type.trim() as FieldType]);
      }),
  );

const status = ['ENABLED', 'PAUSED', 'REMOVED'];
const primary = names('ELIGIBLE PAUSED REMOVED PENDING LIMITED NOT_ELIGIBLE ENDED');
const approval = [
  'APPROVED',
  'APPROVED_LIMITED',
  'DISAPPROVED',
  'AREA_OF_INTEREST_ONLY',
  'UNKNOWN',
];
const fieldTypes = names(`
  HEADLINE DESCRIPTION LONG_HEADLINE BUSINESS_NAME LOGO MARKETING_IMAGE SQUARE_MARKETING_IMAGE PORTRAIT_MARKETING_IMAGE
  YOUTUBE_VIDEO SITELINK CALLOUT AD_IMAGE CALL_TO_ACTION_SELECTION
`);
export const channels = names(
  'SEARCH DISPLAY SHOPPING VIDEO PERFORMANCE_MAX DEMAND_GEN MULTI_CHANNEL LOCAL',
);
const biddingTypes = names(`
  MANUAL_CPC MANUAL_CPM MANUAL_CPV MAXIMIZE_CONVERSIONS MAXIMIZE_CONVERSION_VALUE TARGET_SPEND TARGET_CPA TARGET_ROAS
  TARGET_IMPRESSION_SHARE PERCENT_CPC
`);
const accountStatus = ['ENABLED', 'CANCELED', 'SUSPENDED', 'CLOSED'];

export const attributes: Table<Fields> = {
  customer: {
    ...typed(`
      text: resource_name descriptive_name currency_code time_zone
      int: id
      bool: manager test_account auto_tagging_enabled
    `),
    status: accountStatus,
  },
  customer_client: {
    ...typed(`
      text: resource_name client_customer descriptive_name currency_code time_zone
      int: id level
      bool: hidden manager test_account
    `),
    status: accountStatus,
  },
  campaign: {
    ...typed(`
      text: resource_name name campaign_budget advertising_channel_sub_type tracking_url_template final_url_suffix
      text: bidding_strategy campaign_group dynamic_search_ads_setting.domain_name dynamic_search_ads_setting.language_code
      text: listing_type
      int: id shopping_setting.merchant_id
      list: primary_status_reasons labels url_custom_parameters targeting_setting.target_restrictions
      list: excluded_parent_asset_field_types asset_automation_settings frequency_caps
      time: start_date_time end_date_time
      double: optimization_score
      bool: network_settings.target_google_search network_settings.target_search_network
      bool: network_settings.target_content_network network_settings.target_partner_search_network
      bool: dynamic_search_ads_setting.use_supplied_urls_only ai_max_setting.enable_ai_max brand_guidelines_enabled
    `),
    status,
    primary_status: primary,
    serving_status: ['SERVING', 'NONE', 'ENDED', 'PENDING', 'SUSPENDED'],
    advertising_channel_type: channels,
    bidding_strategy_type: biddingTypes,
    contains_eu_political_advertising: [
      'CONTAINS_EU_POLITICAL_ADVERTISING',
      'DOES_NOT_CONTAIN_EU_POLITICAL_ADVERTISING',
    ],
    ...queryFields(biddingShapes),
    keyword_match_type: ['BROAD'],
    ad_serving_optimization_status: ['OPTIMIZE', 'ROTATE_INDEFINITELY'],
    'geo_target_type_setting.positive_geo_target_type': [
      'PRESENCE_OR_INTEREST',
      'SEARCH_INTEREST',
      'PRESENCE',
    ],
    'geo_target_type_setting.negative_geo_target_type': ['PRESENCE_OR_INTEREST', 'PRESENCE'],
  },
  campaign_budget: {
    ...typed(`
      text: resource_name name
      int: id amount_micros total_amount_micros reference_count
      bool: explicitly_shared
    `),
    delivery_method: ['STANDARD', 'ACCELERATED'],
    status: ['ENABLED', 'REMOVED'],
    period: ['DAILY', 'CUSTOM_PERIOD'],
    type: ['STANDARD'],
  },
  ad_group: {
    ...typed(`
      text: resource_name name campaign tracking_url_template final_url_suffix
      int: id cpc_bid_micros cpm_bid_micros target_cpa_micros cpv_bid_micros percent_cpc_bid_micros
      list: url_custom_parameters labels targeting_setting.target_restrictions excluded_parent_asset_field_types
      double: target_roas
      bool: optimized_targeting_enabled ai_max_ad_group_setting.disable_search_term_matching
    `),
    status,
    primary_status: primary,
    type: ['SEARCH_STANDARD', 'DISPLAY_STANDARD', 'SHOPPING_PRODUCT_ADS', 'VIDEO_RESPONSIVE'],
  },
  ad_group_ad: {
    ...typed(`
      text: resource_name ad_group ad.resource_name ad.name ad.tracking_url_template ad.final_url_suffix
      text: ad.responsive_search_ad.path1 ad.responsive_search_ad.path2
      list: primary_status_reasons labels action_items policy_summary.policy_topic_entries ad.final_urls
      list: ad.final_mobile_urls ad.url_custom_parameters ad.responsive_search_ad.headlines
      list: ad.responsive_search_ad.descriptions
      int: ad.id
      bool: ad.added_by_google_ads
    `),
    status,
    primary_status: primary,
    ad_strength: names('PENDING NO_ADS POOR AVERAGE GOOD EXCELLENT'),
    'policy_summary.approval_status': approval,
    'policy_summary.review_status': [
      'REVIEW_IN_PROGRESS',
      'REVIEWED',
      'UNDER_APPEAL',
      'ELIGIBLE_MAY_SERVE',
      'UNKNOWN',
    ],
    'ad.type': ['RESPONSIVE_SEARCH_AD', 'TEXT_AD'],
  },
  ad_group_criterion: {
    ...typed(`
      text: resource_name ad_group display_name final_url_suffix tracking_url_template
      int: criterion_id cpc_bid_micros cpm_bid_micros cpv_bid_micros percent_cpc_bid_micros quality_info.quality_score
      bool: negative
      double: bid_modifier
      list: final_urls final_mobile_urls url_custom_parameters
    `),
    status,
    type: typesOf(adGroupCriterionShapes),
    ...queryFields(adGroupCriterionShapes),
    approval_status: approval,
    system_serving_status: ['ELIGIBLE', 'RARELY_SERVED'],
    primary_status: primary,
  },
  keyword_view: { resource_name: 'text' },
  age_range_view: { resource_name: 'text' },
  gender_view: { resource_name: 'text' },
  campaign_criterion: {
    ...typed(`
      text: resource_name campaign display_name
      int: criterion_id
      bool: negative
      double: bid_modifier
    `),
    status,
    type: typesOf(campaignCriterionShapes),
    ...queryFields(campaignCriterionShapes),
  },
  search_term_view: {
    ...typed('text: resource_name search_term ad_group'),
    status: ['ADDED', 'EXCLUDED', 'ADDED_EXCLUDED', 'NONE', 'UNKNOWN'],
  },
  conversion_action: {
    ...typed(`
      text: resource_name name type category owner_customer
      int: id
      bool: primary_for_goal include_in_conversions_metric
      double: value_settings.default_value
    `),
    status: ['ENABLED', 'REMOVED', 'HIDDEN'],
    counting_type: ['ONE_PER_CLICK', 'MANY_PER_CLICK'],
  },
  asset: {
    ...typed(`
      text: resource_name name text_asset.text image_asset.full_size.url image_asset.mime_type
      text: youtube_video_asset.youtube_video_id youtube_video_asset.youtube_video_title sitelink_asset.link_text
      text: callout_asset.callout_text
      int: id image_asset.file_size image_asset.full_size.width_pixels image_asset.full_size.height_pixels
      list: final_urls
    `),
    type: ['TEXT', 'IMAGE', 'YOUTUBE_VIDEO', 'SITELINK', 'CALLOUT', 'LEAD_FORM'],
    source: ['ADVERTISER', 'AUTOMATICALLY_CREATED'],
    'policy_summary.approval_status': approval,
  },
  asset_group: {
    ...typed(`
      text: resource_name name campaign path1 path2
      int: id
      list: final_urls primary_status_reasons final_mobile_urls
    `),
    status,
    primary_status: primary,
    ad_strength: names('PENDING NO_ADS POOR AVERAGE GOOD EXCELLENT'),
  },
  asset_group_asset: {
    ...typed('text: resource_name asset asset_group'),
    field_type: fieldTypes,
    status,
    primary_status: primary,
    'policy_summary.approval_status': approval,
  },
  asset_group_signal: {
    resource_name: 'text',
    asset_group: 'text',
    'audience.audience': 'text',
    'search_theme.text': 'text',
  },
  asset_group_listing_group_filter: {
    resource_name: 'text',
    id: 'int',
    asset_group: 'text',
    type: 'text',
  },
  campaign_shared_set: {
    resource_name: 'text',
    campaign: 'text',
    shared_set: 'text',
    status: ['ENABLED', 'REMOVED'],
  },
  ad_group_bid_modifier: {
    ...typed(`
      text: resource_name ad_group
      int: criterion_id
      double: bid_modifier
    `),
    'device.type': ['MOBILE', 'TABLET', 'DESKTOP', 'CONNECTED_TV', 'OTHER'],
  },
  bidding_strategy: {
    ...typed(`
      text: resource_name name
      int: id campaign_count
    `),
    status: ['ENABLED', 'REMOVED'],
    type: biddingTypes,
  },
  campaign_asset: {
    resource_name: 'text',
    asset: 'text',
    campaign: 'text',
    field_type: fieldTypes,
    status,
  },
  ad_group_asset: {
    resource_name: 'text',
    asset: 'text',
    ad_group: 'text',
    field_type: fieldTypes,
    status,
  },
  geographic_view: {
    ...typed(`
      text: resource_name
      int: country_criterion_id
    `),
    location_type: ['AREA_OF_INTEREST', 'LOCATION_OF_PRESENCE', 'UNKNOWN'],
  },
  lead_form_submission_data: typed(`
    text: resource_name id asset campaign ad_group ad_group_ad gclid submission_date_time
    list: lead_form_submission_fields custom_lead_form_submission_fields
  `),
  change_event: {
    ...typed(`
      text: resource_name change_resource_name user_email campaign ad_group asset
      time: change_date_time
      list: changed_fields old_resource new_resource
    `),
    change_resource_type: names(
      'AD AD_GROUP AD_GROUP_AD AD_GROUP_CRITERION CAMPAIGN CAMPAIGN_BUDGET CAMPAIGN_CRITERION',
    ),
    client_type: [
      'GOOGLE_ADS_API',
      'GOOGLE_ADS_WEB_CLIENT',
      'GOOGLE_ADS_EDITOR',
      'OTHER',
      'UNKNOWN',
    ],
    resource_change_operation: ['CREATE', 'UPDATE', 'REMOVE'],
  },
};

function typesOf(shapes: Table<unknown>) {
  return Object.keys(shapes).map(criterionType);
}

/** Those of reach exist for campaigns only. */
export const metrics: Table<FieldType> = typed(`
  int: impressions clicks cost_micros interactions unique_users
  double: conversions conversions_value all_conversions all_conversions_value average_impression_frequency_per_user
  double: ctr interaction_rate average_cpc average_cpm average_cost cost_per_conversion conversions_from_interactions_rate
`);
export const ofConversions = [
  'conversions',
  'conversions_value',
  'all_conversions',
  'all_conversions_value',
];
export const ofCampaignsAlone = ['unique_users', 'average_impression_frequency_per_user'];

export const dateSegments = ['date', 'week', 'month', 'quarter', 'year'];
export const segments: Table<FieldType> = {
  ...Object.fromEntries(
    dateSegments.map((name) => [name, name === 'year' ? ('int' as const) : ('text' as const)]),
  ),
  device: ['MOBILE', 'DESKTOP', 'TABLET', 'CONNECTED_TV', 'OTHER'],
  ad_network_type: ['SEARCH', 'SEARCH_PARTNERS', 'CONTENT', 'YOUTUBE', 'MIXED'],
  conversion_action: 'text',
  conversion_action_name: 'text',
  hour: 'int',
  day_of_week: names('MONDAY TUESDAY WEDNESDAY THURSDAY FRIDAY SATURDAY SUNDAY'),
};

interface Source {
  /** Resources whose attributes can be selected too. */
  readonly beside: readonly string[];
  readonly delivers: boolean;
}

const source = (delivers: boolean, beside = ''): Source => ({
  beside: beside === '' ? [] : names(beside),
  delivers,
});

export const sources: Table<Source> = {
  customer: source(true),
  customer_client: source(false, 'customer'),
  campaign: source(true, 'campaign_budget customer'),
  campaign_budget: source(false, 'customer'),
  ad_group: source(true, 'campaign customer'),
  ad_group_ad: source(true, 'ad_group campaign customer'),
  ad_group_criterion: source(false, 'ad_group campaign customer'),
  keyword_view: source(true, 'ad_group_criterion ad_group campaign customer'),
  age_range_view: source(true, 'ad_group_criterion ad_group campaign customer'),
  gender_view: source(true, 'ad_group_criterion ad_group campaign customer'),
  campaign_criterion: source(false, 'campaign customer'),
  search_term_view: source(true, 'ad_group campaign customer'),
  conversion_action: source(false, 'customer'),
  asset: source(false, 'customer'),
  asset_group: source(true, 'campaign customer'),
  asset_group_asset: source(false, 'asset_group asset campaign customer'),
  asset_group_signal: source(false, 'asset_group campaign customer'),
  asset_group_listing_group_filter: source(false, 'asset_group campaign customer'),
  campaign_shared_set: source(false, 'campaign customer'),
  ad_group_bid_modifier: source(false, 'ad_group campaign customer'),
  bidding_strategy: source(false, 'customer'),
  campaign_asset: source(false, 'asset campaign customer'),
  ad_group_asset: source(false, 'asset ad_group campaign customer'),
  geographic_view: source(true, 'campaign customer'),
  lead_form_submission_data: source(false, 'customer'),
  change_event: source(false, 'ad_group campaign customer'),
};

/** `ad_group_ad.ad.final_urls` is `adGroupAd.ad.finalUrls`. */
export const camel = (name: string) =>
  name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
