import { defined } from '../../../../core/defined.ts';
import type { Budgets, EntityType } from '../../../../core/ports/platform-accounts.ts';
import type { Row } from '../../kit/json.ts';
import { fromMicro } from '../wire/units.ts';

/** Campaigns have a cap by the day or for all time; ad groups an amount and a type that says what it is for. */
export function budgetsOf(type: EntityType, row: Row): Budgets {
  if (type === 'ad') return {};
  if (type === 'campaign')
    return defined({ dailyBudget: positive(row.daily_spend_cap), lifetimeBudget: positive(row.lifetime_spend_cap) });
  const amount = positive(row.budget_in_micro_currency);
  // In a campaign that shares out its budget the amount is not the ad group's own.
  if (amount === undefined || row.budget_type === 'CBO_ADGROUP') return {};
  return row.budget_type === 'LIFETIME' ? { lifetimeBudget: amount } : { dailyBudget: amount };
}

function positive(value: unknown): number | undefined {
  const amount = fromMicro(value);
  return amount === undefined || amount <= 0 ? undefined : amount;
}
