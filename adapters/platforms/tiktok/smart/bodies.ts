import { asRow, rowsOf, said, text, wordsIn } from '../../kit/json.ts';
import { kept } from '../../kit/rebuild.ts';
import type { Params, Row } from '../../types.ts';
import { customOnTiktok } from '../check.ts';
import { familyOf } from '../family.ts';
import { billingOf, showsOnTiktok } from '../read/shapes.ts';
import { lostLimits, specOf } from './targeting.ts';

/** Either what to send, or why this object does not become a Smart+ one, in a sentence. */
export type Body =
  | { readonly body: Params; readonly refused?: undefined }
  | { readonly refused: string };

const campaignFields = wordsIn(`
  objective_type app_promotion_type sales_destination catalog_enabled catalog_type campaign_type app_id special_industries
  po_number postback_window_mode is_promotional_campaign disable_skan_campaign bid_align_type campaign_app_profile_page_state
`);
const adGroupFields = wordsIn(`
  promotion_type promotion_target_type promotion_website_type optimization_goal optimization_event pixel_id app_id
  custom_conversion_id catalog_id catalog_authorized_bc_id product_source bid_type bid_price conversion_bid_price deep_bid_type
  roas_bid vbo_window billing_event placement_type placements dayparting comment_disabled share_disabled
  video_download_disabled click_attribution_window view_attribution_window engaged_view_attribution_window
  attribution_event_count deep_funnel_optimization_status deep_funnel_event_source deep_funnel_event_source_id
  deep_funnel_optimization_event messaging_app_type messaging_app_account_id message_event_set_id phone_info zalo_id_type
  identity_id identity_type identity_authorized_bc_id
`);
const smartAdFields = wordsIn(`
  ad_text_list call_to_action_list landing_page_url_list page_list deeplink_list custom_product_page_list
  interactive_add_on_list auto_message_list disclaimer
`);
const creativeFields = wordsIn(`
  ad_format video_info image_info music_info tiktok_item_id identity_type identity_id identity_authorized_bc_id
  aigc_disclosure_type
`);
/** Enhancements that TikTok tells of an ad and does not take. */
const unsendable = ['CALL_TO_ACTION_ENHANCEMENT', 'AIGC_CARD'];

const dynamic = 'BUDGET_MODE_DYNAMIC_DAILY_BUDGET';
const total = 'BUDGET_MODE_TOTAL';

export const dynamicNote =
  'Upgraded Smart+ has no fixed daily budget: a day may spend up to 125 % of it, a week seven times the amount.';

/** Amount and mode; fixed days become an average over the week. */
const budgetIn = ({ budget, budget_mode }: Row): Params => ({
  budget_mode: budget_mode === total ? total : dynamic,
  budget,
});

const hasBudget = ({ budget, budget_mode }: Row) =>
  Number(budget ?? 0) > 0 && budget_mode !== 'BUDGET_MODE_INFINITE';

/** Whether the campaign shares out one budget. Lists that do not say so tell it by its amount. */
export const sharesBudget = (campaign: Row) =>
  typeof campaign.budget_optimize_on === 'boolean'
    ? campaign.budget_optimize_on
    : hasBudget(campaign);

export function campaignBody(row: Row): Body {
  const isShared = sharesBudget(row);
  if (familyOf(row) === 'manual' && !isShared && hasBudget(row))
    return {
      refused:
        'The campaign caps what all of its ad groups spend, and Upgraded Smart+ has no such cap.',
    };
  const body = {
    ...kept(row, campaignFields),
    ...(row.objective_type === 'WEB_CONVERSIONS' && {
      sales_destination: text(row.sales_destination) ?? 'WEBSITE',
    }),
    budget_optimize_on: isShared,
    // Without a shared budget TikTok takes no mode, whatever its reference says.
    ...(isShared && { ...budgetIn(row), ...kept(row, ['budget_auto_adjust_strategy']) }),
  };
  return { body };
}

/** `parent`: the Smart+ campaign that it goes into. Without its schedule. */
export function adGroupBody(row: Row, parent: Row): Body {
  const isSmart = familyOf(row) === 'smart';
  const lost = isSmart ? [] : lostLimits(row);
  if (lost.length > 0)
    return { refused: `Upgraded Smart+ cannot keep ${lost.join(', ')} of this ad group.` };
  const isShared = sharesBudget(parent);
  const budget = isShared
    ? {}
    : { ...budgetIn(row), ...kept(row, ['budget_auto_adjust_strategy']) };
  if (!isShared && !hasBudget(row))
    return { refused: 'The ad group has no budget of its own, and its campaign shares out none.' };
  const bid = said(row.bid_type) === 'BID_TYPE_CUSTOM' ? 'BID_TYPE_CUSTOM' : 'BID_TYPE_NO_BID';
  if (bid === 'BID_TYPE_CUSTOM' && budget.budget_mode === total)
    return {
      refused:
        'Upgraded Smart+ takes a bid with a dynamic daily budget alone, and this ad group has a total one.',
    };
  const audience = isSmart
    ? kept(row, ['targeting_optimization_mode', 'suggestion_audience_enabled', 'targeting_spec'])
    : specOf(row);
  const body = {
    ...kept(row, adGroupFields),
    bid_type: bid,
    billing_event: billingOf(said(row.optimization_goal)),
    ...budget,
    ...audience,
  };
  return { body };
}

/** `adGroup`: the Smart+ ad group that it goes into; `button`: how its button is named there. */
export function adBody(row: Row, adGroup: Row, button: Params): Body {
  if (familyOf(row) === 'smart') return smartCopy(row);
  const identity_type = said(row.identity_type);
  const isOnTiktok = showsOnTiktok(adGroup);
  if (identity_type === 'CUSTOMIZED_USER' && isOnTiktok) return { refused: customOnTiktok };
  if (row.aigc_disclosure_type === 'SELF_DISCLOSURE' && isOnTiktok)
    return {
      refused:
        'The ad declares content made by AI, which TikTok’s API does not take for Upgraded Smart+ on TikTok. Declare it on the post, and boost that.',
    };
  const images = (Array.isArray(row.image_ids) ? row.image_ids : []).map((web_uri) => ({
    web_uri,
  }));
  const item = text(row.tiktok_item_id) || undefined;
  const isVideo = row.ad_format === 'SINGLE_VIDEO';
  if (!isVideo && !['SINGLE_IMAGE', 'CAROUSEL_ADS', ''].includes(said(row.ad_format)))
    return { refused: `Upgraded Smart+ takes no ads of the form ${said(row.ad_format)}.` };
  const music_id = text(row.music_id) || undefined;
  const creative_info = {
    ad_format: isVideo ? 'SINGLE_VIDEO' : 'CAROUSEL_ADS',
    ...(item !== undefined
      ? { tiktok_item_id: item }
      : {
          ...(isVideo && { video_info: { video_id: text(row.video_id) } }),
          image_info: images,
          ...(music_id !== undefined && { music_info: { music_id } }),
        }),
    ...kept(row, ['identity_type', 'identity_id', 'identity_authorized_bc_id']),
  };
  const { ad_configuration, ...buttons } = button;
  const one = (list: string, field: string, value: unknown) =>
    said(value) === '' ? {} : { [list]: [{ [field]: value }] };
  const trackers = kept(row, ['impression_tracking_url', 'click_tracking_url']);
  const body = {
    creative_list: [{ creative_info }],
    ...(item === undefined && one('ad_text_list', 'ad_text', row.ad_text)),
    ...buttons,
    ...one('page_list', 'page_id', row.page_id),
    ...(said(row.page_id) === '' &&
      one('landing_page_url_list', 'landing_page_url', row.landing_page_url)),
    ...(said(row.deeplink) !== '' && { deeplink_list: [kept(row, ['deeplink', 'deeplink_type'])] }),
    ad_configuration: {
      ...asRow(ad_configuration),
      ...(identity_type === 'CUSTOMIZED_USER' && kept(row, ['identity_type', 'identity_id'])),
      ...(item === undefined && { dark_post_status: 'ON' }),
      creative_auto_add_toggle: false,
      creative_auto_enhancement_strategy_list: [],
      ...(Object.keys(trackers).length > 0 && { tracking_info: trackers }),
    },
  };
  return { body };
}

/** Creatives that are switched off are left out: a new ad would switch them on. */
function smartCopy(row: Row): Body {
  const creative_list = rowsOf(row.creative_list)
    .filter(({ material_operation_status }) => material_operation_status !== 'DISABLE')
    .map(({ creative_info }) => ({
      creative_info: kept(asRow(creative_info) ?? {}, creativeFields),
    }));
  if (creative_list.length === 0) return { refused: 'All creatives of this ad are switched off.' };
  const { creative_auto_enhancement_strategy_list: listed, ...configuration } =
    asRow(row.ad_configuration) ?? {};
  const enhancements = (Array.isArray(listed) ? listed : []).filter(
    (each) => !unsendable.includes(String(each)),
  );
  const body = {
    creative_list,
    ...kept(row, smartAdFields),
    ad_configuration: {
      creative_auto_add_toggle: false,
      ...kept(configuration, Object.keys(configuration)),
      creative_auto_enhancement_strategy_list: enhancements,
    },
  };
  return { body };
}

/** What a Smart+ copy of a manual object has otherwise. */
export const conversionNotes = (type: 'campaign' | 'adset' | 'ad', row: Row): readonly string[] => [
  ...(type !== 'ad' && row.budget_mode === 'BUDGET_MODE_DAY' ? [dynamicNote] : []),
  ...(type === 'adset' && row.pacing === 'PACING_MODE_FAST'
    ? ['Upgraded Smart+ has no accelerated delivery.']
    : []),
  ...(type === 'ad' && row.ad_format === 'SINGLE_IMAGE'
    ? ['A single image becomes a carousel of one image.']
    : []),
  ...(type === 'ad' && said(row.display_name) !== ''
    ? ['The display name is that of the TikTok account.']
    : []),
];

export const smartNotes = (type: 'campaign' | 'adset' | 'ad', row: Row): readonly string[] =>
  type === 'ad' &&
  rowsOf(row.creative_list).some(
    ({ material_operation_status }) => material_operation_status === 'DISABLE',
  )
    ? ['Creatives that are switched off are not copied: a new ad would switch them on.']
    : [];
