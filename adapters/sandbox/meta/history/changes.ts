import type { Entity, Json, JsonObject, Table } from '../../entity.ts';
import { spansAfter, spansOf } from '../../kit/delivery.ts';
import { number, string, type Turn } from '../graph/graph.ts';
import { relisted } from '../graph/labels.ts';
import { formatTime } from '../graph/params.ts';
import { accountFor, currencyOf } from '../objects/accounts.ts';
import { log } from './history.ts';

/** Events by changed field, with older names than the API's. */
const events: { readonly [kind: string]: Table<string> } = {
  campaigns: {
    name: 'update_campaign_name',
    status: 'update_campaign_run_status',
    daily_budget: 'update_campaign_budget',
    lifetime_budget: 'update_campaign_budget',
    spend_cap: 'update_campaign_group_spend_cap',
    stop_at: 'update_campaign_schedule',
    start_at: 'update_campaign_schedule',
    bid_strategy: 'update_campaign_delivery_type',
    promoted_object: 'update_campaign_conversion_goal',
    is_adset_budget_sharing_enabled: 'update_campaign_budget_optimization_toggling_status',
    special_ad_categories: 'unknown',
    objective: 'unknown',
    adlabels: 'update_ad_labels',
  },
  adsets: {
    name: 'update_ad_set_name',
    status: 'update_ad_set_run_status',
    daily_budget: 'update_ad_set_budget',
    lifetime_budget: 'update_ad_set_budget',
    targeting: 'update_ad_set_target_spec',
    bid_strategy: 'update_ad_set_bid_strategy',
    bid_amount: 'update_ad_set_bidding',
    bid_constraints: 'update_ad_set_bidding',
    optimization_goal: 'update_ad_set_optimization_goal',
    start_at: 'update_ad_set_duration',
    end_at: 'update_ad_set_duration',
    daily_spend_cap: 'update_ad_set_spend_cap',
    lifetime_spend_cap: 'update_ad_set_spend_cap',
    daily_min_spend_target: 'update_ad_set_min_spend_target',
    lifetime_min_spend_target: 'update_ad_set_min_spend_target',
    destination_type: 'update_campaign_delivery_destination',
    promoted_object: 'update_campaign_conversion_goal',
    adset_schedule: 'update_campaign_ad_scheduling',
    pacing_type: 'update_campaign_ad_scheduling',
    value_rule_set_id: 'update_campaign_value_adjustment_rule',
    value_rules_applied: 'update_campaign_value_adjustment_rule',
    attribution_spec: 'unknown',
    dsa_beneficiary: 'unknown',
    dsa_payor: 'unknown',
    placement_soft_opt_out: 'unknown',
    existing_customer_budget_percentage: 'unknown',
    adlabels: 'update_ad_labels',
  },
  ads: {
    name: 'update_ad_friendly_name',
    status: 'update_ad_run_status',
    creative_id: 'update_ad_creative',
    creative_asset_groups_spec: 'edit_and_update_ad_creative',
    schedule_start_at: 'update_adgroup_stop_delivery',
    schedule_end_at: 'update_adgroup_stop_delivery',
    tracking_specs: 'unknown',
    conversion_domain: 'unknown',
    adlabels: 'update_ad_labels',
  },
};

const money: Table<string> = {
  daily_budget: 'Per day',
  lifetime_budget: 'Lifetime',
  spend_cap: '',
  bid_amount: '',
  daily_spend_cap: 'Per day',
  lifetime_spend_cap: 'Lifetime',
  daily_min_spend_target: 'Per day',
  lifetime_min_spend_target: 'Lifetime',
};

/** Writes one history entry per changed field. */
export function applyChanges(turn: Turn, before: Entity, changes: JsonObject): void {
  const status = string(changes.status);
  const spans = status === undefined ? {} : { spans: spansAfter(spansOf(before), status === 'ACTIVE', turn.world.now()) };
  const after = turn.world.change(before.id, { ...changes, ...spans }, relisted(before, changes));
  const currency = currencyOf(accountFor(turn, before));
  for (const [field, event] of Object.entries(events[before.kind] ?? {})) {
    const [old, now] = [before.data[field], changes[field]];
    // A budget that makes room for the other kind is no change.
    const replaced = now === null && field.endsWith('_budget');
    if (now === undefined || replaced || JSON.stringify(now) === JSON.stringify(old ?? null)) continue;
    log(turn, event, { object: after, extra: extraOf(field, old, now, currency) });
  }
}

function extraOf(field: string, old: Json | undefined, now: Json, currency: string): JsonObject | readonly Json[] {
  if (field === 'status') return { old_value: runStatus(old), new_value: runStatus(now), type: 'run_status' };
  const per = money[field];
  if (per !== undefined) return moneyChange(currency, number(old), number(now), per);
  if (field === 'targeting') return [{ content: 'Targeting', children: [JSON.stringify(now)] }];
  if (field === 'creative_id') return [{ content: 'Creative', children: [String(old ?? ''), String(now)] }];
  if (field.endsWith('_at')) return { old_value: timeOf(old), new_value: timeOf(now) };
  return { old_value: old ?? null, new_value: now };
}

const timeOf = (at: Json | undefined): string | null =>
  number(at) === undefined || at === 0 ? null : formatTime(number(at) ?? 0);

/** The amount twice, under the same key. */
const moneyChange = (currency: string, before: number | undefined, after: number | undefined, per: string): JsonObject => ({
  old_value: {
    type: 'payment_amount',
    currency,
    old_value: before ?? 0,
    additional_type: 'status_string',
    additional_value: per,
  },
  new_value: { type: 'payment_amount', currency, new_value: after ?? 0, additional_type: 'status_string', additional_value: per },
  type: 'composite_data',
});

const runStatus = (status: Json | undefined) =>
  ({ ACTIVE: 'Active', PAUSED: 'Inactive', ARCHIVED: 'Archived', DELETED: 'Deleted' })[String(status)] ?? String(status);
