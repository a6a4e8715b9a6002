import { defined } from '../../../../core/base/defined.ts';
import { fromMicro } from '../../../../core/base/money.ts';
import type { Budgets, Pace } from '../../../../core/ports/platform-accounts.ts';
import { numeric, type Row } from '../../kit/json.ts';
import { msOf } from '../wire/times.ts';

/** Millionths as text to whole units; absent is zero. */
export const moneyOf = (micros: unknown): number => fromMicro(numeric(micros) ?? 0);

/** Of a campaign and all below it. */
export const paceOf = (campaign: Row, zone: string): Pace =>
  defined({ startTime: msOf(campaign.startDateTime, zone), endTime: msOf(campaign.endDateTime, zone) });

/** By the day or for all its time. */
export function budgetsOf(budget: Row | undefined): Budgets {
  if (budget === undefined) return {};
  const total = numeric(budget.totalAmountMicros);
  if (total !== undefined && total > 0) return { lifetimeBudget: fromMicro(total) };
  const amount = numeric(budget.amountMicros);
  return amount === undefined || amount <= 0 ? {} : { dailyBudget: fromMicro(amount) };
}
