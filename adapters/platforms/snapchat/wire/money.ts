import { defined } from '../../../../core/base/defined.ts';
import type { Budgets, Pace } from '../../../../core/ports/platform-accounts.ts';
import { numeric, type Row } from '../../kit/json.ts';
import { msOf } from './times.ts';

const million = 1_000_000;

export const toMicro = (amount: number): number => Math.round(amount * million);

/** Whole units. */
export function fromMicro(value: unknown): number | undefined {
  const micro = numeric(value);
  return micro === undefined ? undefined : micro / million;
}

/** A campaign's lifetime budget is a cap. */
export const budgetFields = {
  campaign: { daily: 'daily_budget_micro', lifetime: 'lifetime_spend_cap_micro' },
  adset: { daily: 'daily_budget_micro', lifetime: 'lifetime_budget_micro' },
} as const;

/** Of a campaign or an ad squad. */
export const paceOf = (row: Row): Pace =>
  defined({
    startTime: msOf(row.start_time),
    endTime: msOf(row.end_time),
    weekdays: row.pacing_type === 'ACCELERATED' ? 0 : undefined,
  });

export function budgetsOf(type: 'campaign' | 'adset', row: Row): Budgets {
  const { daily, lifetime } = budgetFields[type];
  const dailyBudget = fromMicro(row[daily]);
  const lifetimeBudget = fromMicro(row[lifetime]);
  return {
    ...(dailyBudget !== undefined && dailyBudget > 0 && { dailyBudget }),
    ...(lifetimeBudget !== undefined && lifetimeBudget > 0 && { lifetimeBudget }),
  };
}
