import { dayOf } from '../../kit/calendar.ts';
import { spansAfter, spansOf } from '../../kit/delivery.ts';
import { textOf } from '../../kit/json.ts';
import { choices } from '../../kit/names.ts';
import type { Entity, Json, JsonObject, Table } from '../../types.ts';
import { type Edge, newId, number, string, type Turn } from '../graph/graph.ts';
import { relisted } from '../graph/labels.ts';
import {
  formatTime,
  isObject,
  oneOf,
  type Params,
  setOf,
  text,
  time,
  words,
} from '../graph/params.ts';
import { appId } from '../graph/tokens.ts';
import { accountFor, currencyOf, zoneFor } from '../objects/accounts.ts';

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
  const spans =
    status === undefined
      ? {}
      : { spans: spansAfter(spansOf(before), status === 'ACTIVE', turn.world.now()) };
  const after = turn.world.change(before.id, { ...changes, ...spans }, relisted(before, changes));
  const currency = currencyOf(accountFor(turn, before));
  for (const [field, event] of Object.entries(events[before.kind] ?? {})) {
    const [old, now] = [before.data[field], changes[field]];
    // A budget that makes room for the other kind is no change.
    const replaced = now === null && field.endsWith('_budget');
    if (now === undefined || replaced || JSON.stringify(now) === JSON.stringify(old ?? null))
      continue;
    log(turn, event, { object: after, extra: extraOf(field, old, now, currency) });
  }
}

function extraOf(
  field: string,
  old: Json | undefined,
  now: Json,
  currency: string,
): JsonObject | readonly Json[] {
  if (field === 'status')
    return { old_value: runStatus(old), new_value: runStatus(now), type: 'run_status' };
  const per = money[field];
  if (per !== undefined) return moneyChange(currency, number(old), number(now), per);
  if (field === 'targeting') return [{ content: 'Targeting', children: [JSON.stringify(now)] }];
  if (field === 'creative_id')
    return [{ content: 'Creative', children: [String(old ?? ''), String(now)] }];
  if (field.endsWith('_at')) return { old_value: timeOf(old), new_value: timeOf(now) };
  return { old_value: old ?? null, new_value: now };
}

const timeOf = (at: Json | undefined): string | null =>
  number(at) === undefined || at === 0 ? null : formatTime(number(at) ?? 0);

/** The amount twice, under the same key. */
const moneyChange = (
  currency: string,
  before: number | undefined,
  after: number | undefined,
  per: string,
): JsonObject => ({
  old_value: {
    type: 'payment_amount',
    currency,
    old_value: before ?? 0,
    additional_type: 'status_string',
    additional_value: per,
  },
  new_value: {
    type: 'payment_amount',
    currency,
    new_value: after ?? 0,
    additional_type: 'status_string',
    additional_value: per,
  },
  type: 'composite_data',
});

const runStatus = (status: Json | undefined) =>
  ({ ACTIVE: 'Active', PAUSED: 'Inactive', ARCHIVED: 'Archived', DELETED: 'Deleted' })[
    String(status)
  ] ?? String(status);

/** Older names of the levels. */
const objectTypes: Table<string> = {
  campaigns: 'CAMPAIGN_GROUP',
  adsets: 'CAMPAIGN',
  ads: 'ADGROUP',
  adaccounts: 'ACCOUNT',
  adimages: 'ACCOUNT',
};

/** `at` may lie ahead: the entry shows from then on. */
export function log(
  turn: Pick<Turn, 'world' | 'company' | 'token'>,
  event: string,
  {
    object,
    extra,
    at,
  }: {
    readonly object: Entity;
    readonly extra: JsonObject | readonly Json[];
    readonly at?: number | undefined;
  },
): void {
  const account = object.kind === 'adaccounts' ? object.id : (object.parents[0] ?? '');
  turn.world.add({
    id: newId(turn.world),
    kind: 'activities',
    company: object.company,
    parents: [account, object.id],
    ...(at !== undefined && { created: at }),
    data: {
      event_type: event,
      object_id: object.kind === 'adaccounts' ? account.replace(/^act_/, '') : object.id,
      object_name: textOf(object.data.name),
      object_type: objectTypes[object.kind] ?? 'ACCOUNT',
      actor_id: turn.token.data.user ?? '',
      actor_name: turn.token.data.name ?? '',
      extra_data: JSON.stringify(extra),
    },
  });
}

const week = 7 * 86_400_000;

const fields = setOf(
  'event_time event_type actor_id actor_name application_id application_name date_time_in_timezone extra_data object_id object_name object_type translated_event_type tool',
);

const categories = choices(
  'ACCOUNT AD AD_KEYWORDS AD_SET AUDIENCE BID BUDGET CAMPAIGN DATE STATUS TARGETING',
);

/** Default: the last week. Campaigns and ads by `oid`. */
export const historyEdge: Edge = {
  list(turn, node, params) {
    const zone = zoneFor(turn, node);
    const now = turn.world.now();
    const until = time(params, 'until', zone) ?? now;
    const since = time(params, 'since', zone) ?? until - week;
    const category = oneOf(params, 'category', categories);
    const actor = text(params, 'uid');
    const entries = entriesOf(turn, node, params).filter(
      ({ created, data }) =>
        created >= since &&
        created <= Math.min(until, now) &&
        (actor === undefined || data.actor_id === actor) &&
        (category === undefined || categoryOf(data) === category),
    );
    // Of two entries of a moment the later comes first.
    const rows = entries
      .reverse()
      .sort((left, right) => right.created - left.created)
      .map((entry) => rowOf(turn, entry, zone));
    return { rows, known: fields, defaults: ['event_time', 'event_type'] };
  },
};

function entriesOf(turn: Turn, node: Entity, params: Params): Entity[] {
  const oid = text(params, 'oid');
  const wanted = [
    ...(oid === undefined ? [node.id] : [oid]),
    ...(words(params, 'extra_oids') ?? []),
  ];
  const children =
    text(params, 'add_children') === 'true'
      ? wanted.flatMap((id) => ['adsets', 'ads'].flatMap((kind) => turn.world.under(kind, id)))
      : [];
  const ids = new Set([...wanted, ...children].flatMap((id) => turn.world.under('activities', id)));
  return [...ids].flatMap((id) => {
    const entry = turn.world.get(id);
    return entry !== undefined && entry.company === turn.company ? [entry] : [];
  });
}

function categoryOf(data: JsonObject): string {
  const event = textOf(data.event_type);
  if (event.includes('budget') || event.includes('spend_cap')) return 'BUDGET';
  if (event.includes('run_status')) return 'STATUS';
  if (event.includes('target')) return 'TARGETING';
  if (event.includes('bid')) return 'BID';
  if (event.includes('duration') || event.includes('schedule')) return 'DATE';
  return (
    { CAMPAIGN_GROUP: 'CAMPAIGN', CAMPAIGN: 'AD_SET', ADGROUP: 'AD' }[textOf(data.object_type)] ??
    'ACCOUNT'
  );
}

function rowOf(turn: Turn, entry: Entity, zone: string): JsonObject {
  const event = textOf(entry.data.event_type);
  return {
    ...entry.data,
    event_time: formatTime(entry.created),
    date_time_in_timezone: localTime(entry.created, zone),
    application_id: appId,
    application_name: 'Slipway Sandbox',
    translated_event_type: translated(event, text(turn.params, 'locale')),
    extra_data: extraData(turn, event, string(entry.data.extra_data) ?? '{}'),
    ...(turn.call.major >= 26 && { tool: 'API' }),
  };
}

const localTime = (at: number, zone: string) => {
  const [year, month, day] = dayOf(at, zone).split('-');
  return `${month}/${day}/${year} at ${formatTime(at, zone).slice(11, 16)}`;
};

/** One other language shows that the platform translates. */
const translated = (event: string, locale: string | undefined) => {
  const words = event.replace(/_/g, ' ');
  return locale?.startsWith('de')
    ? `Ereignis: ${words}`
    : `${words[0]?.toUpperCase() ?? ''}${words.slice(1)}`;
};

/** Faults choose the rarer shapes. */
function extraData(turn: Turn, event: string, plain: string): string {
  if (turn.fired.has('activity-bad-json')) return `${plain.slice(0, -1)}`;
  const value = JSON.parse(plain) as Json;
  if (turn.fired.has('activity-numeric-status') && event.includes('run_status'))
    return JSON.stringify({ run_status: { old_value: 17, new_value: 1 } });
  if (turn.fired.has('activity-bare-amount') && event.includes('budget') && isObject(value)) {
    const after = isObject(value.new_value) ? (value.new_value.new_value ?? 0) : 0;
    return JSON.stringify({ amount: after });
  }
  return plain;
}
