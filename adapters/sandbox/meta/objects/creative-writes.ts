import { fieldsOf, within } from '../../kit/json.ts';
import type { Entity, JsonObject, World } from '../../types.ts';
import {
  checkKnown,
  defined,
  newId,
  string,
  success,
  type Turn,
  validateOnly,
} from '../graph/graph.ts';
import { labelsOf, parentsWith } from '../graph/labels.ts';
import {
  given,
  invalid,
  isObject,
  items,
  object,
  onlyKeys,
  type Params,
  part,
  refuse,
  refuseWith,
  setOf,
  text,
} from '../graph/params.ts';
import { accountFor, checkActive } from './accounts.ts';
import { checkFeed } from './creative-feed.ts';
import { checkSources, withBareCodes } from './creative-sources.ts';
import { checkCallToAction, checkCrops, checkInstagram, checkStory } from './creative-story.ts';
import { creativeParams, features } from './creative-words.ts';
import { withoutForms } from './leads.ts';

/** People comment on it; page lists leave it out unless asked. */
export function addStories(
  world: World,
  company: string,
  {
    data,
    number,
    created,
  }: { readonly data: JsonObject; readonly number: string; readonly created?: number | undefined },
): JsonObject {
  const story = part(data, 'object_story_spec');
  const content = { ...part(story, 'link_data'), ...part(story, 'video_data') };
  const page = string(story.page_id) ?? string(data.object_id);
  const profile = string(story.instagram_user_id) ?? string(data.instagram_user_id);
  const time = created === undefined ? {} : { created };
  const existing = string(data.object_story_id);
  const post = existing ?? (page === undefined ? undefined : `${page}_${number}`);
  if (existing === undefined && page !== undefined && post !== undefined)
    world.add({
      id: post,
      kind: 'posts',
      company,
      parents: [page],
      ...time,
      data: {
        inline: true,
        is_published: false,
        permalink_url: `https://www.sandbox.invalid/${post}`,
        ...defined({
          message: content.message,
          link: content.link,
          call_to_action: content.call_to_action,
        }),
      },
    });
  const source = string(data.source_instagram_media_id);
  const media =
    source ??
    (profile === undefined || existing !== undefined ? undefined : `17${number.slice(2)}`);
  if (source === undefined && profile !== undefined && media !== undefined)
    world.add({
      id: media,
      kind: 'instagram-media',
      company,
      parents: [profile],
      ...time,
      data: {
        inline: true,
        media_type: content.video_id === undefined ? 'IMAGE' : 'VIDEO',
        ...defined({ caption: content.message }),
      },
    });
  return defined({ effective_object_story_id: post, effective_instagram_media_id: media });
}

const objects = setOf(
  `object_story_spec asset_feed_spec call_to_action degrees_of_freedom_spec contextual_multi_ads branded_content facebook_branded_content
  instagram_branded_content generative_asset_spec creative_sourcing_spec image_crops platform_customizations portrait_customizations
  interactive_components_spec destination_spec ad_disclaimer_spec media_sourcing_spec format_transformation_spec recommender_settings
  regional_regulation_disclaimer_spec template_url_spec omnichannel_link_spec`,
);

export function createCreative(turn: Turn, account: Entity): JsonObject {
  checkActive(account);
  checkKnown(turn, creativeParams);
  const data = creativeData(turn, account, turn.params);
  if (validateOnly(turn)) return success;
  const reused = reusable(turn, account, data);
  return { id: (reused ?? addCreative(turn, account, data)).id };
}

/** Also of creatives inside an ad. */
export function creativeData(turn: Turn, account: Entity, params: Params): JsonObject {
  const unknown = Object.keys(params).find((name) => !creativeParams.has(name));
  if (unknown !== undefined && params !== turn.params && !turn.fired.has('unknown-ignored'))
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
    ...afterSilence(turn, turn.fired.has('form-dropped') ? withoutForms(kept) : kept),
    // The promotion list is checked and then dropped.
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
    throw refuseWith(1443048, {
      userMessage: 'A creative needs a story, a post or an asset feed.',
    });
  // A post that the page had before was not made by the app.
  if (turn.fired.has('app-in-development') && story !== undefined)
    throw refuse(1885183, 'object_story_spec');
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
    if (status === undefined)
      throw refuse(3858082, 'degrees_of_freedom_spec', 'creative_features_spec', name);
    if (status !== 'OPT_IN' && status !== 'OPT_OUT')
      throw invalid('enroll_status is OPT_IN or OPT_OUT', 'degrees_of_freedom_spec');
  }
  const multi = data.contextual_multi_ads;
  if (isObject(multi) && multi.enroll_status !== 'OPT_IN' && multi.enroll_status !== 'OPT_OUT')
    throw refuse(3858082, 'contextual_multi_ads');
}

function checkGenerative(data: JsonObject) {
  const spec = part(data, 'generative_asset_spec');
  onlyKeys(spec, setOf('transparency_metadata'), 'generative_asset_spec');
  const status = part(part(spec, 'transparency_metadata'), 'self_disclosure').enroll_status;
  if (status !== undefined && status !== 'OPT_IN' && status !== 'OPT_OUT')
    throw invalid('enroll_status is OPT_IN or OPT_OUT', 'generative_asset_spec');
}

const withoutPromotion = (spec: JsonObject): JsonObject =>
  fieldsOf(spec, (key) => key !== 'promotion_metadata_spec');

/** Ignored rules; as faults, dropped promotions and collapsed feeds. */
function afterSilence(turn: Turn, data: JsonObject): JsonObject {
  if (!isObject(data.asset_feed_spec)) return data;
  const feed: { [key: string]: JsonObject[string] } = { ...data.asset_feed_spec };
  if (feed.optimization_type === 'DEGREES_OF_FREEDOM') delete feed.asset_customization_rules;
  if (turn.fired.has('promo-dropped')) delete feed.promotional_metadata;
  if (turn.fired.has('feed-collapsed')) {
    delete feed.asset_customization_rules;
    for (const key of ['images', 'videos'])
      if (items(feed, key).length > 1) feed[key] = items(feed, key).slice(0, 1);
  }
  return { ...data, asset_feed_spec: feed };
}

/** The platform rarely answers an existing creative of the same post. */
function reusable(turn: Turn, account: Entity, data: JsonObject) {
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
    ...within(account, ...labels),
    data: {
      ...data,
      name: data.name ?? `Creative ${id}`,
      status: 'ACTIVE',
      ...addStories(turn.world, account.company, { data, number: newId(turn.world) }),
    },
  });
}

const fixed = setOf('name status adlabels account_id');

export function updateCreative(turn: Turn, creative: Entity): JsonObject {
  const { params } = turn;
  const account = accountFor(turn, creative);
  checkActive(account);
  checkKnown(turn, creativeParams);
  if (Object.keys(params).some((name) => creativeParams.has(name) && !fixed.has(name)))
    throw refuse(1815573);
  const labels = labelsOf(turn, account, params);
  turn.world.change(
    creative.id,
    defined({ name: text(params, 'name'), status: text(params, 'status'), adlabels: labels }),
    labels === undefined ? undefined : parentsWith(creative, labels),
  );
  return success;
}
