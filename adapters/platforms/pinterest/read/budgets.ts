import { defined } from '../../../../core/base/defined.ts';
import type { Budgets, EntityType, Pace } from '../../../../core/ports/platform-accounts.ts';
import type { Row } from '../../kit/json.ts';
import { fromMicro, msOfSeconds } from '../wire/units.ts';

/** Campaigns have a daily or lifetime cap; ad groups an amount and its type. */
export function budgetsOf(type: EntityType, row: Row): Budgets {
  if (type === 'ad') return {};
  if (type === 'campaign')
    return defined({ dailyBudget: positive(row.daily_spend_cap), lifetimeBudget: positive(row.lifetime_spend_cap) });
  const amount = positive(row.budget_in_micro_currency);
  // Where the campaign shares out its budget, the amount is not the ad group's own.
  if (amount === undefined || row.budget_type === 'CBO_ADGROUP') return {};
  return row.budget_type === 'LIFETIME' ? { lifetimeBudget: amount } : { dailyBudget: amount };
}

export const paceOf = (row: Row): Pace =>
  defined({
    startTime: msOfSeconds(row.start_time),
    endTime: msOfSeconds(row.end_time),
    weekdays: row.pacing_delivery_type === 'ACCELERATED' ? 0 : undefined,
  });

function positive(value: unknown): number | undefined {
  const amount = fromMicro(value);
  return amount === undefined || amount <= 0 ? undefined : amount;
}
