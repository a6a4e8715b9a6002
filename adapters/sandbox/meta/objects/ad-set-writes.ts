import type { Entity, JsonObject } from '../../entity.ts';
import { spansAfter } from '../../kit/delivery.ts';
import { invalid, missing, refuse } from '../graph/errors.ts';
import { newId, number, string, type Turn } from '../graph/graph.ts';
import { labelsOf } from '../graph/labels.ts';
import { find } from '../graph/nodes.ts';
import { given, isObject, list, object, oneOf, required, text } from '../graph/params.ts';
import { checkEditable, configured, newStatus } from '../graph/status.ts';
import { checkKnown, defined, success, validateOnly } from '../graph/writes.ts';
import { log } from '../history/activities.ts';
import { applyChanges } from '../history/changes.ts';
import { accountFor, checkActive } from './accounts.ts';
import {
  checkBilling,
  checkCampaign,
  checkDestination,
  checkDsa,
  checkMoney,
  checkPacing,
  checkPromoted,
  checkRoom,
} from './ad-set-checks.ts';
import { adSetParams, valuesOf } from './ad-set-values.ts';
import { hasBudget } from './campaign-writes.ts';
import { addSchedules, checkSchedules } from './schedules.ts';
import { checkTargeting } from './targeting.ts';

const hour = 3_600_000;

export function createAdSet(turn: Turn, account: Entity): JsonObject {
  const { params: given } = turn.call;
  checkActive(account);
  checkKnown(turn, adSetParams);
  const name = required(given, 'name');
  const campaign = checkCampaign(find(turn, 'campaigns', required(given, 'campaign_id')));
  if (campaign.parents[0] !== account.id) throw missing(campaign.id, 'post');
  const objective = string(campaign.data.objective) ?? '';
  const targeting = object(given, 'targeting');
  if (targeting === undefined) throw invalid('The parameter targeting is required', 'targeting');
  const data = valuesOf(turn, account, given);
  for (const key of ['optimization_goal', 'billing_event'])
    if (data[key] === undefined) throw invalid(`The parameter ${key} is required`, key);
  const now = turn.world.now();
  const start = Math.max(number(data.start_at) ?? now, now);
  // 0 states that there is no end.
  const end = number(data.end_at) ?? 0;
  if (end !== 0 && end <= now) throw refuse(1487033, { blame: [['end_time']] });
  checkBilling(string(data.billing_event) ?? '', string(data.optimization_goal) ?? '');
  checkTargeting(turn, targeting, objective);
  checkDestination(objective, string(data.destination_type));
  checkPromoted(turn, isObject(data.promoted_object) ? data.promoted_object : undefined, string(data.optimization_goal) ?? '');
  checkMoney(turn, campaign, data, start);
  if (hasBudget(campaign) || campaign.data.is_adset_budget_sharing_enabled === true) checkRoom(turn, campaign);
  checkDsa(turn, account, targeting, data);
  checkPacing(data);
  checkSchedules(turn, account, number(data.daily_budget));
  if (validateOnly(turn)) return success;
  const adSet = addAdSet(turn, campaign, {
    ...data,
    name,
    targeting,
    status: newStatus(given),
    start_at: number(data.start_at) ?? now,
    frequency_control_specs: list(given, 'frequency_control_specs') ?? null,
    ...defined({ adlabels: labelsOf(turn, account, given), source_adset_id: text(given, 'source_adset_id') }),
  });
  addSchedules(turn, adSet);
  return { id: adSet.id, success: true };
}

export function addAdSet(turn: Turn, campaign: Entity, data: JsonObject, listedUnder: readonly string[] = []): Entity {
  const account = accountFor(turn, campaign);
  const labels = Array.isArray(data.adlabels) ? data.adlabels.map(String) : [];
  const kept = Object.fromEntries(Object.entries(data).filter(([, value]) => value !== null));
  const adSet = turn.world.add({
    id: newId(turn.world),
    kind: 'adsets',
    company: account.company,
    parents: [account.id, campaign.id, ...listedUnder, ...labels],
    data: { ...kept, campaign_id: campaign.id, spans: spansAfter([], data.status === 'ACTIVE', turn.world.now()) },
  });
  log(turn, 'create_ad_set', adSet, {
    name: data.name ?? '',
    status: data.status ?? '',
    ...defined({
      daily_budget: data.daily_budget,
      lifetime_budget: data.lifetime_budget,
      optimization_goal: data.optimization_goal,
    }),
  });
  return adSet;
}

export function updateAdSet(turn: Turn, adSet: Entity): JsonObject {
  const { params: values } = turn.call;
  const account = accountFor(turn, adSet);
  const campaign = turn.world.get(string(adSet.data.campaign_id) ?? '');
  checkActive(account);
  checkKnown(turn, adSetParams);
  if (campaign === undefined) throw missing(adSet.id, 'post');
  if (given(values, 'campaign_id') && text(values, 'campaign_id') !== campaign.id)
    throw invalid('An ad set cannot move to another campaign', 'campaign_id');
  if (given(values, 'frequency_control_specs')) throw refuse(1815198);
  const targeting = object(values, 'targeting');
  const changes = defined({
    ...valuesOf(turn, account, values),
    name: text(values, 'name'),
    status: oneOf(values, 'status', configured),
    targeting,
    adlabels: labelsOf(turn, account, values),
  });
  checkEditable(adSet, changes, 1487056);
  checkPublished(turn, adSet, changes);
  const objective = string(campaign.data.objective) ?? '';
  if (targeting !== undefined) {
    checkTargeting(turn, targeting, objective);
    checkDsa(turn, account, targeting, { ...adSet.data, ...changes });
  }
  if (changes.destination_type !== undefined) checkDestination(objective, string(changes.destination_type));
  const end = number(changes.end_at);
  if (end !== undefined && end !== 0 && end <= turn.world.now()) throw refuse(1487033, { blame: [['end_time']] });
  const budget = changes.daily_budget ?? changes.lifetime_budget;
  if (budget !== undefined || end !== undefined || changes.bid_strategy !== undefined) {
    const after = {
      ...adSet.data,
      ...changes,
      ...(changes.daily_budget !== undefined ? { lifetime_budget: null } : {}),
      ...(changes.lifetime_budget !== undefined ? { daily_budget: null } : {}),
    };
    checkMoney(
      turn,
      campaign,
      Object.fromEntries(Object.entries(after).filter(([, value]) => value !== null)),
      number(adSet.data.start_at) ?? adSet.created,
    );
  }
  if (validateOnly(turn)) return success;
  const isSignificant = changes.targeting !== undefined || changes.bid_strategy !== undefined;
  applyChanges(turn, adSet, {
    ...(isSignificant ? { last_sig_edit_at: turn.world.now() } : {}),
    ...changes,
    ...(budget === undefined ? {} : countBudgetChange(turn, adSet)),
    ...(changes.daily_budget !== undefined
      ? { lifetime_budget: null }
      : changes.lifetime_budget !== undefined
        ? { daily_budget: null }
        : {}),
  });
  return success;
}

/** Fixed once the ad set holds ads. */
function checkPublished(turn: Turn, adSet: Entity, changes: JsonObject): void {
  if (turn.world.under('ads', adSet.id).length === 0) return;
  const goal = changes.optimization_goal !== undefined && changes.optimization_goal !== adSet.data.optimization_goal;
  const promoted =
    changes.promoted_object !== undefined &&
    JSON.stringify(changes.promoted_object) !== JSON.stringify(adSet.data.promoted_object);
  if (goal || promoted) throw refuse(3260011, { blame: [[goal ? 'optimization_goal' : 'promoted_object']] });
}

/** At most four an hour. */
function countBudgetChange(turn: Turn, adSet: Entity): JsonObject {
  const now = turn.world.now();
  const recent = (Array.isArray(adSet.data.budget_changes) ? adSet.data.budget_changes.map(Number) : []).filter(
    (at) => now - at < hour,
  );
  if (recent.length >= 4) throw refuse(1487632);
  return { budget_changes: [...recent, now] };
}
