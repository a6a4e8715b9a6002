import { fieldsOf, isList, isObject } from '../../kit/json.ts';
import type { Entity, Json, JsonObject, World } from '../../types.ts';
import { isDeleted, operationOf } from '../objects/rows.ts';
import { newId, words } from '../wire.ts';

/**
 * What an ad keeps of a creative: beside what is answered, its id in delivery, when it was on, and
 * whether TikTok added it.
 */
export interface Creative extends JsonObject {
  readonly ad_material_id: string;
  readonly ad_id: string;
  readonly material_operation_status: string;
  readonly creative_info: JsonObject;
  readonly spans: Json;
  readonly from: number;
}

const told = ['ad_material_id', 'material_operation_status', 'creative_info'];

export const isSmartAd = ({ data }: Entity): boolean => isList(data.creative_list);

/** Removed ones and added ones too. */
export const keptCreatives = ({ data }: Entity): readonly Creative[] =>
  isList(data.creative_list) ? (data.creative_list as unknown as readonly Creative[]) : [];

/** Lists of Smart+ ads leave out what TikTok added by itself. */
export const shownCreatives = (ad: Entity): readonly JsonObject[] =>
  keptCreatives(ad)
    .filter(({ removed, added }) => removed !== true && added !== true)
    .map((creative) => fieldsOf(creative, (name) => told.includes(name)));

export const newCreative = (
  world: World,
  info: JsonObject,
  from: number,
  more: JsonObject = {},
): Creative => ({
  ad_material_id: newId(world),
  ad_id: newId(world),
  material_operation_status: 'ENABLE',
  creative_info: info,
  spans: [[from, null]],
  from,
  ...more,
});

/**
 * The creatives of a Smart+ ad as ads of their own, which is how plain lists and reports by `ad_id`
 * show them; a manual ad is itself. Each delivers while the ad does: figures of an ad are those of
 * its creatives.
 */
export const deliveringParts = (world: World, ad: Entity): readonly Entity[] =>
  isSmartAd(ad)
    ? keptCreatives(ad)
        .filter(({ from }) => from <= world.now())
        .map((creative) => creativeRow(ad, creative))
    : [ad];

function creativeRow(ad: Entity, creative: Creative): Entity {
  const { creative_info: info, material_operation_status, spans, from, removed } = creative;
  const { campaign_id = '', adgroup_id = '', reviewed_at = 0 } = ad.data;
  const video = isObject(info.video_info) ? info.video_info : {};
  const images = isList(info.image_info)
    ? info.image_info.map((image) => (isObject(image) ? words(image.web_uri) : ''))
    : [];
  const isGone = removed === true || isDeleted(ad);
  return {
    ...ad,
    id: creative.ad_id,
    created: Math.max(ad.created, from),
    data: {
      campaign_id,
      adgroup_id,
      campaign_automation_type: 'UPGRADED_SMART_PLUS_CREATIVE',
      smart_plus_ad_id: ad.id,
      ad_name: words(video.file_name) || words(info.material_name) || creative.ad_material_id,
      ad_format: words(info.ad_format),
      ...fieldsOf(info, (name) =>
        ['identity_type', 'identity_id', 'identity_authorized_bc_id', 'tiktok_item_id'].includes(
          name,
        ),
      ),
      ...(video.video_id !== undefined && { video_id: video.video_id }),
      ...(images.length > 0 && { image_ids: images }),
      operation_status: isGone
        ? 'DELETE'
        : operationOf(ad) === 'ENABLE'
          ? material_operation_status
          : operationOf(ad),
      reviewed_at,
      spans,
    },
  };
}
