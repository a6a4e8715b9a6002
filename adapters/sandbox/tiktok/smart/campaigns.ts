import { fieldsOf } from '../../kit/json.ts';
import { names } from '../../kit/names.ts';
import type { Entity, JsonObject } from '../../types.ts';
import { addCampaign, editable, leastBudget, plainName, switches } from '../objects/campaigns.ts';
import { isBelowSpend } from '../report/delivered.ts';
import {
  type Endpoints,
  flag,
  given,
  invalid,
  kinds,
  missing,
  type Params,
  required,
  type Turn,
  words,
} from '../wire.ts';
import {
  requestId,
  sameRequest,
  smartAccount,
  smartObject,
  smartObjectives,
  smartPlus,
} from './gates.ts';
import { smartRow } from './rows.ts';
import { all, checkShape, type Fields, listOf } from './shape.ts';

const modes = {
  on: ['BUDGET_MODE_DYNAMIC_DAILY_BUDGET', 'BUDGET_MODE_TOTAL'],
  off: ['BUDGET_MODE_INFINITE', 'BUDGET_MODE_DAY', 'BUDGET_MODE_TOTAL'],
} as const;
const windows = names('POSTBACK_WINDOW_MODE1 POSTBACK_WINDOW_MODE2 POSTBACK_WINDOW_MODE3');
export const postbackModes = [...windows, 'UNSET'];
const onOff = ['ON', 'OFF'];

const created: Fields = {
  ...all('text', 'request_id campaign_name app_id po_number rta_id open_api_partner'),
  ...all(
    'flag',
    `catalog_enabled budget_optimize_on is_promotional_campaign rta_bid_enabled rta_product_selection_enabled
    disable_skan_campaign is_advanced_dedicated_campaign`,
  ),
  ...all(onOff, 'campaign_app_profile_page_state gaming_ad_compliance_agreement'),
  objective_type: smartObjectives,
  operation_status: switches,
  app_promotion_type: names('APP_INSTALL APP_RETARGETING MINIS'),
  sales_destination: names('WEBSITE APP WEB_AND_APP'),
  catalog_type: names('ECOMMERCE TRAVEL_ENTERTAINMENT MINI_SERIES'),
  campaign_type: names('REGULAR_CAMPAIGN IOS14_CAMPAIGN'),
  bid_align_type: names('SAN SKAN UNSET'),
  special_industries: listOf(names('HOUSING EMPLOYMENT CREDIT'), 3),
  budget_mode: [...modes.on, 'BUDGET_MODE_INFINITE', 'BUDGET_MODE_DAY'],
  budget: 'number',
  budget_auto_adjust_strategy: ['AUTO_BUDGET_INCREASE'],
  postback_window_mode: windows,
};

const updated: Fields = {
  ...all('text', 'campaign_id campaign_name po_number'),
  budget: 'number',
  budget_auto_adjust_strategy: ['AUTO_BUDGET_INCREASE', 'UNSET'],
};

export const smartCampaignEndpoints: Endpoints = {
  'POST smart_plus/campaign/create': {
    known: Object.keys(created),
    run(turn) {
      const { params, world } = turn;
      const account = smartAccount(turn);
      checkShape(created, params, '', true);
      const before = sameRequest(turn, account, kinds.campaign);
      if (before !== undefined) return smartRow(turn, account, before);
      const campaign = addCampaign(world, account, campaignData(turn, account));
      return smartRow(turn, account, campaign);
    },
  },
  'POST smart_plus/campaign/update': {
    known: Object.keys(updated),
    run(turn) {
      const { params, world } = turn;
      const account = smartAccount(turn);
      checkShape(updated, params, '', true);
      const campaign = smartObject(turn, account, kinds.campaign, required(params, 'campaign_id'));
      editable(turn, account, kinds.campaign, campaign.id);
      const { budget, budget_auto_adjust_strategy: strategy } = params as JsonObject;
      if (budget !== undefined && campaign.data.budget_mode === 'BUDGET_MODE_INFINITE')
        throw invalid('budget: The campaign has no budget of its own.');
      const money = budget === undefined ? undefined : checkedBudget(params, leastBudget);
      if (strategy === 'AUTO_BUDGET_INCREASE') checkIncrease(campaign.data);
      const changed = world.change(campaign.id, {
        ...(given(params, 'campaign_name') && {
          campaign_name: plainName(params, 'campaign_name'),
        }),
        ...(given(params, 'po_number') && { po_number: required(params, 'po_number') }),
        // Without an error.
        ...(money !== undefined &&
          !isBelowSpend(world, account, campaign, money) && { budget: money }),
        ...(strategy !== undefined && {
          budget_auto_adjust_strategy: strategy === 'UNSET' ? null : strategy,
        }),
      });
      return smartRow(turn, account, changed);
    },
  },
};

function campaignData(turn: Turn, account: Entity): JsonObject {
  const { params } = turn;
  const objective = required(params, 'objective_type');
  const name = plainName(params, 'campaign_name');
  if (objective === 'APP_PROMOTION') required(params, 'app_promotion_type');
  if (objective === 'WEB_CONVERSIONS') required(params, 'sales_destination');
  const isCatalog = flag(params, 'catalog_enabled');
  if (isCatalog && objective === 'APP_PROMOTION')
    throw invalid('catalog_enabled: Not supported by this objective_type.');
  if (isCatalog && objective === 'WEB_CONVERSIONS') required(params, 'catalog_type');
  if (params.sales_destination === 'APP' && !isCatalog) throw missing('catalog_enabled');
  if (params.campaign_type === 'IOS14_CAMPAIGN') required(params, 'app_id');
  if (given(params, 'special_industries') && !['US', 'CA'].includes(words(account.data.country)))
    throw invalid(
      'special_industries: Supported for advertisers registered in the US or Canada only.',
    );
  const isOn = params.budget_optimize_on !== false;
  const budget = isOn ? campaignBudget(params) : capOf(turn);
  const data = {
    campaign_type: 'REGULAR_CAMPAIGN',
    ...fieldsOf(params as JsonObject, (field) => created[field] !== undefined),
    campaign_name: name,
    campaign_automation_type: smartPlus,
    smart_plus_adgroup_mode: 'MULTIPLE',
    budget_optimize_on: isOn,
    ...budget,
    operation_status: words((params as JsonObject).operation_status) || 'ENABLE',
    request_id: requestId(turn),
  };
  if (given(params, 'budget_auto_adjust_strategy')) checkIncrease(data);
  return data;
}

function campaignBudget(params: Params): JsonObject {
  const mode = given(params, 'budget_mode') ? required(params, 'budget_mode') : modes.on[0];
  if (!modes.on.some((each) => each === mode)) throw invalid('Budget mode is invalid');
  return { budget_mode: mode, budget: checkedBudget(params, leastBudget) };
}

/**
 * Without campaign budget. Callers saw these modes refused where the page allows them: two
 * readings.
 */
function capOf({ params, fired }: Turn): JsonObject {
  if (!given(params, 'budget_mode')) return { budget_mode: 'BUDGET_MODE_INFINITE', budget: 0 };
  const mode = required(params, 'budget_mode');
  const taken: readonly string[] = fired.has('budget-mode-taken')
    ? modes.off
    : ['BUDGET_MODE_TOTAL'];
  if (!taken.includes(mode)) throw invalid('Budget mode is invalid');
  return {
    budget_mode: mode,
    budget: mode === 'BUDGET_MODE_INFINITE' ? 0 : checkedBudget(params, leastBudget),
  };
}

export function checkedBudget({ budget }: Params, least: number): number {
  if (budget === undefined || budget === null) throw missing('budget');
  if (typeof budget !== 'number') throw invalid('budget: Not a valid number.');
  if (budget < least) throw invalid(`budget: Must be at least ${least}.`);
  return budget;
}

function checkIncrease({ budget_optimize_on, budget_mode, app_promotion_type }: JsonObject): void {
  if (budget_optimize_on !== true || budget_mode !== modes.on[0] || app_promotion_type === 'MINIS')
    throw invalid('budget_auto_adjust_strategy: Needs a dynamic daily budget of the campaign.');
}
