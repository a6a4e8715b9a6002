import { budgetsWanted } from '../../guard/gate.ts';
import type { BudgetWanted } from '../../guard/judge.ts';
import { sentName } from '../../schema/aliases.ts';
import { join } from '../../schema/faults.ts';

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
  const { name, dailyBudget = 0, budgetSchedules = [] } = request;
  return [
    ...budgetsWanted({ ...request, type }, (field) => sentName(request, field)),
    ...budgetSchedules.map((schedule, position): BudgetWanted => {
      const { budgetValue, budgetValueType = 'ABSOLUTE' } = schedule;
      const amount = budgetValueType === 'ABSOLUTE' ? budgetValue : budgetValue * dailyBudget;
      const path = join(join(sentName(request, 'budgetSchedules'), position), sentName(schedule, 'budgetValue'));
      return { type, name, kind: 'daily', amount, path };
    }),
  ];
}
