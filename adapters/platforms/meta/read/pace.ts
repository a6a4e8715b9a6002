import { fromMinor } from '../../../../core/base/money.ts';
import { usualCurrencies } from '../../kit/currencies.ts';
import { asRow, defined, rowsOf } from '../../kit/json.ts';
import type { Access, Budgets, Pace, Row } from '../../types.ts';
import { amountOf, msOf, secondsOf } from '../wire/params.ts';

const shared = ['daily_budget', 'lifetime_budget', 'budget_remaining', 'start_time', 'pacing_type'];
/**
 * The platform lists this many by default; where there may be more, the highest it takes counts.
 */
const PAGE = 25;
const HIGHEST = { budget_value: 8, budget_value_type: 'MULTIPLIER' };
const schedules = 'budget_schedules{budget_value,budget_value_type,time_start,time_end}';

export const paceFields = {
  campaign: [...shared, 'stop_time', schedules],
  adset: [...shared, 'end_time', 'adset_schedule', schedules],
};

export function pacedBudgets(access: Pick<Access, 'currency'>, row: Row): Budgets & Pace {
  const own = budgets(access, row);
  const hasLifetime = own.lifetimeBudget !== undefined;
  const peaks = peaksOf(access, row, own.dailyBudget ?? 0);
  return {
    ...own,
    ...defined({
      startTime: msOf(row.start_time),
      // A campaign has its own end where it has a lifetime budget; elsewhere the platform tells
      // that of its ad sets.
      endTime: msOf(row.end_time) || (hasLifetime ? msOf(row.stop_time) : undefined) || undefined,
      lifetimeLeft: hasLifetime ? amountOf(access, row.budget_remaining) : undefined,
      peaks: peaks.length > 0 ? peaks : undefined,
      weekdays: weekdaysOf(row),
    }),
  };
}

const peaksOf = (
  { currency }: Pick<Access, 'currency'>,
  row: Row,
  daily: number,
): NonNullable<Pace['peaks']> =>
  schedulesIn(row).map(({ budget_value: value, budget_value_type: type, time_end: end }) => ({
    dailyBudget:
      type === 'MULTIPLIER'
        ? daily * Number(value)
        : (fromMinor(usualCurrencies, currency, value) ?? 0),
    until: (secondsOf(end) ?? Number.MAX_SAFE_INTEGER / 1_000) * 1_000,
  }));

function schedulesIn(row: Row): readonly Row[] {
  const listed = rowsOf(row.budget_schedules);
  return listed.length < PAGE ? listed : [...listed, HIGHEST];
}

/** 0 without pacing; undefined for all days. */
export function weekdaysOf({
  pacing_type: pacing,
  adset_schedule: parts,
}: Row): number | undefined {
  if (Array.isArray(pacing) && pacing.includes('no_pacing')) return 0;
  const days = new Set(
    Array.isArray(parts) ? parts.flatMap((part) => daysOf(asRow(part)?.days)) : [],
  );
  return days.size > 0 && days.size < 7 ? days.size : undefined;
}

const daysOf = (days: unknown) => (Array.isArray(days) ? days.map(String) : []);

/** Absent where the budget stands on the other level. */
function budgets(access: Pick<Access, 'currency'>, row: Row): Budgets {
  const dailyBudget = amountOf(access, row.daily_budget);
  const lifetimeBudget = amountOf(access, row.lifetime_budget);
  return {
    ...(dailyBudget !== undefined && dailyBudget > 0 && { dailyBudget }),
    ...(lifetimeBudget !== undefined && lifetimeBudget > 0 && { lifetimeBudget }),
  };
}
