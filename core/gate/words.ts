import { quoted } from '../base/schema/quoted.ts';
import { guardUnits, type NumericGuard } from './limits.ts';
import type { MoneyAtStake } from './schema.ts';

export const guardLabels: { readonly [G in NumericGuard]: string } = {
  dailyBudget: 'Daily budget of one campaign or ad set',
  lifetimeBudget: 'Lifetime budget of one campaign or ad set',
  bid: 'Bid of one ad set',
  risePercent: 'Per cent a budget, a cap or a bid may rise within a day',
  startedDailyBudget: 'Budgets a day one operation may start, lifetime ones by the days left',
  startedLifetimeBudget: 'Lifetime budgets one operation may start',
  accountDailyBudget: 'Budgets a day that deliver in the account, lifetime ones by the days left',
  companyDailyBudget:
    'Budgets a day that deliver in all accounts of the currency, lifetime ones by the days left',
  secondKeyDailyBudget:
    'Budgets a day, started by one caller within 24 hours, above which a second key must approve',
  secondKeyLifetimeBudget:
    'Lifetime budgets, started by one caller within 24 hours, above which a second key must approve',
  adsPerLaunch: 'Ads of one launch',
};

/** `10,000 EUR`, `100 %`, `200 ads`. */
export function limitWords(guard: NumericGuard, limit: number, currency: string): string {
  const unit = { money: ` ${currency}`, percent: ' % more', count: ' ads' }[guardUnits[guard]];
  return `${shown(limit)}${unit}`;
}

/**
 * The strictest of each currency:
 * `at most 10,000 EUR, 1,000,000 JPY a day for one campaign or ad set, and a rise by 100 % within a day`.
 */
export function limitsInShort(
  accounts: readonly {
    readonly currency: string;
    readonly limits: { readonly dailyBudget: number; readonly risePercent: number };
  }[],
): string {
  const least = new Map<string, number>();
  for (const { currency, limits } of accounts)
    least.set(currency, Math.min(limits.dailyBudget, least.get(currency) ?? limits.dailyBudget));
  const amounts = [...least].map(([currency, amount]) => `${shown(amount)} ${currency}`).join(', ');
  const percent = Math.min(...accounts.map(({ limits }) => limits.risePercent));
  // Beyond ten times as much, people count in times.
  const rise =
    percent < 900 ? `a rise by ${shown(percent)} %` : `${shown(percent / 100 + 1)} times as much`;
  return `at most ${amounts} a day for one campaign or ad set, and ${rise} within a day`;
}

type Stake = Omit<MoneyAtStake, 'raises'> & {
  readonly raises?: readonly Readonly<AmountRaised>[] | undefined;
};

/**
 * `100 EUR a day and 5,000 EUR in all, in 1001`; undefined where nothing would start or be raised.
 */
export function stakeWords(stake: Stake): string | undefined {
  const { dailyBudget, lifetimeBudget, perDay, currency, adAccountId, raises = [] } = stake;
  const within =
    perDay === undefined || perDay === dailyBudget
      ? ''
      : `, up to ${shown(perDay)} ${currency} of both within a day`;
  const parts = [
    ...(dailyBudget > 0 ? [`${shown(dailyBudget)} ${currency} a day`] : []),
    ...(lifetimeBudget > 0 ? [`${shown(lifetimeBudget)} ${currency} in all`] : []),
  ];
  const amount = (value: number | null) =>
    value === null ? 'none' : `${shown(value)} ${currency}`;
  const raised = raises.map(
    ({ field, name, from, to }) =>
      `${field} from ${amount(from)} to ${amount(to)}, of ${quoted(name)}`,
  );
  const all = [...(parts.length === 0 ? [] : [`${parts.join(' and ')}${within}`]), ...raised];
  return all.length === 0 ? undefined : `${all.join('; ')}, in ${adAccountId}`;
}

export function spendingRemarks(plan: {
  readonly moneyAtStake?: readonly Stake[];
  readonly guards?: readonly { readonly exceeded: boolean; readonly message: string }[];
}): { readonly starts: readonly string[]; readonly refused: readonly string[] } {
  return {
    starts: (plan.moneyAtStake ?? []).flatMap((stake) => stakeWords(stake) ?? []),
    refused: (plan.guards ?? []).filter(({ exceeded }) => exceeded).map(({ message }) => message),
  };
}

export const rounded = (amount: number): number => Math.round(amount * 100) / 100;

/** 1234567.5 as 1,234,567.5: makes a zero too many visible. */
export function shown(amount: number): string {
  const [whole = '', fraction] = String(rounded(amount)).split('.');
  const groups: string[] = [];
  for (let end = whole.length; end > 0; end -= 3)
    groups.unshift(whole.slice(Math.max(0, end - 3), end));
  const grouped = groups.join(',');
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}

export interface AmountRaised {
  readonly field: string;
  readonly name: string;
  readonly from: number | null;
  readonly to: number | null;
}
