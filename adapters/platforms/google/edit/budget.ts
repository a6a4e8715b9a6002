import { PlatformError } from '../../../../core/base/errors.ts';
import { toMinor } from '../../../../core/base/money.ts';
import type { Access } from '../../../../core/ports/platform-accounts.ts';
import { definition } from '../definition.ts';
import type { BudgetHolder } from '../read/budgets.ts';
import type { Api } from '../wire/client.ts';

/** From an amount no finer than the currency. */
const microsOf = ({ currency }: Access, amount: number): string => {
  const minor = toMinor(definition.currencies, currency, amount);
  return String(BigInt(minor) * BigInt(1_000_000 / (definition.currencies.minorUnits(currency) ?? 1)));
};

/** The amount alone: the period was chosen when the budget was made. */
export async function writeBudget(
  { wire, mutate }: Api,
  access: Access,
  { resourceName, lifetime }: BudgetHolder,
  budget: { readonly daily?: number; readonly lifetime?: number },
): Promise<void> {
  if ((budget.lifetime !== undefined) !== lifetime) {
    const has = lifetime ? 'lifetime' : 'daily';
    const message = `This campaign has a ${has} budget, and the platform does not change one into the other.`;
    throw new PlatformError(wire.fail('rule', message, `Give a ${has} budget.`));
  }
  const [field, mask] = lifetime ? ['totalAmountMicros', 'total_amount_micros'] : ['amountMicros', 'amount_micros'];
  const micros = microsOf(access, budget.daily ?? budget.lifetime ?? 0);
  const operations = [{ update: { resourceName, [field]: micros }, updateMask: mask }];
  const answer = await mutate(access, 'campaignBudgets', { operations }, { harmlessTwice: true });
  if (!answer.ok) throw new PlatformError(answer.failure);
}
