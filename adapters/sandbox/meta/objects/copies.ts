import { textOf } from '../../kit/json.ts';
import type { Entity, JsonObject } from '../../types.ts';
import {
  campaignOf,
  checkKnown,
  type Edge,
  find,
  number,
  string,
  type Turn,
} from '../graph/graph.ts';
import {
  bool,
  GraphError,
  invalid,
  isObject,
  object,
  oneOf,
  refuse,
  setOf,
  text,
  time,
} from '../graph/params.ts';
import { live, statusOfEntity } from '../graph/status.ts';
import { accountFor, checkActive, zoneFor } from './accounts.ts';
import { checkAdSet, checkFit } from './ad-checks.ts';
import { checkCampaign, checkDsa, checkRoom } from './ad-set-checks.ts';
import { addAdSet } from './ad-sets.ts';
import { addAd } from './ads.ts';
import { addCampaign, hasBudget } from './campaign-writes.ts';
import { addCreative, checkCreative } from './creative-writes.ts';
import { checkTargeting } from './targeting.ts';

/** Depth 0 is the copied object. */
function copiedName(turn: Turn, source: Entity, depth: number): string {
  const name = textOf(source.data.name);
  const options = object(turn.params, 'rename_options') ?? {};
  const strategy = string(options.rename_strategy) ?? 'ONLY_TOP_LEVEL_RENAME';
  if (!['DEEP_RENAME', 'ONLY_TOP_LEVEL_RENAME', 'NO_RENAME'].includes(strategy))
    throw invalid('Unknown rename_strategy', 'rename_options');
  if (strategy === 'NO_RENAME' || (strategy === 'ONLY_TOP_LEVEL_RENAME' && depth > 0)) return name;
  return `${textOf(options.rename_prefix)}${name}${string(options.rename_suffix) ?? ' - Copy'}`;
}

function copiedStatus(turn: Turn, source: Entity) {
  const option =
    oneOf(turn.params, 'status_option', ['ACTIVE', 'PAUSED', 'INHERITED_FROM_SOURCE']) ?? 'PAUSED';
  return option === 'INHERITED_FROM_SOURCE' ? statusOfEntity(source) : option;
}

/** An ended ad set runs again from now, as long as before. */
function copiedTimes(turn: Turn, source: Entity): JsonObject {
  const zone = zoneFor(turn, source);
  const now = turn.world.now();
  const start = number(source.data.start_at) ?? source.created;
  const end = number(source.data.end_at);
  const ended = end !== undefined && end !== 0 && end <= now;
  const startAt = time(turn.params, 'start_time', zone) ?? (ended ? now : start);
  const endAt = time(turn.params, 'end_time', zone) ?? (ended ? now + end - start : end);
  return { start_at: startAt, ...(endAt !== undefined && { end_at: endAt }) };
}

/** Objects below the copied one. */
const most = { sync: 3, async: 51 } as const;

const known = {
  campaigns: setOf(
    'deep_copy start_time end_time status_option rename_options parameter_overrides migrate_to_advantage_plus',
  ),
  adsets: setOf(
    'campaign_id deep_copy start_time end_time status_option rename_options create_dco_adset',
  ),
  ads: setOf('adset_id creative_parameters status_option rename_options'),
} as const;

interface Copied {
  readonly ad_object_type: 'campaign' | 'ad_set' | 'ad';
  readonly source_id: string;
  readonly copied_id: string;
}

const copyList: NonNullable<Edge['list']> = (turn, node) => ({
  ids: turn.world.under(node.kind, copiesOf(node.id)),
  keep: live,
});

const copiesOf = (source: string) => `copies of ${source}`;

export const campaignCopies: Edge = {
  list: copyList,
  post(turn, campaign) {
    begin(turn, campaign, known.campaigns);
    if (
      ['AUTOMATED_SHOPPING_ADS', 'SMART_APP_PROMOTION'].includes(
        textOf(campaign.data.smart_promotion_type),
      )
    )
      throw invalid('Campaigns of this smart_promotion_type can no longer be copied');
    const deep = bool(turn.params, 'deep_copy') ?? false;
    const adSets = childrenOf(turn, 'adsets', campaign);
    if (deep)
      checkSize(
        turn,
        adSets.length +
          adSets.reduce((sum, adSet) => sum + childrenOf(turn, 'ads', adSet).length, 0),
      );
    const made: Copied[] = [];
    const copy = copyCampaign(turn, campaign);
    made.push({ ad_object_type: 'campaign', source_id: campaign.id, copied_id: copy.id });
    if (deep) for (const adSet of adSets) copyTree(turn, adSet, { campaign: copy, made });
    return answer(turn, {
      copied_campaign_id: copy.id,
      ad_object_ids: made.map((each) => ({ ...each })),
    });
  },
};

export const adSetCopies: Edge = {
  list: copyList,
  post(turn, adSet) {
    begin(turn, adSet, known.adsets);
    const parent = text(turn.params, 'campaign_id') ?? string(adSet.data.campaign_id);
    const campaign = checkCampaign(find(turn, 'campaigns', parent));
    const deep = bool(turn.params, 'deep_copy') ?? false;
    if (deep) checkSize(turn, childrenOf(turn, 'ads', adSet).length);
    const made: Copied[] = [];
    const copy = deep
      ? copyTree(turn, adSet, { campaign, made, depth: 0 })
      : copyAdSet(turn, adSet, campaign, 0);
    if (!deep) made.push({ ad_object_type: 'ad_set', source_id: adSet.id, copied_id: copy.id });
    return answer(turn, {
      copied_adset_id: copy.id,
      ad_object_ids: made.map((each) => ({ ...each })),
    });
  },
};

export const adCopies: Edge = {
  list: copyList,
  post(turn, ad) {
    begin(turn, ad, known.ads);
    const target = text(turn.params, 'adset_id') ?? string(ad.data.adset_id);
    const adSet = checkAdSet(turn, accountFor(turn, ad), find(turn, 'adsets', target));
    const copy = copyAd(turn, ad, adSet, 0);
    return answer(turn, { copied_ad_id: copy.id });
  },
};

function begin(turn: Turn, node: Entity, names: ReadonlySet<string>) {
  checkActive(accountFor(turn, node));
  checkKnown(turn, names);
  if (node.data.status === 'DELETED')
    throw refuse(node.kind === 'campaigns' ? 1487566 : node.kind === 'adsets' ? 1487056 : 1885088);
}

function checkSize(turn: Turn, children: number) {
  if (children > (turn.call.asynchronous ? most.async : most.sync)) throw refuse(1885194);
}

const answer = (turn: Turn, body: JsonObject): JsonObject =>
  turn.fired.has('copy-no-id') ? {} : body;

function childrenOf(turn: Turn, kind: 'adsets' | 'ads', parent: Entity) {
  return turn.world.under(kind, parent.id).flatMap((id) => {
    const child = turn.world.get(id);
    return child !== undefined && live(child) ? [child] : [];
  });
}

/** `copy-partial` stops after the first object below the top. */
function copyTree(
  turn: Turn,
  adSet: Entity,
  {
    campaign,
    made,
    depth = 1,
  }: { readonly campaign: Entity; readonly made: Copied[]; readonly depth?: number | undefined },
): Entity {
  const copy = copyAdSet(turn, adSet, campaign, depth);
  made.push({ ad_object_type: 'ad_set', source_id: adSet.id, copied_id: copy.id });
  stopHalfWay(turn, made);
  for (const ad of childrenOf(turn, 'ads', adSet)) {
    const adCopy = copyAd(turn, ad, copy, depth + 1);
    made.push({ ad_object_type: 'ad', source_id: ad.id, copied_id: adCopy.id });
    stopHalfWay(turn, made);
  }
  return copy;
}

function stopHalfWay(turn: Turn, made: readonly Copied[]) {
  if (turn.fired.has('copy-partial') && made.length >= 2)
    throw new GraphError({ code: 1, subcode: 99, message: 'An unknown error occurred' });
}

/** Labels, history and running times stay behind. */
function copiedData(source: Entity): JsonObject {
  const { adlabels, spans, budget_changes, cap_changes, reviewed_at, verdict, ...data } =
    source.data;
  return data;
}

function copyCampaign(turn: Turn, campaign: Entity): Entity {
  return addCampaign(
    turn,
    accountFor(turn, campaign),
    {
      ...copiedData(campaign),
      name: copiedName(turn, campaign, 0),
      status: copiedStatus(turn, campaign),
      source_campaign_id: campaign.id,
    },
    [copiesOf(campaign.id)],
  );
}

/** The copy must pass today's checks. */
function copyAdSet(turn: Turn, adSet: Entity, campaign: Entity, depth: number): Entity {
  const account = accountFor(turn, adSet);
  const targeting = isObject(adSet.data.targeting) ? adSet.data.targeting : {};
  checkTargeting(turn, targeting, textOf(campaign.data.objective));
  checkDsa(turn, account, targeting, adSet.data);
  const { daily_budget, lifetime_budget, ...data } = copiedData(adSet);
  const budget =
    daily_budget === undefined
      ? lifetime_budget === undefined
        ? {}
        : { lifetime_budget }
      : { daily_budget };
  const own = Object.keys(budget).length > 0;
  if (own && hasBudget(campaign)) throw refuse(4834002);
  if (hasBudget(campaign)) checkRoom(turn, campaign);
  else if (!own)
    throw invalid('The ad set needs a budget because its new campaign has none', 'daily_budget');
  return addAdSet(
    turn,
    campaign,
    {
      ...data,
      ...budget,
      ...copiedTimes(turn, adSet),
      name: copiedName(turn, adSet, depth),
      status: copiedStatus(turn, adSet),
      source_adset_id: adSet.id,
    },
    [copiesOf(adSet.id)],
  );
}

/** With the same creative, or a new one with fields replaced. */
function copyAd(turn: Turn, ad: Entity, adSet: Entity, depth: number): Entity {
  const account = accountFor(turn, ad);
  const creative = turn.world.get(textOf(ad.data.creative_id));
  const changes = object(turn.params, 'creative_parameters');
  const { adlabels, status, effective_object_story_id, effective_instagram_media_id, ...data } =
    creative?.data ?? {};
  const wanted = { ...data, ...changes };
  checkCreative(turn, account, wanted);
  const campaign = campaignOf(turn, adSet);
  checkFit(turn, adSet, textOf(campaign?.data.objective), { creative: wanted });
  const shown =
    changes === undefined || creative === undefined ? creative : addCreative(turn, account, wanted);
  const name = copiedName(turn, ad, depth);
  return addAd(
    turn,
    adSet,
    {
      ...copiedData(ad),
      name,
      status: copiedStatus(turn, ad),
      creative_id: shown?.id ?? '',
      source_ad_id: ad.id,
    },
    [copiesOf(ad.id)],
  );
}
