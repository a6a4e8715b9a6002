import { usualCurrencies } from '../adapters/platforms/kit/currencies.ts';
import type { Platforms } from '../core/accounts/find-account.ts';
import { changeGuardrails } from '../core/gate/guardrails.ts';
import type { Clock } from '../core/ports/clock.ts';
import type { Secrets } from '../core/ports/secrets.ts';
import type { Store } from '../core/ports/store.ts';

const AMOUNT = 1_000_000_000;

/** Lets a company set any budget, for tests that are about something else than money. */
export async function widenLimits(
  ports: {
    readonly store: Store;
    readonly clock: Clock;
    readonly secrets: Secrets;
    readonly platforms: Platforms;
  },
  caller: { readonly companyId: string; readonly keyId: string },
): Promise<void> {
  const money = {
    dailyBudget: AMOUNT,
    lifetimeBudget: AMOUNT,
    startedDailyBudget: AMOUNT,
    startedLifetimeBudget: AMOUNT,
    accountDailyBudget: AMOUNT,
  };
  const all = Object.fromEntries(usualCurrencies.all.map((currency) => [currency, money]));
  await changeGuardrails(ports, caller, { risePercent: 999_900, currencies: all, accounts: {} });
}
