import { fieldsOf, isList, isObject } from '../../kit/json.ts';
import { names } from '../../kit/names.ts';
import type { Entity, Json, JsonObject, Table } from '../../types.ts';
import { rowOf } from '../objects/rows.ts';
import { kinds, type Turn, words } from '../wire.ts';
import { shownCreatives } from './creatives.ts';
import { isSmart } from './gates.ts';

/** Fields of the manual lists that Smart+ answers do not have. */
const notHere: Table<readonly string[]> = {
  [kinds.campaign]: ['campaign_automation_type', 'is_smart_performance_campaign'],
  [kinds.adGroup]: ['campaign_automation_type'],
  [kinds.ad]: ['ad_id', 'campaign_automation_type'],
};

/** Where lists of ad groups tell the switch: their newest description has neither of these. */
const unlisted = names('operation_status secondary_status');

/** As the Smart+ endpoints answer it: without empty fields. */
export function smartRow(turn: Pick<Turn, 'world'>, account: Entity, entity: Entity): JsonObject {
  const row = rowOf(turn, account, entity);
  const { budget, budget_auto_adjust_strategy: strategy } = row;
  const filled = fieldsOf(
    {
      ...row,
      ...(strategy !== undefined && budget !== undefined && { current_budget: budget }),
      ...(entity.kind === kinds.ad && {
        smart_plus_ad_id: entity.id,
        creative_list: shownCreatives(entity),
      }),
    },
    (name, value) => notHere[entity.kind]?.includes(name) !== true && !isEmpty(value),
  );
  return filled.budget === 0 ? fieldsOf(filled, (name) => name !== 'budget') : filled;
}

export const listedRow = (turn: Turn, account: Entity, entity: Entity): JsonObject => {
  const row = smartRow(turn, account, entity);
  const isFull = entity.kind !== kinds.adGroup || turn.fired.has('ad-group-status-listed');
  return isFull ? row : fieldsOf(row, (name) => !unlisted.includes(name));
};

const isEmpty = (value: Json): boolean =>
  value === null ||
  value === '' ||
  (isList(value) && value.length === 0) ||
  (isObject(value) && Object.keys(value).length === 0);

/** Smart+ fields that the manual lists do not have. */
const notPlain = names(`
  smart_plus_adgroup_mode catalog_enabled catalog_type is_promotional_campaign budget_auto_adjust_strategy open_api_partner
  gaming_ad_compliance_agreement targeting_spec targeting_optimization_mode suggestion_audience_enabled min_budget creative_list
  ad_text_list call_to_action_list landing_page_url_list page_list deeplink_list custom_product_page_list playable_list
  auto_message_list interactive_add_on_list disclaimer ad_configuration phone_info
`);

/** As the manual lists show any object. */
export function plainRow(turn: Turn, account: Entity, entity: Entity): JsonObject {
  const row = rowOf(turn, account, entity);
  const campaign =
    entity.kind === kinds.campaign ? entity : turn.world.get(words(entity.data.campaign_id));
  if (!isSmart(campaign)) return row;
  const { targeting_spec: targeting, budget, budget_mode } = row;
  const isInflated =
    turn.fired.has('budget-inflated') && budget_mode === 'BUDGET_MODE_DYNAMIC_DAILY_BUDGET';
  return {
    ...fieldsOf(isObject(targeting) ? targeting : {}, (name) => name !== 'spc_audience_age'),
    ...fieldsOf(
      row,
      (name) =>
        !notPlain.includes(name) &&
        (name !== 'ad_id' || entity.data.smart_plus_ad_id !== undefined),
    ),
    ...(entity.kind === kinds.adGroup && isInflated && { budget: Number(budget) * 100 }),
    ...(entity.kind === kinds.ad &&
      entity.data.smart_plus_ad_id === undefined &&
      smartAdPart(entity)),
  };
}

/** An ad that was asked for by its own id. */
const smartAdPart = (ad: Entity): JsonObject => ({
  smart_plus_ad_id: ad.id,
  ad_id_v2: ad.id,
});
