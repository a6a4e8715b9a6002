import { fieldsOf, isList, isObject, within } from '../../kit/json.ts';
import type { Entity, Json, JsonObject, World } from '../../types.ts';
import {
  addAdGroup,
  addCampaign,
  editable,
  leastBudget,
  plainName,
  scheduleOf,
  switches,
} from '../objects/campaigns.ts';
import { bare, copyMs, living } from '../objects/copies.ts';
import {
  accountOf,
  type Endpoints,
  given,
  invalid,
  kinds,
  missing,
  newId,
  ownedBy,
  parseTime,
  Refusal,
  required,
  type Turn,
  words,
} from '../wire.ts';
import { targeting, targetingOf } from './ad-groups.ts';
import { addSmartAd, adFields } from './ads.ts';
import { checkedBudget } from './campaigns.ts';
import { keptCreatives, shownCreatives } from './creatives.ts';
import { requestId, sameRequest, smartAccount, smartObject } from './gates.ts';
import { all, checkShape, type Fields, listOf } from './shape.ts';

const mostAds = 200;
const mostCreatives = 1_000;

/** What a copy in the custom mode may change. */
const adGroups = listOf(
  {
    ...all('text', 'adgroup_id adgroup_name'),
    operation_status: switches,
    budget: 'number',
    targeting_spec: targeting,
    ad_list: listOf({ ...adFields, smart_plus_ad_id: 'text', operation_status: switches }, 20),
  },
  30,
);

const created: Fields = {
  ...all(
    'text',
    'request_id campaign_id campaign_name schedule_start_time schedule_end_time dayparting',
  ),
  operation_status: switches,
  budget: 'number',
  schedule_type: ['SCHEDULE_FROM_NOW', 'SCHEDULE_START_END'],
  deep_copy_mode: ['DEFAULT', 'CUSTOM'],
  adgroup_list: adGroups,
};

export const smartCopyEndpoints: Endpoints = {
  'POST smart_plus/campaign/copy/task/create': {
    known: Object.keys(created),
    run(turn) {
      const { params, world, fired } = turn;
      const account = smartAccount(turn);
      checkShape(created, params, '', true);
      if (fired.has('copy-not-allowed'))
        throw new Refusal(
          40001,
          'Permission error: The advertiser is not on the allowlist of the campaign copy.',
        );
      const before = sameRequest(turn, account, kinds.smartTask);
      if (before !== undefined) return { task_id: before.id };
      const campaign = smartObject(turn, account, kinds.campaign, required(params, 'campaign_id'));
      editable(turn, account, kinds.campaign, campaign.id);
      const chosen = chosenOf(turn, account, campaign);
      checkSize(turn, chosen);
      const task = world.add({
        id: newId(world),
        kind: kinds.smartTask,
        ...within(account),
        data: {
          campaign_id: campaign.id,
          request_id: requestId(turn),
          campaign_name: given(params, 'campaign_name')
            ? plainName(params, 'campaign_name')
            : `COPIED_${words(campaign.data.campaign_name)}`,
          operation_status: words((params as JsonObject).operation_status) || 'DISABLE',
          ...(params.budget !== undefined && { budget: checkedBudget(params, leastBudget) }),
          schedule: scheduleIn(turn),
          chosen: chosen as unknown as Json,
          due: fired.has('copy-stuck') ? Number.MAX_SAFE_INTEGER : world.now() + copyMs,
          ...(fired.has('copy-failed') && { fails: true }),
          ...(fired.has('copy-partial') && { partial: true }),
        },
      });
      return { task_id: task.id };
    },
  },
  'GET smart_plus/campaign/copy/task/check': {
    known: ['task_id'],
    run(turn) {
      const task = ownedBy(
        turn,
        accountOf(turn),
        kinds.smartTask,
        required(turn.params, 'task_id'),
      );
      if (task === undefined) throw invalid('task_id: The task does not exist.');
      const { task_status = 'RUNNING', task_info, task_result } = task.data;
      return {
        task_status,
        ...(task_info !== undefined && { task_info }),
        ...(task_result !== undefined && { task_result }),
      };
    },
  },
};

/** An ad group to copy, what is changed in it, and the same of its ads. */
interface Chosen {
  readonly id: string;
  readonly changes: JsonObject;
  readonly ads: readonly { readonly id: string; readonly changes: JsonObject }[];
}

function chosenOf(
  { params, world, ...turn }: Turn,
  account: Entity,
  campaign: Entity,
): readonly Chosen[] {
  if (params.deep_copy_mode !== 'CUSTOM')
    return living(world, kinds.adGroup, campaign.id).map(({ id }) => ({
      id,
      changes: {},
      ads: living(world, kinds.ad, id).map((ad) => ({ id: ad.id, changes: {} })),
    }));
  const list = params.adgroup_list as readonly JsonObject[] | undefined;
  if (list === undefined || list.length === 0) throw missing('adgroup_list');
  const owned = (kind: string, id: string, parent: string) => {
    const entity = smartObject({ ...turn, params, world }, account, kind, id);
    if (!entity.parents.includes(parent))
      throw invalid(`adgroup_list: ${id} does not belong to ${parent}.`);
    return entity;
  };
  return list.map((given) => {
    const { adgroup_id, ad_list, ...changes } = given;
    const { id } = owned(kinds.adGroup, words(adgroup_id), campaign.id);
    const ads = (isList(ad_list) ? ad_list : [])
      .filter(isObject)
      .map(({ smart_plus_ad_id, ...changed }) => ({
        id: owned(kinds.ad, words(smart_plus_ad_id), id).id,
        changes: changed,
      }));
    return { id, changes, ads };
  });
}

function checkSize({ world, fired }: Turn, chosen: readonly Chosen[]): void {
  const ads = chosen.flatMap((each) => each.ads);
  if (ads.length === 0)
    throw invalid('The campaign must have at least one ad group with at least one ad.');
  const most = fired.has('copy-30') ? 30 : 10;
  if (chosen.length > most) throw invalid(`The campaign has more than ${most} ad groups.`);
  if (ads.length > mostAds) throw invalid(`The campaign has more than ${mostAds} ads.`);
  const creatives = ads.flatMap(({ id }) => keptCreatives(world.get(id) ?? noAd));
  if (creatives.length > mostCreatives)
    throw invalid(`The campaign has more than ${mostCreatives} creatives.`);
}

const noAd: Entity = {
  id: '',
  kind: '',
  company: '',
  parents: [],
  created: 0,
  updated: 0,
  data: {},
};

/** For all ad groups. */
function scheduleIn({ params }: Turn): JsonObject {
  const dayparting = given(params, 'dayparting')
    ? { dayparting: required(params, 'dayparting') }
    : {};
  if (!given(params, 'schedule_type')) return dayparting;
  const start = parseTime(required(params, 'schedule_start_time'), 'schedule_start_time');
  const isEnding = params.schedule_type === 'SCHEDULE_START_END';
  if (isEnding) required(params, 'schedule_end_time');
  return {
    ...dayparting,
    schedule_type: required(params, 'schedule_type'),
    ...scheduleOf(isEnding ? params : {}, start),
  };
}

/** SUCCESS means processed. */
export function runDueSmartCopies(world: World): void {
  for (const task of world.entities(kinds.smartTask)) {
    if (task.data.task_status !== undefined || Number(task.data.due) > world.now()) continue;
    world.change(task.id, { task_status: 'SUCCESS', ...copied(world, task) });
  }
}

function copied(world: World, task: Entity): JsonObject {
  const account = world.get(task.parents[0] ?? '');
  const source = world.get(words(task.data.campaign_id));
  const chosen = task.data.chosen as unknown as readonly Chosen[];
  const total = chosen.flatMap(({ ads }) => ads).length;
  const { campaign_name = '', operation_status = 'DISABLE', budget } = task.data;
  if (account === undefined || source === undefined || task.data.fails === true)
    return {
      task_info: { total_ad_count: total, success_ad_count: 0 },
      task_result: {
        campaign_name,
        campaign_error_infos: ['Update failed due to system error. Please try again.'],
        adgroup_result_list: [],
      },
    };
  const campaign = addCampaign(world, account, {
    ...bare(source),
    campaign_name,
    operation_status,
    ...(budget !== undefined && { budget }),
  });
  const results = chosen.map((each, at) =>
    task.data.partial === true && at % 2 === 1
      ? notCopied(world, each)
      : copiedAdGroup(
          world,
          campaign,
          each,
          isObject(task.data.schedule) ? task.data.schedule : {},
        ),
  );
  const made = results.reduce((sum, { success_ad_count }) => sum + Number(success_ad_count), 0);
  return {
    task_info: { total_ad_count: total, success_ad_count: made },
    task_result: {
      campaign_id: campaign.id,
      campaign_name,
      campaign_error_infos: [],
      adgroup_result_list: results,
    },
  };
}

function notCopied(world: World, { id, ads }: Chosen): JsonObject {
  return {
    adgroup_name: words(world.get(id)?.data.adgroup_name),
    total_ad_count: ads.length,
    success_ad_count: 0,
    adgroup_error_list: ['Update failed due to system error. Please try again.'],
    ad_status: 'PARTIAL_SUCCESS',
    ad_result_list: [],
  };
}

function copiedAdGroup(
  world: World,
  campaign: Entity,
  { id, changes, ads }: Chosen,
  schedule: JsonObject,
): JsonObject {
  const source = bare(world.get(id) ?? noAd);
  const { targeting_spec: targeted, ...plain } = changes;
  const made = addAdGroup(world, campaign, {
    ...source,
    ...plain,
    ...(targeted !== undefined && targetingOf({ targeting_spec: targeted }, campaign, source)),
    ...schedule,
  });
  const results = ads.map(({ id: from, changes: changed }) => {
    const ad = world.get(from) ?? noAd;
    const data = fieldsOf(
      ad.data,
      (name) => name in adFields || name === 'operation_status' || name === 'auto_message_list',
    );
    const copy = addSmartAd(world, made, {
      ...data,
      creative_list: shownCreatives(ad),
      ...changed,
    });
    return {
      is_success: true,
      smart_plus_ad_id: copy.id,
      ad_name: words(copy.data.ad_name),
      ad_error_list: [],
    };
  });
  return {
    adgroup_id: made.id,
    adgroup_name: words(made.data.adgroup_name),
    total_ad_count: ads.length,
    success_ad_count: results.length,
    adgroup_error_list: [],
    ad_status: 'ALL_SUCCESS',
    ad_result_list: results,
  };
}
