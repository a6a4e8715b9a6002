import { explained } from '../../../../core/base/errors.ts';
import { toMinor } from '../../../../core/base/money.ts';
import type { Access } from '../../../../core/ports/platform-accounts.ts';
import { usualCurrencies } from '../../kit/currencies.ts';
import { type Params, type Row, text } from '../../kit/json.ts';
import type { Calls } from '../wire/calls.ts';
import { secondsOf } from '../wire/params.ts';

export interface BudgetSchedule {
  readonly budgetValue: number;
  readonly budgetValueType: 'ABSOLUTE' | 'MULTIPLIER';
  readonly startTime: number;
  readonly endTime: number;
}

/** One call for each schedule, and one to list them where the ad set is not new. */
export async function addSchedules(
  calls: Calls,
  access: Access,
  adSet: { readonly id: string; readonly isNew: boolean },
  schedules: readonly BudgetSchedule[],
): Promise<readonly string[]> {
  const edge = `${adSet.id}/budget_schedules`;
  const fields = 'budget_value,budget_value_type,time_start,time_end';
  const there = adSet.isNew || schedules.length === 0 ? [] : await calls.list(access, edge, { fields });
  const refused: string[] = [];
  for (const schedule of schedules) {
    const params = scheduleParams(access, schedule);
    if (there.some((row) => isSame(row, params))) continue;
    const answer = await calls.tried(access, edge, params);
    if (!answer.ok) refused.push(`A budget schedule was refused: ${explained(answer.failure)}`);
  }
  return refused;
}

function scheduleParams(access: Access, schedule: BudgetSchedule): Params {
  const absolute = schedule.budgetValueType === 'ABSOLUTE';
  return {
    budget_value: absolute ? toMinor(usualCurrencies, access.currency, schedule.budgetValue) : schedule.budgetValue,
    budget_value_type: schedule.budgetValueType,
    time_start: Math.floor(schedule.startTime / 1000),
    time_end: Math.floor(schedule.endTime / 1000),
  };
}

const isSame = (row: Row, params: Params): boolean =>
  Number(row.budget_value) === Number(params.budget_value) &&
  text(row.budget_value_type) === params.budget_value_type &&
  secondsOf(row.time_start) === params.time_start &&
  secondsOf(row.time_end) === params.time_end;
