import { spansAfter } from '../../kit/delivery.ts';
import { items, within } from '../../kit/json.ts';
import { choices } from '../../kit/names.ts';
import type { Entity, Json, JsonObject } from '../../types.ts';
import { checkKnown, defined, newId, success, type Turn, validateOnly } from '../graph/graph.ts';
import { labelsOf } from '../graph/labels.ts';
import {
  bool,
  given,
  integer,
  invalid,
  isObject,
  lacking,
  list,
  object,
  oneOf,
  refuse,
  required,
  setOf,
  text,
  time,
  words,
} from '../graph/params.ts';
import { checkEditable, configured, newStatus } from '../graph/status.ts';
import { applyChanges, log } from '../history/history.ts';
import { accountFor, checkActive, minimumBudget, zoneFor } from './accounts.ts';
import { addSchedules, checkSchedules } from './schedules.ts';

const objectives = choices(`
  OUTCOME_AWARENESS OUTCOME_TRAFFIC OUTCOME_ENGAGEMENT OUTCOME_LEADS OUTCOME_APP_PROMOTION OUTCOME_SALES
`);

export const bidStrategies = [
  'LOWEST_COST_WITHOUT_CAP',
  'LOWEST_COST_WITH_BID_CAP',
  'COST_CAP',
  'LOWEST_COST_WITH_MIN_ROAS',
] as const;

const specialCategories = setOf(
  'NONE CREDIT EMPLOYMENT HOUSING FINANCIAL_PRODUCTS_SERVICES ISSUES_ELECTIONS_POLITICS ONLINE_GAMBLING_AND_GAMING',
);

const createParams = setOf(
  'name objective status buying_type special_ad_categories special_ad_category_country daily_budget lifetime_budget bid_strategy spend_cap is_adset_budget_sharing_enabled is_skadnetwork_attribution promoted_object start_time stop_time pacing_type budget_schedule_specs is_budget_schedule_enabled adlabels topline_id source_campaign_id smart_promotion_type iterative_split_test_configs campaign_optimization_type',
);
const updateParams = new Set([
  ...createParams,
  'adset_budgets',
  'adset_bid_amounts',
  'migrate_to_advantage_plus',
  'is_ba_skip_delayed_eligible',
]);

/** Removes the cap. */
const noSpendCap = 922337203685478;
const day = 86_400_000;

export function createCampaign(turn: Turn, account: Entity): JsonObject {
  const { params } = turn;
  checkActive(account);
  checkKnown(turn, createParams);
  const name = required(params, 'name');
  const objective = oneOf(params, 'objective', objectives);
  if (objective === undefined) throw lacking('objective');
  const categories = words(params, 'special_ad_categories');
  if (categories === undefined) throw lacking('special_ad_categories');
  checkCategories(categories);
  if (
    given(params, 'smart_promotion_type') &&
    text(params, 'smart_promotion_type') !== 'GUIDED_CREATION'
  )
    throw invalid(
      'Campaigns of this smart_promotion_type can no longer be created',
      'smart_promotion_type',
    );
  const budget = budgetOf(turn, account);
  const sharing = bool(params, 'is_adset_budget_sharing_enabled');
  const bidStrategy = oneOf(params, 'bid_strategy', bidStrategies);
  if (budget.daily_budget === undefined && budget.lifetime_budget === undefined) {
    if (sharing === undefined) throw refuse(4834011, 'is_adset_budget_sharing_enabled');
    if (sharing === true && bidStrategy === undefined) throw refuse(4834005);
  } else if (sharing !== undefined) throw refuse(4834002);
  const zone = zoneFor(turn, account);
  const start = time(params, 'start_time', zone);
  const stop = time(params, 'stop_time', zone);
  const data = defined({
    name,
    objective,
    status: newStatus(params),
    buying_type: oneOf(params, 'buying_type', ['AUCTION', 'RESERVED']) ?? 'AUCTION',
    special_ad_categories: categories,
    special_ad_category_country: words(params, 'special_ad_category_country'),
    ...budget,
    bid_strategy:
      bidStrategy ?? (Object.keys(budget).length > 0 ? 'LOWEST_COST_WITHOUT_CAP' : undefined),
    is_adset_budget_sharing_enabled: sharing,
    is_skadnetwork_attribution: bool(params, 'is_skadnetwork_attribution') ?? false,
    promoted_object: object(params, 'promoted_object'),
    pacing_type: words(params, 'pacing_type') ?? ['standard'],
    spend_cap: spendCapOf(turn, account),
    start_at: start,
    stop_at: stop,
    topline_id: text(params, 'topline_id'),
    source_campaign_id: text(params, 'source_campaign_id'),
  });
  checkSchedules(turn, account, budget.daily_budget);
  if (validateOnly(turn)) return success;
  const campaign = addCampaign(turn, account, {
    ...data,
    ...defined({ adlabels: labelsOf(turn, account, params) }),
  });
  addSchedules(turn, campaign);
  return { id: campaign.id, success: true };
}

export function addCampaign(
  turn: Turn,
  account: Entity,
  data: JsonObject,
  listedUnder: readonly string[] = [],
): Entity {
  const now = turn.world.now();
  const labels = Array.isArray(data.adlabels) ? data.adlabels.map(String) : [];
  const campaign = turn.world.add({
    id: newId(turn.world),
    kind: 'campaigns',
    ...within(account, ...listedUnder, ...labels),
    data: { ...data, spans: spansAfter([], data.status === 'ACTIVE', now) },
  });
  log(turn, 'create_campaign_group', {
    object: campaign,
    extra: {
      name: data.name ?? '',
      objective: data.objective ?? '',
      status: data.status ?? '',
    },
  });
  return campaign;
}

function checkCategories(categories: readonly string[]) {
  const unknown = categories.find((category) => !specialCategories.has(category));
  if (unknown !== undefined)
    throw invalid(
      `Param special_ad_categories holds the unknown value ${unknown}`,
      'special_ad_categories',
    );
}

/** Minor units. */
function budgetOf(
  turn: Turn,
  account: Entity,
): { readonly daily_budget?: number; readonly lifetime_budget?: number } {
  const daily = integer(turn.params, 'daily_budget');
  const lifetime = integer(turn.params, 'lifetime_budget');
  if (daily !== undefined && lifetime !== undefined)
    throw invalid('Give either daily_budget or lifetime_budget', 'daily_budget');
  const least = minimumBudget(account);
  if ((daily ?? least) < least || (lifetime ?? least) < least)
    throw refuse(1885272, daily === undefined ? 'lifetime_budget' : 'daily_budget');
  return {
    ...(daily !== undefined && { daily_budget: daily }),
    ...(lifetime !== undefined && { lifetime_budget: lifetime }),
  };
}

function spendCapOf(turn: Turn, account: Entity) {
  const cap = integer(turn.params, 'spend_cap');
  if (cap === undefined || cap === noSpendCap) return undefined;
  if (cap < Number(account.data.min_campaign_group_spend_cap ?? 0))
    throw refuse(2446307, 'spend_cap');
  return cap;
}

export const hasBudget = (campaign: Entity) =>
  campaign.data.daily_budget !== undefined || campaign.data.lifetime_budget !== undefined;

export function updateCampaign(turn: Turn, campaign: Entity): JsonObject {
  const { params } = turn;
  const account = accountFor(turn, campaign);
  checkActive(account);
  checkKnown(turn, updateParams);
  const zone = zoneFor(turn, account);
  const categories = words(params, 'special_ad_categories');
  if (categories !== undefined) checkCategories(categories);
  const sharing = bool(params, 'is_adset_budget_sharing_enabled');
  const adSets = turn.world.entities('adsets', campaign.id);
  const budget = budgetOf(turn, account);
  const budgets = list(params, 'adset_budgets');
  if (Object.keys(budget).length > 0 && !hasBudget(campaign) && adSets.some(hasBudget))
    throw refuse(1885621);
  if (sharing !== undefined && hasBudget(campaign) && budgets === undefined) throw refuse(4834002);
  if (
    sharing !== undefined &&
    sharing !== (campaign.data.is_adset_budget_sharing_enabled ?? false) &&
    adSets.length > 0 &&
    budgets === undefined
  )
    throw refuse(4834006);
  const changes = defined({
    name: text(params, 'name'),
    status: oneOf(params, 'status', configured),
    objective: oneOf(params, 'objective', objectives),
    bid_strategy: oneOf(params, 'bid_strategy', bidStrategies),
    special_ad_categories: categories,
    is_adset_budget_sharing_enabled: sharing,
    promoted_object: object(params, 'promoted_object'),
    start_at: time(params, 'start_time', zone),
    stop_at: time(params, 'stop_time', zone),
    ...budget,
    spend_cap: spendCapOf(turn, account),
    adlabels: labelsOf(turn, account, params),
  });
  checkEditable(campaign, changes, 1487566);
  const cap = given(params, 'spend_cap')
    ? {
        spend_cap: changes.spend_cap ?? null,
        ...countChange(turn, campaign, 'cap_changes', { within: day, most: 10, subcode: 1885172 }),
      }
    : {};
  if (changes.stop_at !== undefined && Number(changes.stop_at) <= turn.world.now())
    throw refuse(1487033, 'stop_time');
  if (validateOnly(turn)) return success;
  if (budgets !== undefined) moveBudgetToAdSets(turn, campaign, budgets);
  applyChanges(turn, campaign, { ...changes, ...cap, ...otherBudget(budget) });
  return success;
}

/** One kind replaces the other. */
export const otherBudget = (budget: JsonObject): JsonObject => {
  if (budget.daily_budget !== undefined) return { lifetime_budget: null };
  return budget.lifetime_budget !== undefined ? { daily_budget: null } : {};
};

/** Refuses one more than `most` within the time. */
export function countChange(
  { world }: Turn,
  { data }: Entity,
  field: string,
  {
    within,
    most,
    subcode,
  }: { readonly within: number; readonly most: number; readonly subcode: number },
): JsonObject {
  const now = world.now();
  const recent = items(data, field).filter((at) => now - Number(at) < within);
  if (recent.length >= most) throw refuse(subcode);
  return { [field]: [...recent, now] };
}

function moveBudgetToAdSets(turn: Turn, campaign: Entity, budgets: readonly Json[]): void {
  for (const entry of budgets) {
    const adSet = turn.world.get(isObject(entry) ? String(entry.adset_id) : '');
    if (!isObject(entry) || adSet?.kind !== 'adsets' || adSet.data.campaign_id !== campaign.id)
      throw invalid('adset_budgets names an ad set of another campaign', 'adset_budgets');
    turn.world.change(
      adSet.id,
      defined({
        daily_budget: integer(entry, 'daily_budget'),
        lifetime_budget: integer(entry, 'lifetime_budget'),
      }),
    );
  }
  turn.world.change(campaign.id, { daily_budget: null, lifetime_budget: null });
}
