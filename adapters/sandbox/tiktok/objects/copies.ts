import { fieldsOf, within } from '../../kit/json.ts';
import { names } from '../../kit/names.ts';
import type { Entity, Json, JsonObject, World } from '../../types.ts';
import { checkManual } from '../smart/gates.ts';
import {
  accountOf,
  type Endpoints,
  given,
  invalid,
  kinds,
  newId,
  oneOf,
  ownedBy,
  Refusal,
  required,
  words,
  writableAccount,
} from '../wire.ts';
import { addAd } from './ads.ts';
import { addAdGroup, addCampaign, editable, nameOf, switches } from './campaigns.ts';
import { isDeleted } from './rows.ts';

export const copyMs = 20_000;
/** How long a request id is remembered. */
const rememberedMs = 10_000;
const mostAdGroups = 20;

export const copyEndpoints: Endpoints = {
  'POST campaign/copy/task/create': {
    known: names('campaign_id request_id operation_status campaign_name budget deep_copy_mode'),
    run(turn) {
      const account = writableAccount(turn);
      const { params, world } = turn;
      if (turn.fired.has('copy-not-allowed'))
        throw new Refusal(
          40001,
          'Permission error: The advertiser is not on the allowlist of the campaign copy.',
        );
      if (turn.fired.has('manual-copy-ended'))
        throw invalid('Manual campaigns can no longer be copied with this API.');
      const campaign = editable(turn, account, kinds.campaign, required(params, 'campaign_id'));
      checkManual(turn, campaign.id);
      const requestId = required(params, 'request_id');
      if (!/^\d{1,19}$/.test(requestId))
        throw invalid('request_id: Must be a 64-bit integer as a string.');
      oneOf(params, 'deep_copy_mode', ['DEFAULT']);
      const isUsed = world
        .entities(kinds.task)
        .some(
          ({ data, created }) =>
            data.request_id === requestId && world.now() - created < rememberedMs,
        );
      if (isUsed)
        throw new Refusal(40002, 'The request_id has been used by a request that was accepted.');
      const adGroups = living(world, kinds.adGroup, campaign.id);
      if (adGroups.length > mostAdGroups)
        throw invalid(`The campaign has more than ${mostAdGroups} ad groups.`);
      if (!adGroups.some((adGroup) => living(world, kinds.ad, adGroup.id).length > 0))
        throw invalid('The campaign must have at least one ad group with at least one ad.');
      const task = world.add({
        id: newId(world),
        kind: kinds.task,
        ...within(account),
        data: {
          campaign_id: campaign.id,
          request_id: requestId,
          campaign_name: given(params, 'campaign_name')
            ? nameOf(params, 'campaign_name')
            : `COPIED_${words(campaign.data.campaign_name)}`,
          operation_status: oneOf(params, 'operation_status', switches) ?? 'DISABLE',
          due: turn.fired.has('copy-stuck') ? Number.MAX_SAFE_INTEGER : world.now() + copyMs,
          ...(turn.fired.has('copy-failed') && { fails: true }),
          ...(turn.fired.has('copy-partial') && { partial: true }),
        },
      });
      return { task_id: task.id };
    },
  },
  'GET campaign/copy/task/check': {
    known: ['task_id'],
    run(turn) {
      const task = ownedBy(turn, accountOf(turn), kinds.task, required(turn.params, 'task_id'));
      if (task === undefined) throw invalid('task_id: The task does not exist.');
      return {
        task_status: task.data.task_status ?? 'RUNNING',
        task_info: {},
        task_result: task.data.task_result ?? null,
      };
    },
  },
};

export function runDueCopies(world: World) {
  for (const task of world.entities(kinds.task)) {
    if (task.data.task_status !== undefined || Number(task.data.due) > world.now()) continue;
    world.change(task.id, {
      task_status: 'SUCCESS',
      task_result: task.data.fails === true ? failed(task) : copy(world, task),
    });
  }
}

export const living = (world: World, kind: string, parent: string) =>
  world.entities(kind, parent).filter((entity) => !isDeleted(entity));

/** SUCCESS without a campaign. */
const failed = (task: Entity): JsonObject => ({
  campaign_id: null,
  campaign_name: task.data.campaign_name ?? '',
  campaign_error_infos: ['Update failed due to system error. Please try again.'],
  adgroup_result_list: [],
});

/** Ad groups are switched on, ads as before, the campaign as asked. */
function copy(world: World, task: Entity): JsonObject {
  const account = world.get(task.parents[0] ?? '');
  const source = world.get(words(task.data.campaign_id));
  if (account === undefined || source === undefined) return failed(task);
  const { campaign_name = '', operation_status = 'DISABLE' } = task.data;
  const campaign = addCampaign(world, account, {
    ...bare(source),
    campaign_name,
    operation_status,
  });
  const results: Json[] = [];
  for (const [at, adGroup] of living(world, kinds.adGroup, source.id).entries()) {
    const ads = living(world, kinds.ad, adGroup.id);
    if (task.data.partial === true && at % 2 === 1) {
      results.push({
        adgroup_id: '0',
        adgroup_name: adGroup.data.adgroup_name ?? '',
        ad_status: 'PARTIAL_SUCCESS',
        ad_result_list: [],
      });
      continue;
    }
    const made = addAdGroup(world, campaign, { ...bare(adGroup), operation_status: 'ENABLE' });
    const copied = ads.map((ad) => addAd(world, made, bare(ad)));
    results.push({
      adgroup_id: made.id,
      adgroup_name: made.data.adgroup_name ?? '',
      adgroup_error_list: [],
      ad_status: 'ALL_SUCCESS',
      ad_result_list: copied.map(({ id, data }) => ({
        ad_id: id,
        ad_name: data.ad_name ?? '',
        is_success: true,
        ad_error_list: [],
      })),
    });
  }
  return {
    campaign_id: campaign.id,
    campaign_name,
    campaign_error_infos: [],
    adgroup_result_list: results,
  };
}

/** What belongs to the source alone. */
const own = ['request_id', 'rejected', 'appealed_at', 'appeal_fails'];

export function bare(entity: Entity): JsonObject {
  const {
    spans: _spans,
    reviewed_at: _reviewed,
    campaign_id: _campaign,
    adgroup_id: _adGroup,
    ...data
  } = entity.data;
  return fieldsOf(data, (name) => !own.includes(name));
}
