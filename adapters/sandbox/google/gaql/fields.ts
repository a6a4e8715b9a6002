import { biddingShapes } from '../objects/bidding-shapes.ts';
import { adGroupCriterionShapes, campaignCriterionShapes, criterionType } from '../objects/criterion-shapes.ts';
import { queryFields } from '../objects/query-fields.ts';

/** A list of words is an enum. */
export type FieldType = 'int' | 'text' | 'bool' | 'double' | 'time' | 'list' | readonly string[];

type Fields = { readonly [field: string]: FieldType };

const status = ['ENABLED', 'PAUSED', 'REMOVED'];
const primary = ['ELIGIBLE', 'PAUSED', 'REMOVED', 'PENDING', 'LIMITED', 'NOT_ELIGIBLE', 'ENDED'];
const approval = ['APPROVED', 'APPROVED_LIMITED', 'DISAPPROVED', 'AREA_OF_INTEREST_ONLY', 'UNKNOWN'];
const fieldTypes = [
  ...['HEADLINE', 'DESCRIPTION', 'LONG_HEADLINE', 'BUSINESS_NAME', 'LOGO', 'MARKETING_IMAGE', 'SQUARE_MARKETING_IMAGE'],
  ...['PORTRAIT_MARKETING_IMAGE', 'YOUTUBE_VIDEO', 'SITELINK', 'CALLOUT', 'AD_IMAGE', 'CALL_TO_ACTION_SELECTION'],
];
export const channels = ['SEARCH', 'DISPLAY', 'SHOPPING', 'VIDEO', 'PERFORMANCE_MAX', 'DEMAND_GEN', 'MULTI_CHANNEL', 'LOCAL'];
const accountStatus = ['ENABLED', 'CANCELED', 'SUSPENDED', 'CLOSED'];

export const attributes: { readonly [resource: string]: Fields } = {
  customer: {
    ...{ resource_name: 'text', id: 'int', descriptive_name: 'text', currency_code: 'text', time_zone: 'text' },
    ...{ manager: 'bool', test_account: 'bool', status: accountStatus, auto_tagging_enabled: 'bool' },
  },
  customer_client: {
    ...{ resource_name: 'text', id: 'int', client_customer: 'text', descriptive_name: 'text', level: 'int', hidden: 'bool' },
    ...{ manager: 'bool', test_account: 'bool', status: accountStatus, currency_code: 'text', time_zone: 'text' },
  },
  campaign: {
    ...{ resource_name: 'text', id: 'int', name: 'text', status, primary_status: primary, primary_status_reasons: 'list' },
    ...{ serving_status: ['SERVING', 'NONE', 'ENDED', 'PENDING', 'SUSPENDED'], campaign_budget: 'text', labels: 'list' },
    ...{ advertising_channel_type: channels, advertising_channel_sub_type: 'text', bidding_strategy_type: biddingTypes() },
    ...{ start_date_time: 'time', end_date_time: 'time', tracking_url_template: 'text', final_url_suffix: 'text' },
    url_custom_parameters: 'list',
    contains_eu_political_advertising: [...['CONTAINS_EU_POLITICAL_ADVERTISING', 'DOES_NOT_CONTAIN_EU_POLITICAL_ADVERTISING']],
    'network_settings.target_google_search': 'bool',
    'network_settings.target_search_network': 'bool',
    'network_settings.target_content_network': 'bool',
    'network_settings.target_partner_search_network': 'bool',
    ...queryFields(biddingShapes),
    ...{ bidding_strategy: 'text', campaign_group: 'text', 'targeting_setting.target_restrictions': 'list' },
    ...{ 'dynamic_search_ads_setting.domain_name': 'text', 'dynamic_search_ads_setting.language_code': 'text' },
    ...{ 'dynamic_search_ads_setting.use_supplied_urls_only': 'bool', 'ai_max_setting.enable_ai_max': 'bool' },
    ...{ keyword_match_type: ['BROAD'], ad_serving_optimization_status: ['OPTIMIZE', 'ROTATE_INDEFINITELY'] },
    ...{ excluded_parent_asset_field_types: 'list', asset_automation_settings: 'list', frequency_caps: 'list' },
    ...{ brand_guidelines_enabled: 'bool', 'shopping_setting.merchant_id': 'int', listing_type: 'text' },
    'geo_target_type_setting.positive_geo_target_type': ['PRESENCE_OR_INTEREST', 'SEARCH_INTEREST', 'PRESENCE'],
    'geo_target_type_setting.negative_geo_target_type': ['PRESENCE_OR_INTEREST', 'PRESENCE'],
  },
  campaign_budget: {
    ...{ resource_name: 'text', id: 'int', name: 'text', amount_micros: 'int', total_amount_micros: 'int' },
    ...{ delivery_method: ['STANDARD', 'ACCELERATED'], explicitly_shared: 'bool', reference_count: 'int' },
    ...{ status: ['ENABLED', 'REMOVED'], period: ['DAILY', 'CUSTOM_PERIOD'], type: ['STANDARD'] },
  },
  ad_group: {
    ...{ resource_name: 'text', id: 'int', name: 'text', status, primary_status: primary, campaign: 'text' },
    ...{ type: ['SEARCH_STANDARD', 'DISPLAY_STANDARD', 'SHOPPING_PRODUCT_ADS', 'VIDEO_RESPONSIVE'], cpc_bid_micros: 'int' },
    ...{ cpm_bid_micros: 'int', target_cpa_micros: 'int', tracking_url_template: 'text', final_url_suffix: 'text' },
    ...{ url_custom_parameters: 'list', labels: 'list', 'targeting_setting.target_restrictions': 'list' },
    ...{ cpv_bid_micros: 'int', target_roas: 'double', percent_cpc_bid_micros: 'int', optimized_targeting_enabled: 'bool' },
    ...{ excluded_parent_asset_field_types: 'list', 'ai_max_ad_group_setting.disable_search_term_matching': 'bool' },
  },
  ad_group_ad: {
    ...{ resource_name: 'text', ad_group: 'text', status, primary_status: primary, primary_status_reasons: 'list' },
    ...{ ad_strength: ['PENDING', 'NO_ADS', 'POOR', 'AVERAGE', 'GOOD', 'EXCELLENT'], labels: 'list', action_items: 'list' },
    ...{ 'policy_summary.approval_status': approval, 'policy_summary.policy_topic_entries': 'list' },
    'policy_summary.review_status': ['REVIEW_IN_PROGRESS', 'REVIEWED', 'UNDER_APPEAL', 'ELIGIBLE_MAY_SERVE', 'UNKNOWN'],
    ...{ 'ad.resource_name': 'text', 'ad.id': 'int', 'ad.name': 'text', 'ad.type': ['RESPONSIVE_SEARCH_AD', 'TEXT_AD'] },
    ...{ 'ad.final_urls': 'list', 'ad.final_mobile_urls': 'list', 'ad.tracking_url_template': 'text' },
    ...{ 'ad.final_url_suffix': 'text', 'ad.url_custom_parameters': 'list', 'ad.added_by_google_ads': 'bool' },
    ...{ 'ad.responsive_search_ad.headlines': 'list', 'ad.responsive_search_ad.descriptions': 'list' },
    ...{ 'ad.responsive_search_ad.path1': 'text', 'ad.responsive_search_ad.path2': 'text' },
  },
  ad_group_criterion: {
    ...{ resource_name: 'text', criterion_id: 'int', ad_group: 'text', status, negative: 'bool', display_name: 'text' },
    ...{ type: typesOf(adGroupCriterionShapes), ...queryFields(adGroupCriterionShapes), bid_modifier: 'double' },
    ...{ cpc_bid_micros: 'int', cpm_bid_micros: 'int', cpv_bid_micros: 'int', percent_cpc_bid_micros: 'int' },
    ...{ 'quality_info.quality_score': 'int', final_urls: 'list', final_mobile_urls: 'list' },
    ...{ approval_status: approval, system_serving_status: ['ELIGIBLE', 'RARELY_SERVED'], primary_status: primary },
    ...{ final_url_suffix: 'text', tracking_url_template: 'text', url_custom_parameters: 'list' },
  },
  keyword_view: { resource_name: 'text' },
  age_range_view: { resource_name: 'text' },
  gender_view: { resource_name: 'text' },
  campaign_criterion: {
    ...{ resource_name: 'text', criterion_id: 'int', campaign: 'text', status, negative: 'bool', display_name: 'text' },
    ...{ type: typesOf(campaignCriterionShapes), ...queryFields(campaignCriterionShapes), bid_modifier: 'double' },
  },
  search_term_view: {
    ...{ resource_name: 'text', search_term: 'text', ad_group: 'text' },
    status: ['ADDED', 'EXCLUDED', 'ADDED_EXCLUDED', 'NONE', 'UNKNOWN'],
  },
  conversion_action: {
    ...{ resource_name: 'text', id: 'int', name: 'text', status: ['ENABLED', 'REMOVED', 'HIDDEN'], type: 'text' },
    ...{ category: 'text', primary_for_goal: 'bool', counting_type: ['ONE_PER_CLICK', 'MANY_PER_CLICK'] },
    ...{ 'value_settings.default_value': 'double', owner_customer: 'text', include_in_conversions_metric: 'bool' },
  },
  asset: {
    ...{ resource_name: 'text', id: 'int', name: 'text', type: ['TEXT', 'IMAGE', 'YOUTUBE_VIDEO', 'SITELINK', 'CALLOUT'] },
    ...{ final_urls: 'list', source: ['ADVERTISER', 'AUTOMATICALLY_CREATED'], 'text_asset.text': 'text' },
    ...{ 'image_asset.file_size': 'int', 'image_asset.full_size.url': 'text', 'image_asset.full_size.width_pixels': 'int' },
    ...{ 'image_asset.full_size.height_pixels': 'int', 'image_asset.mime_type': 'text' },
    ...{ 'youtube_video_asset.youtube_video_id': 'text', 'youtube_video_asset.youtube_video_title': 'text' },
    ...{ 'sitelink_asset.link_text': 'text', 'callout_asset.callout_text': 'text', 'policy_summary.approval_status': approval },
  },
  asset_group: {
    ...{ resource_name: 'text', id: 'int', name: 'text', status, campaign: 'text', final_urls: 'list', path1: 'text' },
    ...{ path2: 'text', primary_status: primary, primary_status_reasons: 'list', final_mobile_urls: 'list' },
    ...{ tracking_url_template: 'text', url_custom_parameters: 'list', final_url_suffix: 'text' },
    ad_strength: ['PENDING', 'NO_ADS', 'POOR', 'AVERAGE', 'GOOD', 'EXCELLENT'],
  },
  asset_group_asset: {
    ...{ resource_name: 'text', asset: 'text', asset_group: 'text', field_type: fieldTypes, status, primary_status: primary },
    'policy_summary.approval_status': approval,
  },
  asset_group_signal: { resource_name: 'text', asset_group: 'text', 'audience.audience': 'text', 'search_theme.text': 'text' },
  asset_group_listing_group_filter: { resource_name: 'text', id: 'int', asset_group: 'text', type: 'text' },
  campaign_shared_set: { resource_name: 'text', campaign: 'text', shared_set: 'text', status: ['ENABLED', 'REMOVED'] },
  ad_group_bid_modifier: {
    ...{ resource_name: 'text', ad_group: 'text', criterion_id: 'int', bid_modifier: 'double' },
    'device.type': ['MOBILE', 'TABLET', 'DESKTOP', 'CONNECTED_TV', 'OTHER'],
  },
  bidding_strategy: {
    ...{ resource_name: 'text', id: 'int', name: 'text', status: ['ENABLED', 'REMOVED'], type: biddingTypes() },
    ...{ campaign_count: 'int' },
  },
  campaign_asset: { resource_name: 'text', asset: 'text', campaign: 'text', field_type: fieldTypes, status },
  ad_group_asset: { resource_name: 'text', asset: 'text', ad_group: 'text', field_type: fieldTypes, status },
  geographic_view: {
    ...{ resource_name: 'text', country_criterion_id: 'int' },
    location_type: ['AREA_OF_INTEREST', 'LOCATION_OF_PRESENCE', 'UNKNOWN'],
  },
  change_event: {
    ...{ resource_name: 'text', change_date_time: 'time', change_resource_name: 'text', user_email: 'text' },
    ...{ changed_fields: 'list', old_resource: 'list', new_resource: 'list', campaign: 'text', ad_group: 'text', asset: 'text' },
    change_resource_type: [
      'AD',
      'AD_GROUP',
      'AD_GROUP_AD',
      'AD_GROUP_CRITERION',
      'CAMPAIGN',
      'CAMPAIGN_BUDGET',
      'CAMPAIGN_CRITERION',
    ],
    client_type: ['GOOGLE_ADS_API', 'GOOGLE_ADS_WEB_CLIENT', 'GOOGLE_ADS_EDITOR', 'OTHER', 'UNKNOWN'],
    resource_change_operation: ['CREATE', 'UPDATE', 'REMOVE'],
  },
};

function typesOf(shapes: { readonly [criterion: string]: unknown }): readonly string[] {
  return Object.keys(shapes).map(criterionType);
}

function biddingTypes(): readonly string[] {
  return [
    ...['MANUAL_CPC', 'MANUAL_CPM', 'MANUAL_CPV', 'MAXIMIZE_CONVERSIONS', 'MAXIMIZE_CONVERSION_VALUE', 'TARGET_SPEND'],
    ...['TARGET_CPA', 'TARGET_ROAS', 'TARGET_IMPRESSION_SHARE', 'PERCENT_CPC'],
  ];
}

/** Those of reach exist for campaigns only. */
export const metrics: { readonly [metric: string]: FieldType } = {
  ...{ impressions: 'int', clicks: 'int', cost_micros: 'int', conversions: 'double', conversions_value: 'double' },
  ...{ all_conversions: 'double', all_conversions_value: 'double', ctr: 'double', interactions: 'int' },
  ...{ unique_users: 'int', average_impression_frequency_per_user: 'double' },
};
export const ofConversions = ['conversions', 'conversions_value', 'all_conversions', 'all_conversions_value'];
export const ofCampaignsAlone = ['unique_users', 'average_impression_frequency_per_user'];

export const dateSegments = ['date', 'week', 'month', 'quarter', 'year'];
export const segments: { readonly [segment: string]: FieldType } = {
  ...Object.fromEntries(dateSegments.map((name) => [name, name === 'year' ? ('int' as const) : ('text' as const)])),
  device: ['MOBILE', 'DESKTOP', 'TABLET', 'CONNECTED_TV', 'OTHER'],
  ad_network_type: ['SEARCH', 'SEARCH_PARTNERS', 'CONTENT', 'YOUTUBE', 'MIXED'],
  ...{ conversion_action: 'text', conversion_action_name: 'text', hour: 'int' },
  day_of_week: ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'],
};

interface Source {
  /** Resources whose attributes can be selected too. */
  readonly beside: readonly string[];
  readonly delivers: boolean;
}

const source = (delivers: boolean, ...beside: readonly string[]): Source => ({ beside, delivers });

export const sources: { readonly [resource: string]: Source } = {
  customer: source(true),
  customer_client: source(false, 'customer'),
  campaign: source(true, 'campaign_budget', 'customer'),
  campaign_budget: source(false, 'customer'),
  ad_group: source(true, 'campaign', 'customer'),
  ad_group_ad: source(true, 'ad_group', 'campaign', 'customer'),
  ad_group_criterion: source(false, 'ad_group', 'campaign', 'customer'),
  keyword_view: source(true, 'ad_group_criterion', 'ad_group', 'campaign', 'customer'),
  age_range_view: source(true, 'ad_group_criterion', 'ad_group', 'campaign', 'customer'),
  gender_view: source(true, 'ad_group_criterion', 'ad_group', 'campaign', 'customer'),
  campaign_criterion: source(false, 'campaign', 'customer'),
  search_term_view: source(true, 'ad_group', 'campaign', 'customer'),
  conversion_action: source(false, 'customer'),
  asset: source(false, 'customer'),
  asset_group: source(true, 'campaign', 'customer'),
  asset_group_asset: source(false, 'asset_group', 'asset', 'campaign', 'customer'),
  asset_group_signal: source(false, 'asset_group', 'campaign', 'customer'),
  asset_group_listing_group_filter: source(false, 'asset_group', 'campaign', 'customer'),
  campaign_shared_set: source(false, 'campaign', 'customer'),
  ad_group_bid_modifier: source(false, 'ad_group', 'campaign', 'customer'),
  bidding_strategy: source(false, 'customer'),
  campaign_asset: source(false, 'asset', 'campaign', 'customer'),
  ad_group_asset: source(false, 'asset', 'ad_group', 'campaign', 'customer'),
  geographic_view: source(true, 'campaign', 'customer'),
  change_event: source(false, 'ad_group', 'campaign', 'customer'),
};

/** `ad_group_ad.ad.final_urls` is `adGroupAd.ad.finalUrls`. */
export const camel = (name: string): string => name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
