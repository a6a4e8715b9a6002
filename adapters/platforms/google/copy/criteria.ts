import { asRow, type Row, said, wordsIn } from '../../kit/json.ts';
import { kept } from '../../kit/rebuild.ts';

/**
 * By field in queries, with the members a creation takes: those of the messages of API v25, without
 * read-only ones (shares of coverage, names of places).
 */
const both: Criteria = {
  keyword: ['text', 'match_type'],
  placement: ['url'],
  mobile_app_category: ['mobile_app_category_constant'],
  mobile_application: ['app_id', 'name'],
  location: ['geo_target_constant'],
  language: ['language_constant'],
  age_range: ['type'],
  gender: ['type'],
  income_range: ['type'],
  parental_status: ['type'],
  user_list: ['user_list'],
  youtube_video: ['video_id'],
  youtube_channel: ['channel_id'],
  topic: ['topic_constant'],
  user_interest: ['user_interest_category'],
  webpage: ['criterion_name', 'conditions'],
  custom_affinity: ['custom_affinity'],
  custom_audience: ['custom_audience'],
  combined_audience: ['combined_audience'],
  life_event: ['life_event_id'],
  video_lineup: ['video_lineup_id'],
  extended_demographic: ['extended_demographic_id'],
  brand_list: ['shared_set'],
};

type Criteria = { readonly [criterion: string]: readonly string[] };

const ofCampaign: Criteria = {
  ...both,
  device: ['type'],
  ad_schedule: ['day_of_week', 'start_hour', 'start_minute', 'end_hour', 'end_minute'],
  proximity: wordsIn(`
    geo_point.longitude_in_micro_degrees geo_point.latitude_in_micro_degrees radius radius_units address.postal_code
    address.province_code address.country_code address.province_name address.street_address address.city_name
  `),
  ip_block: ['ip_address'],
  content_label: ['type'],
  carrier: ['carrier_constant'],
  operating_system_version: ['operating_system_version_constant'],
  mobile_device: ['mobile_device_constant'],
  location_group: wordsIn(`
    geo_target_constants radius radius_units feed_item_sets enable_customer_level_location_asset_set location_group_asset_sets
  `),
};
const ofAdGroup: Criteria = {
  ...both,
  app_payment_model: ['type'],
  custom_intent: ['custom_intent'],
  audience: ['audience'],
};

const fieldsOf = (resource: string, criteria: Criteria) =>
  Object.entries(criteria).flatMap(([name, fields]) =>
    fields.map((field) => `${resource}.${name}.${field}`),
  );

export const campaignCriterionFields: readonly string[] = [
  ...['criterion_id', 'type', 'status', 'negative', 'bid_modifier'].map(
    (field) => `campaign_criterion.${field}`,
  ),
  ...fieldsOf('campaign_criterion', ofCampaign),
];
const bids = ['cpc_bid_micros', 'cpm_bid_micros', 'cpv_bid_micros', 'percent_cpc_bid_micros'];
const addresses = [
  'final_urls',
  'final_mobile_urls',
  'tracking_url_template',
  'final_url_suffix',
  'url_custom_parameters',
];
export const adGroupCriterionFields: readonly string[] = [
  ...[
    'criterion_id',
    'ad_group',
    'type',
    'status',
    'negative',
    'bid_modifier',
    ...bids,
    ...addresses,
  ].map((field) => `ad_group_criterion.${field}`),
  ...fieldsOf('ad_group_criterion', ofAdGroup),
];

const camel = (name: string) =>
  name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

/** Undefined for types that are not copied. */
export function criterionCopy(level: 'campaign' | 'adGroup', held: Row) {
  const field = said(held.type).toLowerCase();
  const known = level === 'campaign' ? ofCampaign : ofAdGroup;
  const content = Object.hasOwn(known, field) ? asRow(held[camel(field)]) : undefined;
  if (content === undefined) return undefined;
  const others =
    level === 'campaign'
      ? ['negative', 'bidModifier']
      : ['negative', 'bidModifier', ...[...bids, ...addresses].map(camel)];
  // Exclusions have no status of their own.
  const status = held.negative === true ? {} : kept(held, ['status']);
  return { ...status, ...kept(held, others), [camel(field)]: content };
}
