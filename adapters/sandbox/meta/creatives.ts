import type { Entity, JsonObject } from '../world.ts';
import { accountFor, checkActive } from './accounts.ts';
import { checkFeed } from './creative-feed.ts';
import { addStories } from './creative-posts.ts';
import { checkSources, withBareCodes } from './creative-sources.ts';
import { checkCallToAction, checkCrops, checkInstagram, checkStory } from './creative-story.ts';
import { creativeParams, features } from './creative-words.ts';
import { invalid, refuse } from './errors.ts';
import { type Edge, type NodeType, newId, stored, string, type Turn, unset } from './graph.ts';
import { imageOf, imageUrl } from './images.ts';
import { addLabels, labelField, labelsOf, parentsWith } from './labels.ts';
import { timeFields } from './node-fields.ts';
import { given, isObject, items, object, onlyKeys, type Params, part, setOf, text } from './params.ts';
import { checkKnown, defined, success, validateOnly } from './writes.ts';

const objects = setOf(
  `object_story_spec asset_feed_spec call_to_action degrees_of_freedom_spec contextual_multi_ads branded_content facebook_branded_content
  instagram_branded_content generative_asset_spec creative_sourcing_spec image_crops platform_customizations portrait_customizations
  interactive_components_spec destination_spec ad_disclaimer_spec media_sourcing_spec format_transformation_spec recommender_settings
  regional_regulation_disclaimer_spec template_url_spec omnichannel_link_spec`,
);

function createCreative(turn: Turn, account: Entity): JsonObject {
  checkActive(account);
  checkKnown(turn, creativeParams);
  const data = creativeData(turn, account, turn.call.params);
  if (validateOnly(turn)) return success;
  const reused = reusable(turn, account, data);
  return { id: (reused ?? addCreative(turn, account, data)).id };
}

/** Everything a creative consists of, checked. Used for creatives of their own and for those inside an ad. */
export function creativeData(turn: Turn, account: Entity, params: Params): JsonObject {
  const unknown = Object.keys(params).find((name) => !creativeParams.has(name));
  if (unknown !== undefined && params !== turn.call.params && !turn.fired.has('unknown-ignored'))
    throw invalid(`Unexpected key "${unknown}" on param "creative"`, 'creative', unknown);
  const data: { [name: string]: JsonObject[string] } = {};
  for (const name of creativeParams) {
    if (!given(params, name) || name === 'adlabels' || name === 'account_id') continue;
    const value = objects.has(name) ? object(params, name) : text(params, name);
    if (value !== undefined) data[name] = value;
  }
  checkCreative(turn, account, data);
  const { creative_sourcing_spec: sourcing, ...kept } = withBareCodes(data);
  return {
    ...afterSilence(turn, kept),
    // The promotion list inside is checked and then thrown away, on every version and every way of writing.
    ...defined({
      creative_sourcing_spec: isObject(sourcing) ? withoutPromotion(sourcing) : undefined,
      adlabels: labelsOf(turn, account, params),
    }),
  };
}

export function checkCreative(turn: Turn, account: Entity, data: JsonObject): void {
  const story = isObject(data.object_story_spec) ? data.object_story_spec : undefined;
  const feed = isObject(data.asset_feed_spec) ? data.asset_feed_spec : undefined;
  checkInstagram(turn, account, data);
  checkSources(turn, account, data);
  if (story !== undefined) checkStory(turn, account, story, feed);
  if (feed !== undefined) checkFeed(turn, account, feed, story ?? {});
  if (data.call_to_action !== undefined) checkCallToAction(data.call_to_action, undefined);
  checkCrops(data);
  checkFeatures(data);
  checkGenerative(data);
  const sources = [
    story,
    feed,
    data.object_story_id,
    data.source_instagram_media_id,
    data.object_id,
    data.image_hash,
    data.image_url,
    data.video_id,
    data.link_url,
    data.product_set_id,
  ];
  if (sources.every((source) => source === undefined))
    throw refuse(1443048, { userMessage: 'A creative needs a story, a post or an asset feed.' });
}

function checkFeatures(data: JsonObject): void {
  const spec = part(data, 'degrees_of_freedom_spec');
  onlyKeys(
    spec,
    setOf(
      'creative_features_spec degrees_of_freedom_type ad_handle_type image_transformation_types stories_transformation_types text_transformation_types video_transformation_types',
    ),
    'degrees_of_freedom_spec',
  );
  const chosen = part(spec, 'creative_features_spec');
  if (chosen.standard_enhancements !== undefined) throw refuse(3858504);
  onlyKeys(chosen, features, 'degrees_of_freedom_spec[creative_features_spec]');
  for (const [name, value] of Object.entries(chosen)) {
    const status = isObject(value) ? value.enroll_status : undefined;
    if (status === undefined) throw refuse(3858082, { blame: [['degrees_of_freedom_spec', 'creative_features_spec', name]] });
    if (status !== 'OPT_IN' && status !== 'OPT_OUT')
      throw invalid('enroll_status is OPT_IN or OPT_OUT', 'degrees_of_freedom_spec');
  }
  const multi = data.contextual_multi_ads;
  if (isObject(multi) && multi.enroll_status !== 'OPT_IN' && multi.enroll_status !== 'OPT_OUT')
    throw refuse(3858082, { blame: [['contextual_multi_ads']] });
}

function checkGenerative(data: JsonObject): void {
  const spec = part(data, 'generative_asset_spec');
  onlyKeys(spec, setOf('transparency_metadata'), 'generative_asset_spec');
  const status = part(part(spec, 'transparency_metadata'), 'self_disclosure').enroll_status;
  if (status !== undefined && status !== 'OPT_IN' && status !== 'OPT_OUT')
    throw invalid('enroll_status is OPT_IN or OPT_OUT', 'generative_asset_spec');
}

const withoutPromotion = (spec: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(spec).filter(([key]) => key !== 'promotion_metadata_spec'));

/** What the platform does without a word: rules it ignores, and, as faults, promotions it drops and feeds it collapses. */
function afterSilence(turn: Turn, data: JsonObject): JsonObject {
  if (!isObject(data.asset_feed_spec)) return data;
  const feed: { [key: string]: JsonObject[string] } = { ...data.asset_feed_spec };
  if (feed.optimization_type === 'DEGREES_OF_FREEDOM') delete feed.asset_customization_rules;
  if (turn.fired.has('promo-dropped')) delete feed.promotional_metadata;
  if (turn.fired.has('feed-collapsed')) {
    delete feed.asset_customization_rules;
    for (const key of ['images', 'videos']) if (items(feed, key).length > 1) feed[key] = items(feed, key).slice(0, 1);
  }
  return { ...data, asset_feed_spec: feed };
}

/** The platform may answer with a creative it already has for the same post: a fault, because it does so rarely. */
function reusable(turn: Turn, account: Entity, data: JsonObject): Entity | undefined {
  if (!turn.fired.has('creative-reused') || data.object_story_id === undefined) return undefined;
  return turn.world
    .under('adcreatives', account.id)
    .map((id) => turn.world.get(id))
    .find((each) => each?.data.object_story_id === data.object_story_id);
}

export function addCreative(turn: Turn, account: Entity, data: JsonObject): Entity {
  const id = newId(turn.world);
  const labels = Array.isArray(data.adlabels) ? data.adlabels.map(String) : [];
  return turn.world.add({
    id,
    kind: 'adcreatives',
    company: account.company,
    parents: [account.id, ...labels],
    data: {
      ...data,
      name: data.name ?? `Creative ${id}`,
      status: 'ACTIVE',
      ...addStories(turn.world, account.company, data, newId(turn.world)),
    },
  });
}

const fixed = setOf('name status adlabels account_id');

function updateCreative(turn: Turn, creative: Entity): JsonObject {
  const { params } = turn.call;
  const account = accountFor(turn, creative);
  checkActive(account);
  checkKnown(turn, creativeParams);
  if (Object.keys(params).some((name) => creativeParams.has(name) && !fixed.has(name))) throw refuse(1815573);
  const labels = labelsOf(turn, account, params);
  turn.world.change(
    creative.id,
    defined({ name: text(params, 'name'), status: text(params, 'status'), adlabels: labels }),
    labels === undefined ? undefined : parentsWith(creative, labels),
  );
  return success;
}

/** What a small picture of the creative shows. */
function thumbnail(creative: Entity, turn: Turn): string | undefined {
  const story = part(creative.data, 'object_story_spec');
  const [asset] = items(creative.data.asset_feed_spec, 'images');
  const holder = { ...part(story, 'video_data'), ...part(story, 'link_data'), ...(isObject(asset) ? asset : {}) };
  const hash = string(holder.image_hash) ?? string(holder.hash);
  const image = hash === undefined ? undefined : imageOf(turn, accountFor(turn, creative), hash);
  if (image !== undefined) return `${imageUrl(image)}?size=64`;
  return string(holder.picture) ?? string(holder.image_url) ?? `https://scontent.sandbox.invalid/creative/${creative.id}.jpg`;
}

const holderOf = (creative: Entity): JsonObject => {
  const story = part(creative.data, 'object_story_spec');
  return { ...part(story, 'link_data'), ...part(story, 'video_data') };
};

export const creativeType: NodeType = {
  kind: 'adcreatives',
  word: 'AdCreative',
  defaults: ['id'],
  fields: {
    ...stored(
      `name status object_story_spec asset_feed_spec object_story_id source_instagram_media_id url_tags degrees_of_freedom_spec contextual_multi_ads
      call_to_action instagram_user_id branded_content facebook_branded_content instagram_branded_content creative_sourcing_spec generative_asset_spec
      effective_object_story_id effective_instagram_media_id object_id authorization_category image_crops link_url product_set_id template_url
      destination_spec platform_customizations portrait_customizations interactive_components_spec branded_content_sponsor_page_id`,
    ),
    ...unset(
      `actor_id applink_treatment auto_update bundle_folder_id categorization_criteria category_media_source destination_set_id dynamic_ad_voice
      effective_authorization_category enable_direct_install image_file link_deep_link_url link_og_id messenger_sponsored_message object_store_url
      object_url page_welcome_message place_page_set_id playable_asset_id product_data recommender_settings source_facebook_post_id template_url_spec
      thumbnail_id use_page_actor_override link_destination_display_url media_sourcing_spec format_transformation_spec omnichannel_link_spec`,
    ),
    account_id: timeFields.account_id,
    adlabels: labelField,
    thumbnail_url: thumbnail,
    image_url: (creative, turn) => thumbnail(creative, turn)?.replace('?size=64', ''),
    image_hash: (creative) => string(creative.data.image_hash) ?? string(holderOf(creative).image_hash),
    video_id: (creative) => string(creative.data.video_id) ?? string(holderOf(creative).video_id),
    title: (creative) => string(creative.data.title) ?? string(holderOf(creative).title) ?? string(holderOf(creative).name),
    body: (creative) => string(creative.data.body) ?? string(holderOf(creative).message),
    call_to_action_type: (creative) =>
      string(part(creative.data, 'call_to_action').type) ?? string(part(holderOf(creative), 'call_to_action').type),
    object_type: (creative) =>
      creative.data.object_story_id !== undefined ? 'STATUS' : holderOf(creative).video_id !== undefined ? 'VIDEO' : 'SHARE',
    instagram_permalink_url: (creative) =>
      creative.data.effective_instagram_media_id === undefined
        ? undefined
        : `https://www.instagram.invalid/p/${creative.data.effective_instagram_media_id}/`,
  },
  edges: { adlabels: addLabels },
  update: updateCreative,
  remove(turn, creative) {
    checkActive(accountFor(turn, creative));
    turn.world.change(creative.id, { status: 'DELETED' });
    return success;
  },
};

export const creativeEdges: { readonly [name: string]: Edge } = {
  adcreatives: {
    list: (turn, account) => ({
      ids: turn.world.under('adcreatives', account.id),
      keep: (creative) => creative.data.status !== 'DELETED',
    }),
    post: createCreative,
  },
};
