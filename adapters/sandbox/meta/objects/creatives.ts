import type { Entity, JsonObject, Table } from '../../types.ts';
import {
  type Edge,
  type NodeType,
  stored,
  string,
  success,
  type Turn,
  unset,
} from '../graph/graph.ts';
import { addLabels } from '../graph/label-edges.ts';
import { labelField } from '../graph/labels.ts';
import { invalid, isObject, items, part, required, setOf } from '../graph/params.ts';
import { accountFor, checkActive, timeFields } from './accounts.ts';
import { createCreative, updateCreative } from './creative-writes.ts';
import { imageOf, imageUrl, paintedImage } from './images.ts';

const formats = setOf(
  `DESKTOP_FEED_STANDARD MOBILE_FEED_STANDARD MOBILE_FEED_BASIC RIGHT_COLUMN_STANDARD INSTAGRAM_STANDARD INSTAGRAM_STORY INSTAGRAM_REELS
  INSTAGRAM_EXPLORE_CONTEXTUAL INSTAGRAM_EXPLORE_GRID_HOME INSTAGRAM_SEARCH_CHAIN INSTAGRAM_PROFILE_FEED FACEBOOK_STORY_MOBILE FACEBOOK_REELS_MOBILE
  MARKETPLACE_MOBILE MESSENGER_MOBILE_INBOX_MEDIA MESSENGER_MOBILE_STORY_MEDIA AUDIENCE_NETWORK_OUTSTREAM_VIDEO MOBILE_BANNER MOBILE_INTERSTITIAL
  SUGGESTED_VIDEO_MOBILE THREADS_STREAM`,
);

/** An iframe. */
export const previewsEdge: Edge = {
  list(_turn, node, params) {
    const format = required(params, 'ad_format');
    if (!formats.has(format)) throw invalid(`Unknown ad_format ${format}`, 'ad_format');
    return {
      rows: [
        {
          body: `<iframe src="https://www.sandbox.invalid/ads/api/preview_iframe.php?d=${node.id}&amp;t=${format}" width="540" height="690" scrolling="yes" style="border: none;"></iframe>`,
        },
      ],
      known: setOf('body'),
    };
  },
};

function thumbnail(creative: Entity, turn: Turn): string | undefined {
  const story = part(creative.data, 'object_story_spec');
  const [asset] = items(creative.data.asset_feed_spec, 'images');
  const holder = {
    ...part(story, 'video_data'),
    ...part(story, 'link_data'),
    ...(isObject(asset) ? asset : {}),
  };
  const hash = string(holder.image_hash) ?? string(holder.hash);
  const image = hash === undefined ? undefined : imageOf(turn, accountFor(turn, creative), hash);
  if (image?.data.painted === true) return paintedImage(String(image.data.name));
  if (image !== undefined) return `${imageUrl(image)}?size=64`;
  return (
    string(holder.picture) ??
    string(holder.image_url) ??
    `https://scontent.sandbox.invalid/creative/${creative.id}.jpg`
  );
}

const holderOf = (creative: Entity): JsonObject => {
  const story = part(creative.data, 'object_story_spec');
  return { ...part(story, 'link_data'), ...part(story, 'video_data') };
};

export const creativeType: NodeType = {
  kind: 'adcreatives',
  word: 'AdCreative',
  fields: {
    ...stored(
      `name status object_story_spec asset_feed_spec object_story_id source_instagram_media_id url_tags degrees_of_freedom_spec contextual_multi_ads
      call_to_action instagram_user_id branded_content facebook_branded_content instagram_branded_content creative_sourcing_spec generative_asset_spec
      effective_object_story_id effective_instagram_media_id object_id authorization_category image_crops link_url product_set_id template_url
      destination_spec platform_customizations portrait_customizations interactive_components_spec branded_content_sponsor_page_id
      applink_treatment destination_set_id dynamic_ad_voice omnichannel_link_spec place_page_set_id playable_asset_id
      recommender_settings template_url_spec`,
    ),
    ...unset(
      `actor_id auto_update bundle_folder_id categorization_criteria category_media_source effective_authorization_category
      enable_direct_install image_file link_deep_link_url link_og_id messenger_sponsored_message object_store_url object_url
      page_welcome_message product_data source_facebook_post_id thumbnail_id use_page_actor_override link_destination_display_url
      media_sourcing_spec format_transformation_spec`,
    ),
    account_id: timeFields.account_id,
    adlabels: labelField,
    thumbnail_url: thumbnail,
    image_url: (creative, turn) => thumbnail(creative, turn)?.replace('?size=64', ''),
    image_hash: (creative) =>
      string(creative.data.image_hash) ?? string(holderOf(creative).image_hash),
    video_id: (creative) => string(creative.data.video_id) ?? string(holderOf(creative).video_id),
    title: (creative) =>
      string(creative.data.title) ??
      string(holderOf(creative).title) ??
      string(holderOf(creative).name),
    body: (creative) => string(creative.data.body) ?? string(holderOf(creative).message),
    call_to_action_type: (creative) =>
      string(part(creative.data, 'call_to_action').type) ??
      string(part(holderOf(creative), 'call_to_action').type),
    object_type: (creative) =>
      creative.data.object_story_id !== undefined
        ? 'STATUS'
        : holderOf(creative).video_id !== undefined
          ? 'VIDEO'
          : 'SHARE',
    instagram_permalink_url: (creative) =>
      creative.data.effective_instagram_media_id === undefined
        ? undefined
        : `https://www.instagram.invalid/p/${creative.data.effective_instagram_media_id}/`,
  },
  edges: { adlabels: addLabels },
  update: updateCreative,
  remove(turn, creative) {
    const account = accountFor(turn, creative);
    checkActive(account);
    const shown = turn.world.under('ads', account.id).some((id) => {
      const ad = turn.world.get(id)?.data;
      return ad?.creative_id === creative.id && ad.status !== 'DELETED';
    });
    // The platform's words are known (facebook-php-business-sdk #385), its subcode is not.
    if (shown) throw invalid('This creative cannot be deleted: ads are using it', 'id');
    turn.world.change(creative.id, { status: 'DELETED' });
    return success;
  },
};

export const creativeEdges: Table<Edge> = {
  adcreatives: {
    list: (turn, account) => ({
      ids: turn.world.under('adcreatives', account.id),
      keep: (creative) => creative.data.status !== 'DELETED',
    }),
    post: createCreative,
  },
};
