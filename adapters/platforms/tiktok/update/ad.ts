import { said, text, wordsIn } from '../../kit/json.ts';
import { kept } from '../../kit/rebuild.ts';
import type { UpdatedField } from '../../kit/updates.ts';
import type { Params, Row } from '../../types.ts';
import { familyOf } from '../family.ts';

/** What an ad shows of itself and an update of it takes. */
const writable = wordsIn(`
  ad_name identity_type identity_id identity_authorized_bc_id display_name app_name creative_type creative_authorized
  product_specific_type item_group_ids product_set_id sku_ids ad_format vertical_video_strategy dynamic_format video_id image_ids
  carousel_image_index music_id tiktok_item_id promotional_music_disabled item_duet_status item_stitch_status dark_post_status
  shopping_ads_video_package_id ad_text call_to_action call_to_action_id card_id landing_page_url utm_params page_id cpp_url
  deeplink deeplink_type deeplink_utm_params shopping_ads_deeplink_type shopping_ads_fallback_type fallback_type
  dynamic_destination aigc_disclosure_type tracking_pixel_id tracking_app_id tracking_offline_event_set_ids vast_moat_enabled
  viewability_postbid_partner viewability_vast_url brand_safety_postbid_partner brand_safety_vast_url impression_tracking_url
  click_tracking_url video_view_tracking_url playable_url
`);
/** What an ad shows of itself and is not known to be taken by an update. */
const lost = wordsIn(`
  ad_texts auto_message_id catalog_id showcase_products phone_number tiktok_page_category disclaimer_text
  disclaimer_clickable_texts tracking_message_event_set_id
`);
/** What `patch_update` takes of what is changed here: all else stays. */
const patched = ['ad_id', 'ad_name', 'ad_text'];

/** TikTok shows what was never set as zero or UNSET, which it does not take back. */
export const held = (row: Row, fields: readonly string[]): Params =>
  Object.fromEntries(
    Object.entries(kept(row, fields)).filter(
      ([, value]) => !['0', 'UNSET'].includes(String(value)),
    ),
  );

/**
 * The body that changes a manual ad. Without `patch_update`, which takes no link, what is left out
 * is removed.
 */
export function adUpdateOf(row: Row, changes: Params): Params {
  const adgroup_id = text(row.adgroup_id);
  if (Object.keys(changes).every((field) => patched.includes(field)))
    return { adgroup_id, patch_update: true, creatives: [changes] };
  return { adgroup_id, creatives: [{ ...held(row, writable), ...changes }] };
}

export const linkRefusal: NonNullable<UpdatedField['refusal']> = (row) => {
  if (familyOf(row) === 'smart') return undefined;
  if (said(row.landing_page_url) === '' && Object.keys(held(row, ['page_id'])).length > 0)
    return {
      code: 'no_link',
      message: `This ad opens a form, so it has no link to change. ${elsewhere}`,
    };
  const others = Object.keys(held(row, lost));
  if (others.length === 0) return undefined;
  return {
    code: 'no_link',
    message: `With another link, the ad would lose its ${others.join(', ')}. ${elsewhere}`,
  };
};

const elsewhere = 'Change it in TikTok Ads Manager.';
