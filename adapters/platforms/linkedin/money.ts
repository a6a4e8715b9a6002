import { usualCurrencies } from '../kit/currencies.ts';
import { asRow, defined, numeric } from '../kit/json.ts';
import type { Access, Budgets, Pace, Row } from '../types.ts';

export const moneyOf = ({ currency }: Pick<Access, 'currency'>, amount: number) => ({
  amount: amount.toFixed(usualCurrencies.minorUnits(currency) === 1 ? 0 : 2),
  currencyCode: currency,
});

const amountOf = (money: unknown) => numeric(asRow(money)?.amount);

/** Where LinkedIn bids by itself, an amount is what it paid last. */
export function bidOf({ unitCost, optimizationTargetType: goal }: Row) {
  const bid = amountOf(unitCost);
  return (goal === undefined || goal === 'NONE') && bid !== undefined && bid > 0 ? bid : undefined;
}

export function paceOf(row: Row): Pace {
  const schedule = asRow(row.runSchedule);
  return defined({
    startTime: numeric(schedule?.start),
    endTime: numeric(schedule?.end),
    weekdays: row.pacingStrategy === 'ACCELERATED' ? 0 : undefined,
  });
}

export function budgetsOf(row: Row): Budgets {
  const [daily, total] = [amountOf(row.dailyBudget), amountOf(row.totalBudget)];
  return {
    ...(daily !== undefined && daily > 0 && { dailyBudget: daily }),
    ...(total !== undefined && total > 0 && { lifetimeBudget: total }),
  };
}
