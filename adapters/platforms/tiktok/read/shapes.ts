import { defined, numeric, said, text } from '../../kit/json.ts';
import { shapesOf } from '../../kit/shapes.ts';
import type { Budgets, Pace, Row } from '../../types.ts';
import { msOf, nouns, statusOf } from '../wire/values.ts';

export const idsPerFilter = 100;

export const shapes = shapesOf({
  statusOf,
  budgetsOf,
  paceOf,
  bidOf: (row, type) =>
    type === 'adset' && said(row.bid_type) === 'BID_TYPE_CUSTOM'
      ? numeric(row[bidMember(row)]) || undefined
      : undefined,
  idOf: (type, row) => said(row[`${nouns[type]}_id`]),
  nameOf: (type, row) => said(row[`${nouns[type]}_name`]),
  effectiveOf: (row) => said(row.secondary_status),
  createdAt: (row) => msOf(row.create_time),
  updatedAt: (row) => msOf(row.modify_time),
  campaignOf: (row) => text(row.campaign_id),
  adSetOf: (row) => text(row.adgroup_id),
  objectiveOf: (row) => said(row.objective_type),
});

/**
 * By what is paid for; results are bid for where impressions are paid for on their way to them
 * (OCPM).
 */
export const bidMember = ({ billing_event }: Row) =>
  ['CPC', 'CPM', 'CPV'].includes(said(billing_event)) ? 'bid_price' : 'conversion_bid_price';

/** What a new ad group with this goal pays for. */
export const billingOf = (goal: string) => (goal === 'CLICK' ? 'CPC' : 'OCPM');

/** Each digit of the day parts is half an hour of the week, `1` where it delivers. */
export function paceOf(row: Row): Pace {
  const parts = said(row.dayparting);
  const days = [0, 1, 2, 3, 4, 5, 6].filter((day) =>
    parts.slice(day * 48, (day + 1) * 48).includes('1'),
  ).length;
  return defined({
    startTime: msOf(row.schedule_start_time),
    endTime: row.schedule_type === 'SCHEDULE_START_END' ? msOf(row.schedule_end_time) : undefined,
    weekdays: row.pacing === 'PACING_MODE_FAST' ? 0 : days > 0 && days < 7 ? days : undefined,
  });
}

/** Whole currency units. */
export function budgetsOf(row: Row): Budgets {
  const budget = numeric(row.budget);
  if (budget === undefined || budget <= 0) return {};
  if (row.budget_mode === 'BUDGET_MODE_TOTAL') return { lifetimeBudget: budget };
  return row.budget_mode === 'BUDGET_MODE_INFINITE' ? {} : { dailyBudget: budget };
}

/** Automatic placements include it. */
export const showsOnTiktok = ({ placement_type, placements }: Row) =>
  placement_type === 'PLACEMENT_TYPE_AUTOMATIC' ||
  !Array.isArray(placements) ||
  placements.includes('PLACEMENT_TIKTOK');
