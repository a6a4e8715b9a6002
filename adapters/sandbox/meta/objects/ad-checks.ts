import { textOf } from '../../kit/json.ts';
import type { Entity, JsonObject } from '../../types.ts';
import { campaignOf, hiddenAsNew, string, type Turn } from '../graph/graph.ts';
import { GraphError, invalid, isObject, items, part, refuse } from '../graph/params.ts';
import { live } from '../graph/status.ts';
import { isMessagingMix } from './ad-set-checks.ts';
import { isAutomated } from './campaigns.ts';
import { checkVideoReady, hasImage } from './creative-story.ts';
import { checkLeadAd } from './leads.ts';

/** Living ads per ad set. */
const mostAds = { plain: 50, automated: 150 } as const;

/** It exists, lives, and has room. */
export function checkAdSet(turn: Turn, account: Entity, adSet: Entity | undefined): Entity {
  if (adSet === undefined || adSet.parents[0] !== account.id || hiddenAsNew(turn, adSet))
    throw new GraphError({
      code: 100,
      subcode: 33,
      type: 'GraphMethodException',
      message: 'The adset_id names no ad set of this account',
      blame: [['adset_id']],
    });
  if (!live(adSet)) throw refuse(1487056);
  const campaign = campaignOf(turn, adSet);
  if (campaign !== undefined && !live(campaign)) throw refuse(1487566);
  const ads = turn.world.under('ads', adSet.id);
  const most =
    campaign !== undefined && ads.length >= mostAds.plain && isRoomy(turn, campaign)
      ? mostAds.automated
      : mostAds.plain;
  if (ads.length >= most && liveAds(turn, ads) >= most)
    throw new GraphError({
      code: 100,
      message: 'Invalid parameter',
      title: 'Too many ads',
      userMessage: `An ad set holds at most ${most} ads. Delete or archive some.`,
      blame: [['adset_id']],
    });
  return adSet;
}

/** Legacy Advantage+ shopping campaigns hold as many. */
const isRoomy = (turn: Turn, campaign: Entity) =>
  isAutomated(turn, campaign) || campaign.data.smart_promotion_type === 'AUTOMATED_SHOPPING_ADS';

const liveAds = (turn: Turn, ids: readonly string[]) =>
  ids.reduce((count, id) => {
    const ad = turn.world.get(id);
    return ad !== undefined && live(ad) ? count + 1 : count;
  }, 0);

interface Shown {
  readonly creative: JsonObject;
  readonly ad?: string;
}

/** `ad`: the one that shows the creative already, when edited. */
export function checkFit(
  turn: Turn,
  adSet: Entity,
  objective: string,
  { creative, ad }: Shown,
): void {
  checkEnded(adSet, creative);
  checkLeadAd(turn, adSet, creative);
  const feed = isObject(creative.asset_feed_spec) ? creative.asset_feed_spec : undefined;
  const type = string(feed?.optimization_type);
  const destination = string(adSet.data.destination_type);
  const mixes =
    feed !== undefined &&
    ['images', 'videos', 'bodies', 'titles'].some((key) => items(feed, key).length > 0);
  const dynamic =
    mixes && (type === undefined || type === 'REGULAR' || type === 'DYNAMIC_CREATIVE');
  if (dynamic && destination === 'WHATSAPP') throw refuse(1885392);
  if (dynamic !== (adSet.data.is_dynamic_creative === true)) throw refuse(1885998);
  if (dynamic && turn.world.entities('ads', adSet.id).some((each) => each.id !== ad && live(each)))
    throw refuse(1885553);
  const page = pageOf(turn, creative);
  const promoted = string(part(adSet.data, 'promoted_object').page_id);
  if (creative.object_story_id !== undefined && destination === 'ON_POST' && promoted === undefined)
    throw refuse(1885154);
  if (promoted !== undefined && page !== undefined && promoted !== page) throw refuse(1885029);
  if (isMessagingMix(destination) && type !== 'DOF_MESSAGING_DESTINATION') throw refuse(2446493);
  const hasAssets =
    feed !== undefined && ['images', 'videos'].some((key) => items(feed, key).length > 0);
  if (
    hasAssets &&
    items(feed, 'link_urls').length === 0 &&
    part(creative, 'object_story_spec').link_data === undefined &&
    needsLink(objective, destination)
  )
    throw refuse(1885800);
  if (creative.object_story_id !== undefined || creative.source_instagram_media_id !== undefined)
    checkPostLink(turn, adSet, objective, creative);
}

/** Refused on every version since 2026-10-27 (changelog of v26.0); the codes are not published. */
function checkEnded(adSet: Entity, creative: JsonObject): void {
  if (
    items(part(creative, 'interactive_components_spec'), 'components').some(
      (each) => isObject(each) && /poll/i.test(textOf(each.type)),
    )
  )
    throw invalid('Poll ads can no longer be created', 'creative', 'interactive_components_spec');
  const leadsToApp = part(adSet.data, 'promoted_object').omnichannel_object !== undefined;
  if (leadsToApp && textOf(creative.applink_treatment) === 'web_only')
    throw invalid(
      'A campaign for website and app takes no creative that leads to the web only',
      'creative',
      'applink_treatment',
    );
}

const needsLink = (objective: string, destination: string | undefined) =>
  objective !== 'OUTCOME_AWARENESS' &&
  (destination === undefined || destination === 'WEBSITE' || destination === 'UNDEFINED');

function pageOf(turn: Turn, creative: JsonObject) {
  const story = string(creative.object_story_id);
  return (
    string(part(creative, 'object_story_spec').page_id) ??
    (story === undefined ? undefined : turn.world.get(story)?.parents[0])
  );
}

/** Of the post or the creative. */
function checkPostLink(turn: Turn, adSet: Entity, objective: string, creative: JsonObject): void {
  const goal = textOf(adSet.data.optimization_goal);
  const website =
    ['OUTCOME_SALES', 'OUTCOME_LEADS', 'OUTCOME_TRAFFIC'].includes(objective) &&
    ['OFFSITE_CONVERSIONS', 'VALUE', 'LINK_CLICKS', 'LANDING_PAGE_VIEWS'].includes(goal);
  if (!website) return;
  const post = turn.world.get(
    string(creative.object_story_id) ?? textOf(creative.source_instagram_media_id),
  );
  const own = part(creative, 'call_to_action');
  const posted = part(post?.data, 'call_to_action');
  if (
    string(part(own, 'value').link) === undefined &&
    string(part(posted, 'value').link) === undefined
  )
    throw refuse(2446383);
}

const textTypes = ['primary_text', 'headline', 'description'];

/** In sales and app campaigns only. */
export function checkGroups(
  turn: Turn,
  account: Entity,
  spec: JsonObject,
  objective: string,
): void {
  if (objective !== 'OUTCOME_SALES' && objective !== 'OUTCOME_APP_PROMOTION')
    throw invalid(
      'creative_asset_groups_spec can be used in sales and app campaigns only',
      'creative_asset_groups_spec',
    );
  const groups = items(spec, 'groups');
  if (groups.length === 0)
    throw invalid(
      'creative_asset_groups_spec needs at least one group',
      'creative_asset_groups_spec',
      'groups',
    );
  const actions = new Set<string>();
  for (const group of groups) {
    const images = items(group, 'images');
    const videos = items(group, 'videos');
    if (images.length + videos.length === 0)
      throw invalid('Each group needs an image or a video', 'creative_asset_groups_spec', 'groups');
    for (const image of images)
      if (!isObject(image) || !hasImage(turn, account, image)) throw refuse(2446388);
    for (const video of videos)
      checkVideoReady(turn, account, isObject(video) ? textOf(video.video_id) : '');
    for (const type of textTypes)
      if (
        items(group, 'texts').filter((each) => isObject(each) && each.text_type === type).length > 5
      )
        throw invalid(
          `A group holds at most 5 texts of the type ${type}`,
          'creative_asset_groups_spec',
          'groups',
          'texts',
        );
    const stray = items(group, 'texts').find(
      (each) => !isObject(each) || !textTypes.includes(String(each.text_type)),
    );
    if (stray !== undefined)
      throw invalid(
        `text_type is one of ${textTypes.join(', ')}`,
        'creative_asset_groups_spec',
        'groups',
        'texts',
      );
    const action = string(part(group, 'call_to_action').type);
    if (action !== undefined) actions.add(action);
  }
  if (actions.size > 1)
    throw invalid(
      'All groups need the same type of call to action',
      'creative_asset_groups_spec',
      'groups',
      'call_to_action',
    );
}
