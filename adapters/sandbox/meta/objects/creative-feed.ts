import { names } from '../../kit/names.ts';
import type { Entity, Json, JsonObject, Table } from '../../types.ts';
import { string, type Turn } from '../graph/graph.ts';
import { invalid, isObject, items, onlyKeys, part, refuse, refuseWith } from '../graph/params.ts';
import { checkVideoReady, hasImage } from './creative-story.ts';
import {
  callToActions,
  feedKeys,
  feedPositions,
  formats,
  optimizationTypes,
} from './creative-words.ts';

const most: Table<number> = {
  images: 10,
  videos: 10,
  bodies: 5,
  titles: 5,
  descriptions: 5,
  call_to_action_types: 5,
  link_urls: 5,
};
const longest: Table<number> = { titles: 255, descriptions: 255, bodies: 1024 };
const most_assets = 30;

/** By placement, by text, or mixed by the platform. */
export function checkFeed(turn: Turn, account: Entity, feed: JsonObject, story: JsonObject): void {
  onlyKeys(feed, feedKeys, 'asset_feed_spec');
  const type = string(feed.optimization_type);
  if (type !== undefined && !optimizationTypes.has(type))
    throw invalid(`Unknown optimization_type ${type}`, 'asset_feed_spec', 'optimization_type');
  const adFormats = items(feed, 'ad_formats').map(String);
  const unknown = adFormats.find((format) => !formats.has(format));
  if (unknown !== undefined)
    throw invalid(`Unknown ad format ${unknown}`, 'asset_feed_spec', 'ad_formats');
  checkCounts(feed);
  checkDuplicates(feed);
  for (const image of items(feed, 'images'))
    if (!isObject(image) || !hasImage(turn, account, image)) throw refuse(2446388);
  for (const video of items(feed, 'videos')) checkVideoAsset(turn, account, video);
  for (const action of items(feed, 'call_to_action_types'))
    if (!callToActions.has(String(action))) throw refuse(1373054);
  if (type === 'PLACEMENT') checkPlacements(feed, story, adFormats);
  if (type === 'DEGREES_OF_FREEDOM') checkTextOptions(feed, story);
  checkPromotion(feed.promotional_metadata);
}

function checkCounts(feed: JsonObject): void {
  for (const [key, limit] of Object.entries(most))
    if (items(feed, key).length > limit)
      throw invalid(`At most ${limit} ${key} are allowed`, 'asset_feed_spec', key);
  const all = Object.keys(most).reduce((sum, key) => sum + items(feed, key).length, 0);
  if (all > most_assets)
    throw invalid(`At most ${most_assets} assets are allowed`, 'asset_feed_spec');
  for (const [key, limit] of Object.entries(longest))
    if (items(feed, key).some((each) => isObject(each) && String(each.text ?? '').length > limit))
      throw invalid(`A text in ${key} is longer than ${limit} characters`, 'asset_feed_spec', key);
}

function checkDuplicates(feed: JsonObject): void {
  for (const [key, name] of [
    ['images', 'hash'],
    ['videos', 'video_id'],
    ['bodies', 'text'],
    ['titles', 'text'],
    ['descriptions', 'text'],
    ['link_urls', 'website_url'],
  ] as const) {
    const values = items(feed, key).flatMap((each) =>
      isObject(each) && each[name] !== undefined ? [String(each[name])] : [],
    );
    if (new Set(values).size < values.length) throw refuse(1815629, 'asset_feed_spec', key);
  }
}

function checkVideoAsset(turn: Turn, account: Entity, video: Json): void {
  const id = isObject(video) ? string(video.video_id) : undefined;
  if (!isObject(video) || id === undefined) throw refuse(1443048);
  checkVideoReady(turn, account, id);
  const thumbnail = {
    image_hash: video.thumbnail_hash ?? video.image_hash ?? '',
    image_url: video.thumbnail_url ?? '',
  };
  const given = Object.fromEntries(Object.entries(thumbnail).filter(([, value]) => value !== ''));
  if (!hasImage(turn, account, given)) throw refuse(1443226, 'asset_feed_spec', 'videos');
}

/** Labels on the assets, rules that name the labels. */
function checkPlacements(feed: JsonObject, story: JsonObject, adFormats: readonly string[]): void {
  if (adFormats.length !== 1)
    throw invalid('Exactly one ad format is needed', 'asset_feed_spec', 'ad_formats');
  if (story.link_data !== undefined || story.video_data !== undefined)
    throw refuseWith(1443048, {
      userMessage: 'With placement rules the story holds its page and profile only.',
    });
  const rules = items(feed, 'asset_customization_rules');
  if (rules.length < 2)
    throw invalid(
      'More than one asset_customization_rule is needed',
      'asset_feed_spec',
      'asset_customization_rules',
    );
  for (const rule of rules) checkRule(feed, rule);
}

const ruleAssets: readonly (readonly [label: string, assets: string])[] = [
  ['image_label', 'images'],
  ['video_label', 'videos'],
  ['body_label', 'bodies'],
  ['title_label', 'titles'],
  ['description_label', 'descriptions'],
  ['link_url_label', 'link_urls'],
  ['carousel_label', 'carousels'],
];

function checkRule(feed: JsonObject, rule: Json): void {
  if (!isObject(rule) || !isObject(rule.customization_spec))
    throw invalid(
      'Each rule needs a customization_spec',
      'asset_feed_spec',
      'asset_customization_rules',
    );
  const spec = rule.customization_spec;
  const platforms = items(spec, 'publisher_platforms').map(String);
  if (Object.keys(spec).length > 0 && platforms.length === 0)
    throw invalid(
      'A customization_spec needs publisher_platforms',
      'asset_feed_spec',
      'asset_customization_rules',
    );
  for (const [key, known] of Object.entries(feedPositions)) {
    const stray = items(spec, key).find((position) => !known.has(String(position)));
    if (stray !== undefined)
      throw invalid(
        `Unknown position ${stray} in ${key}`,
        'asset_feed_spec',
        'asset_customization_rules',
        key,
      );
    const named = platforms.includes(key.replace('_positions', ''));
    if (named !== items(spec, key).length > 0)
      throw invalid(
        named ? `A rule for this platform needs ${key}` : `${key} without its publisher platform`,
        'asset_feed_spec',
        'asset_customization_rules',
      );
  }
  for (const [key, assets] of ruleAssets) {
    const label = string(part(rule, key).name);
    if (rule[key] === undefined) continue;
    const named = items(feed, assets).filter((asset) =>
      items(asset, 'adlabels').some((each) => isObject(each) && each.name === label),
    );
    if (label === undefined || named.length === 0)
      throw refuse(2446173, 'asset_feed_spec', 'asset_customization_rules', key);
    if (key === 'description_label' && named.length > 1) throw refuse(1885878);
  }
  if (rule.description_label === undefined && items(feed, 'descriptions').length > 1)
    throw refuse(1885878);
}

/** Several texts around one anchor, an image or a video. */
function checkTextOptions(feed: JsonObject, story: JsonObject): void {
  const link = story.link_data;
  if (!isObject(link)) throw items(feed, 'videos').length > 0 ? refuse(2061015) : refuse(1443048);
  if (items(feed, 'videos').length > 0) {
    const extra = Object.keys(link).filter((key) => key !== 'link');
    if (extra.length > 0)
      throw refuseWith(1443048, {
        userMessage: 'With videos in the feed the link_data holds the link only.',
      });
    if (items(feed, 'link_urls').length === 0) throw refuse(2061015);
    return;
  }
  const [first] = items(feed, 'images');
  if (isObject(first) && first.hash !== undefined && link.image_hash !== first.hash)
    throw refuse(3858355);
}

const couponSources = new Set(
  names(`
  AD_CREATIVE_MANUAL_COUPON_CODES AD_CREATIVE_PRIMARY_TEXT AD_CREATIVE_HEADLINE AD_CREATIVE_DESCRIPTION PROVIDED_BY_MERCHANT
  DETECTED_FROM_MERCHANT_ADS DETECTED_FROM_MERCHANT_WEBSITE
`),
);

function checkPromotion(metadata: Json | undefined) {
  if (metadata === undefined) return;
  const stray = items(metadata, 'allowed_coupon_code_sources').find(
    (source) => !couponSources.has(String(source)),
  );
  if (stray !== undefined)
    throw invalid(`Unknown coupon source ${stray}`, 'asset_feed_spec', 'promotional_metadata');
}
