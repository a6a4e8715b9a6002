import { fromMinor } from '../../../../core/base/money.ts';
import type { Access, Budgets } from '../../../../core/ports/platform-accounts.ts';
import { usualCurrencies } from '../../kit/currencies.ts';
import type { Row } from '../../kit/json.ts';

/** Absent where the budget stands on the other level. */
export function budgets(access: Pick<Access, 'currency'>, row: Row): Budgets {
  const dailyBudget = fromMinor(usualCurrencies, access.currency, row.daily_budget);
  const lifetimeBudget = fromMinor(usualCurrencies, access.currency, row.lifetime_budget);
  return {
    ...(dailyBudget !== undefined && dailyBudget > 0 && { dailyBudget }),
    ...(lifetimeBudget !== undefined && lifetimeBudget > 0 && { lifetimeBudget }),
  };
}
