import { textOf } from '../../kit/json.ts';
import type { Entity, JsonObject } from '../../types.ts';
import {
  checkKnown,
  type Edge,
  type NodeType,
  newId,
  number,
  stored,
  success,
  type Turn,
} from '../graph/graph.ts';
import {
  integer,
  invalid,
  isList,
  isObject,
  list,
  oneOf,
  type Params,
  setOf,
  time,
} from '../graph/params.ts';
import { log } from '../history/history.ts';
import { accountFor, zoneFor } from './accounts.ts';

const hour = 3_600_000;
const known = setOf(
  'budget_value budget_value_type time_start time_end recurrence_type weekly_schedule',
);

/** Periods of higher daily budget. */
export const scheduleEdge: Edge = {
  list: (turn, node) => ({ ids: turn.world.under('budget_schedules', node.id), order: 'oldest' }),
  post(turn, node) {
    checkKnown(turn, known);
    return { id: addSchedule(turn, node, turn.params).id };
  },
};

/** Checked before the object is made … */
export function checkSchedules(turn: Turn, account: Entity, daily: number | undefined) {
  for (const spec of list(turn.params, 'budget_schedule_specs') ?? [])
    checked(turn, account, daily, isObject(spec) ? spec : {});
}

/** … and added afterwards. */
export function addSchedules(turn: Turn, node: Entity) {
  for (const spec of list(turn.params, 'budget_schedule_specs') ?? [])
    if (isObject(spec)) addSchedule(turn, node, spec);
}

function addSchedule(turn: Turn, node: Entity, params: Params): Entity {
  const data = checked(turn, accountFor(turn, node), number(node.data.daily_budget), params);
  if (turn.world.under('budget_schedules', node.id).length >= 50)
    throw invalid('At most 50 budget schedules are allowed');
  const period = turn.world.add({
    id: newId(turn.world),
    kind: 'budget_schedules',
    company: node.company,
    parents: [accountFor(turn, node).id, node.id],
    data: { ...data, ad_object_id: node.id },
  });
  log(
    turn,
    node.kind === 'campaigns'
      ? 'update_campaign_group_high_demand_periods'
      : 'update_campaign_high_demand_periods',
    {
      object: node,
      extra: data,
    },
  );
  return period;
}

function checked(
  turn: Turn,
  account: Entity,
  daily: number | undefined,
  params: Params,
): JsonObject {
  if (
    !isList(account.data.capabilities) ||
    !account.data.capabilities.includes('CAN_USE_BUDGET_SCHEDULING_API')
  )
    throw invalid('This account cannot schedule budgets');
  if (daily === undefined)
    throw invalid('Budgets can be scheduled on daily budgets only', 'budget_value');
  const value = integer(params, 'budget_value');
  const type = oneOf(params, 'budget_value_type', ['ABSOLUTE', 'MULTIPLIER']);
  if (value === undefined || type === undefined)
    throw invalid('budget_value and budget_value_type are required', 'budget_value');
  const zone = zoneFor(turn, account);
  const start = time(params, 'time_start', zone);
  const end = time(params, 'time_end', zone);
  if (start === undefined || end === undefined || end - start < 3 * hour)
    throw invalid('A budget schedule lasts at least 3 hours', 'time_end');
  const raised = type === 'ABSOLUTE' ? value : daily * value;
  if (raised > daily * 8)
    throw invalid('A scheduled budget is at most 8 times the daily budget', 'budget_value');
  return {
    budget_value: value,
    budget_value_type: type,
    time_start: Math.floor(start / 1000),
    time_end: Math.floor(end / 1000),
  };
}

export const scheduleType: NodeType = {
  kind: 'budget_schedules',
  word: 'HighDemandPeriod',
  fields: stored('budget_value budget_value_type time_start time_end ad_object_id recurrence_type'),
  update(turn, period) {
    checkKnown(turn, known);
    const node = turn.world.get(textOf(period.data.ad_object_id));
    if (node !== undefined)
      turn.world.change(
        period.id,
        checked(turn, accountFor(turn, node), number(node.data.daily_budget), turn.params),
      );
    return success;
  },
  remove(turn, period) {
    turn.world.remove(period.id);
    return success;
  },
};
