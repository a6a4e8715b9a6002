import type { AccountAccess } from '../accounts/access.ts';
import { accountAt } from '../accounts/find-account.ts';
import { defined } from '../base/defined.ts';
import { type Fault, SlipwayError } from '../base/errors.ts';
import { minorUnits, toMinor } from '../base/money.ts';
import { sentName } from '../base/schema/aliases.ts';
import { withSource } from '../ports/evidence.ts';
import type { BilledAccount } from '../ports/platform-create.ts';
import type { Store } from '../ports/store.ts';

export async function billedAccount(
  ports: { readonly store: Store },
  { key, platform, access }: AccountAccess,
): Promise<BilledAccount> {
  const { minDailyBudget } = (await accountAt(ports.store, access.companyId, key)) ?? {};
  const { currencies, launch } = platform.definition;
  const leastBudgetFrom = launch?.checks?.find(({ about }) => about === 'budget');
  return { currency: access.currency, currencies, ...defined({ minDailyBudget, leastBudgetFrom }) };
}

/** The currency must be known, and no fraction finer than its smallest unit. */
export function amountFaults<R extends object>(
  account: BilledAccount,
  request: R,
  fields: readonly (keyof R & string)[],
): Fault[] {
  const given = fields.filter((field) => request[field] !== undefined);
  if (given.length === 0) return [];
  try {
    minorUnits(account.currencies, account.currency);
  } catch (error) {
    return [
      { path: sentName(request, 'accountId'), code: 'unknown_currency', message: messageOf(error) },
    ];
  }
  return given.flatMap((field) => {
    try {
      toMinor(account.currencies, account.currency, Number(request[field]));
      return [];
    } catch (error) {
      return [{ path: sentName(request, field), code: 'amount', message: messageOf(error) }];
    }
  });
}

export function minimumFault(
  account: BilledAccount,
  path: string,
  amount: number | undefined,
  days = 1,
): Fault[] {
  const least = (account.minDailyBudget ?? 0) * Math.max(1, days);
  if (amount === undefined || amount >= least) return [];
  const message = `The least this ad account allows here is ${Number(least.toFixed(2))} ${account.currency}.`;
  const { leastBudgetFrom: row } = account;
  return [
    {
      path,
      code: 'budget_too_low',
      message: row === undefined ? message : withSource(message, row),
    },
  ];
}

function messageOf(error: unknown): string {
  if (error instanceof SlipwayError) return error.message;
  throw error;
}
