import type { BudgetWanted } from '../guard/judge.ts';
import { sentName } from '../schema/aliases.ts';
import { join } from '../schema/faults.ts';

/** What a request for a new campaign or ad set says about money. */
interface NewBudgets {
  readonly name: string;
  readonly dailyBudget?: number | undefined;
  readonly lifetimeBudget?: number | undefined;
  readonly budgetSchedules?:
    | readonly { readonly budgetValue: number; readonly budgetValueType?: 'ABSOLUTE' | 'MULTIPLIER' | undefined }[]
    | undefined;
}

/** The budgets a new object would have, those of its scheduled periods included. */
export function newBudgets(type: 'campaign' | 'adset', request: NewBudgets): BudgetWanted[] {
  const { name, dailyBudget, lifetimeBudget, budgetSchedules = [] } = request;
  const wanted = (kind: 'daily' | 'lifetime', amount: number, path: string): BudgetWanted => ({ type, name, kind, amount, path });
  return [
    ...(dailyBudget === undefined ? [] : [wanted('daily', dailyBudget, sentName(request, 'dailyBudget'))]),
    ...(lifetimeBudget === undefined ? [] : [wanted('lifetime', lifetimeBudget, sentName(request, 'lifetimeBudget'))]),
    ...budgetSchedules.map((schedule, position) => {
      const { budgetValue, budgetValueType = 'ABSOLUTE' } = schedule;
      const amount = budgetValueType === 'ABSOLUTE' ? budgetValue : budgetValue * (dailyBudget ?? 0);
      return wanted(
        'daily',
        amount,
        join(join(sentName(request, 'budgetSchedules'), position), sentName(schedule, 'budgetValue')),
      );
    }),
  ];
}
