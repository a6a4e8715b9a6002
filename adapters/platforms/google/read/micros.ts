import { fromMicro } from '../../../../core/money.ts';
import type { Budgets } from '../../../../core/ports/platform-accounts.ts';
import { numeric, type Row } from '../../kit/json.ts';

/** Millionths, as text, to whole units of the currency. What is left out is zero. */
export const moneyOf = (micros: unknown): number => fromMicro(numeric(micros) ?? 0);

/** A budget by the day, or one for all its time. */
export function budgetsOf(budget: Row | undefined): Budgets {
  if (budget === undefined) return {};
  const total = numeric(budget.totalAmountMicros);
  if (total !== undefined && total > 0) return { lifetimeBudget: fromMicro(total) };
  const amount = numeric(budget.amountMicros);
  return amount === undefined || amount <= 0 ? {} : { dailyBudget: fromMicro(amount) };
}
