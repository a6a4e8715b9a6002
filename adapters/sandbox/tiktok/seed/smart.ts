import { within } from '../../kit/json.ts';
import { seedTree } from '../../kit/seed.ts';
import type { Entity, Json, JsonObject, World } from '../../types.ts';
import { pixelId } from '../objects/events.ts';
import { formId } from '../objects/leads.ts';
import { smartPlus } from '../smart/gates.ts';
import { formatTime, kinds } from '../wire.ts';
import {
  portfolioId,
  promotedAppId,
  type SmartCampaign,
  smartCreativeIds,
  smartIds,
  tiktokIdentities,
  tiktokPostIds,
} from './ids.ts';

interface SmartSeed {
  readonly campaign: JsonObject;
  /** Beside what all have. */
  adGroup(account: Entity): JsonObject;
  destination(account: Entity): JsonObject;
}

const dynamic = 'BUDGET_MODE_DYNAMIC_DAILY_BUDGET';
const ownBudget = { budget_optimize_on: true, budget_mode: dynamic, budget: 300 };

const smartSeeds: { readonly [name in SmartCampaign]: SmartSeed } = {
  web: {
    campaign: { objective_type: 'WEB_CONVERSIONS', sales_destination: 'WEBSITE', ...ownBudget },
    adGroup: (account) => ({
      promotion_type: 'WEBSITE',
      optimization_goal: 'CONVERT',
      billing_event: 'OCPM',
      pixel_id: pixelId(account.id),
      optimization_event: 'SHOPPING',
    }),
    destination: () => ({
      landing_page_url_list: [{ landing_page_url: 'https://shop.example.com/smart' }],
    }),
  },
  app: {
    campaign: { objective_type: 'APP_PROMOTION', app_promotion_type: 'APP_INSTALL', ...ownBudget },
    adGroup: () => ({
      promotion_type: 'APP_ANDROID',
      optimization_goal: 'INSTALL',
      billing_event: 'OCPM',
      app_id: promotedAppId,
    }),
    destination: () => ({}),
  },
  leads: {
    campaign: {
      objective_type: 'LEAD_GENERATION',
      budget_optimize_on: false,
      budget_mode: 'BUDGET_MODE_INFINITE',
      budget: 0,
    },
    adGroup: () => ({
      promotion_type: 'LEAD_GENERATION',
      promotion_target_type: 'INSTANT_PAGE',
      optimization_goal: 'LEAD_GENERATION',
      billing_event: 'OCPM',
      budget_mode: dynamic,
      budget: 100,
    }),
    destination: (account) => ({ page_list: [{ page_id: formId(account.id) }] }),
  },
};

export const smartCampaignData = (name: SmartCampaign, campaign_name: string): JsonObject => ({
  campaign_name,
  campaign_automation_type: smartPlus,
  is_smart_performance_campaign: false,
  smart_plus_adgroup_mode: 'MULTIPLE',
  campaign_type: 'REGULAR_CAMPAIGN',
  ...smartSeeds[name].campaign,
  operation_status: 'ENABLE',
});

export const smartAdGroupData = (
  account: Entity,
  name: SmartCampaign,
  start: number,
): JsonObject => ({
  bid_type: 'BID_TYPE_NO_BID',
  placement_type: 'PLACEMENT_TYPE_NORMAL',
  placements: ['PLACEMENT_TIKTOK'],
  targeting_optimization_mode: 'MANUAL',
  targeting_spec: {
    location_ids: ['2921044'],
    ...(name === 'app' && { operating_systems: ['ANDROID'] }),
  },
  schedule_type: 'SCHEDULE_FROM_NOW',
  schedule_start_time: formatTime(start),
  start_at: start,
  pacing: 'PACING_MODE_SMOOTH',
  comment_disabled: false,
  ...smartSeeds[name].adGroup(account),
  operation_status: 'ENABLE',
});

/** All but its creatives and its place. */
export const smartAdData = (account: Entity, name: SmartCampaign): JsonObject => ({
  ad_text_list: [{ ad_text: `All about ${name}` }, { ad_text: `More about ${name}` }],
  ad_configuration: {
    dark_post_status: 'ON',
    call_to_action_id: portfolioId(account.id),
    // Read, but not sendable.
    creative_auto_enhancement_strategy_list: ['CALL_TO_ACTION_ENHANCEMENT', 'AIGC_CARD'],
  },
  ...smartSeeds[name].destination(account),
});

export function seedSmartCampaigns(
  world: World,
  account: Entity,
  start: number,
  image: string,
): void {
  const videos = [1, 2].map((number) => seedVideo(world, account, start, number));
  seedTree<SmartCampaign>(world, account, start, {
    ids: smartIds,
    kinds: { campaign: kinds.campaign, adSet: kinds.adGroup, ad: kinds.ad },
    campaign: (name, title) => smartCampaignData(name, `Smart+ ${title}`),
    adSet: (name, title, campaign) => ({
      ...smartAdGroupData(account, name, start),
      adgroup_name: `Smart+ ${title}`,
      campaign_id: campaign.id,
    }),
    ad: (name, { id, number, status, from }, adGroup) => ({
      ...smartAdData(account, name),
      ad_name: `Smart+ ${name} ad ${number}`,
      adgroup_id: adGroup.id,
      campaign_id: String(adGroup.data.campaign_id),
      operation_status: { ACTIVE: 'ENABLE', PAUSED: 'DISABLE', DELETED: 'DELETE' }[status],
      creative_list: creativesOf(account, id, from, videos, image),
      reviewed_at: from,
    }),
  });
}

const { type: identity_type, id: identity_id } = tiktokIdentities.profile;
const identity = { identity_type, identity_id };

/** A creative that shows a post. */
export const smartPost = (account: Entity): JsonObject => ({
  ad_format: 'SINGLE_VIDEO',
  tiktok_item_id: tiktokPostIds(account.id)[0] ?? '',
  ...identity,
});

/** Two videos, a post, and in ads that began later a creative that TikTok added. */
function creativesOf(
  account: Entity,
  ad: string,
  from: number,
  videos: readonly Entity[],
  image: string,
): readonly Json[] {
  const files = videos.map(({ id, data }) => ({
    ad_format: 'SINGLE_VIDEO',
    material_name: String(data.file_name),
    video_info: { video_id: id, file_name: String(data.file_name) },
    image_info: [{ web_uri: image }],
    ...identity,
  }));
  const added = ad.endsWith('3') ? [{ ...files[0], material_name: 'added by TikTok' }] : [];
  return [...files, smartPost(account), ...added].map((creative_info, at) => ({
    ...smartCreativeIds(ad, at + 1),
    material_operation_status: 'ENABLE',
    creative_info: creative_info as JsonObject,
    spans: [[from, null]],
    from,
    ...(at >= files.length + 1 && { added: true }),
  }));
}

const seedVideo = (world: World, account: Entity, created: number, number: number): Entity =>
  world.add({
    id: `v10033g50000smart${account.id.slice(-8)}${number}`,
    kind: kinds.video,
    ...within(account),
    created,
    data: { file_name: `smart-${number}.mp4`, signature: '', size: 1_000, ready_at: created },
  });
