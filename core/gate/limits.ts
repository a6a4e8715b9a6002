import type { weekdays } from '../base/time/weekdays.ts';
/**
 * What operations may do in one ad account. Amounts are whole units of the account's currency. Each member is a guard
 * and gives it its name; what is absent holds nothing back.
 */
export interface Limits extends SumLimits {
  /** Above this a day, set by one operation or started by one caller within 24 hours, a second key must approve. */
  readonly secondKeyDailyBudget?: number;
  readonly secondKeyLifetimeBudget?: number;
  /** The most that a day may spend (per-day.ts) in all accounts of the company with this currency. */
  readonly companyDailyBudget?: number;
  /** Hours of the account's time zone in which nothing may start to deliver. */
  readonly quietHours?: readonly QuietHours[];
  /** The one workspace whose keys may change the account. */
  readonly workspaceId?: string;
}

/** The limits that always hold. */
export interface SumLimits {
  /** The largest daily budget of one campaign or ad set. */
  readonly dailyBudget: number;
  /** The largest lifetime budget of one campaign or ad set. */
  readonly lifetimeBudget: number;
  /** By how many per cent of its first value of the day, in the account's time zone, a budget, cap or bid may rise within that day. */
  readonly risePercent: number;
  /** The most that a day may spend of all that one operation sets delivering. */
  readonly startedDailyBudget: number;
  /** The largest sum of lifetime budgets that one operation may set delivering. */
  readonly startedLifetimeBudget: number;
  /** The most that a day may spend in the account. */
  readonly accountDailyBudget: number;
  /** The most ads of one launch. */
  readonly adsPerLaunch: number;
}

/** From one time of day to another, past midnight where the second is the earlier one. */
export interface QuietHours {
  /** HH:MM. */
  readonly from: string;
  readonly to: string;
  /** The days on which they begin; every day where absent. */
  readonly days?: readonly Weekday[] | undefined;
}

export type Weekday = (typeof weekdays)[number];

/** Guards whose limit is a number, in the order people are shown them. */
export const numericGuards = [
  'dailyBudget',
  'lifetimeBudget',
  'risePercent',
  'startedDailyBudget',
  'startedLifetimeBudget',
  'accountDailyBudget',
  'companyDailyBudget',
  'secondKeyDailyBudget',
  'secondKeyLifetimeBudget',
  'adsPerLaunch',
] as const;
export type NumericGuard = (typeof numericGuards)[number];

export type GuardName = NumericGuard | 'quietHours' | 'workspaceId' | 'blockedOperations';

export const guardUnits: { readonly [G in NumericGuard]: 'money' | 'percent' | 'count' } = {
  dailyBudget: 'money',
  lifetimeBudget: 'money',
  risePercent: 'percent',
  startedDailyBudget: 'money',
  startedLifetimeBudget: 'money',
  accountDailyBudget: 'money',
  companyDailyBudget: 'money',
  secondKeyDailyBudget: 'money',
  secondKeyLifetimeBudget: 'money',
  adsPerLaunch: 'count',
};

/** Guards that hold for a currency: amounts mean nothing without one. */
export const moneyGuards = numericGuards.filter((name) => guardUnits[name] === 'money');
/** Guards that an account may have of its own: the company's total is no account's. */
export const accountGuards = numericGuards.filter((name) => name !== 'companyDailyBudget');

/** What holds for a currency worth about a euro or a dollar, where the company has set nothing. */
const base: SumLimits = {
  dailyBudget: 10_000,
  lifetimeBudget: 300_000,
  risePercent: 9_900,
  startedDailyBudget: 50_000,
  startedLifetimeBudget: 1_500_000,
  accountDailyBudget: 200_000,
  adsPerLaunch: 5_000,
};

/** What a company is offered to set: closer to what most accounts need than the defaults, which only stop slips. */
const offered = {
  dailyBudget: 1_000,
  lifetimeBudget: 30_000,
  startedDailyBudget: 5_000,
  startedLifetimeBudget: 150_000,
  accountDailyBudget: 10_000,
  companyDailyBudget: 25_000,
  secondKeyDailyBudget: 2_500,
  secondKeyLifetimeBudget: 75_000,
};
export const offeredToAll = { risePercent: 100, adsPerLaunch: 200 };

/**
 * About how many units of a currency make a euro or a dollar: the magnitude alone, rounded to 1, 2 or 5 times a
 * power of ten. Limits of a few times more or less still catch a slip by a hundred.
 */
const magnitudes: readonly (readonly [units: number, currencies: string])[] = [
  [1, 'AUD BGN BHD CAD CHF EUR GBP JOD KWD NZD OMR SGD USD'],
  [5, 'AED BRL ILS MYR PEN PLN QAR RON SAR'],
  [10, 'BOB CNY DKK GTQ HKD HRK MAD MOP NOK SEK'],
  [20, 'CZK HNL MXN ZAR'],
  [50, 'EGP NIO PHP THB TRY TWD UAH UYU'],
  [100, 'BDT DZD INR ISK JPY KES RSD RUB VES'],
  [200, 'LKR PKR'],
  [500, 'CRC HUF'],
  [1_000, 'ARS CLP KRW NGN'],
  [2_000, 'TZS'],
  [5_000, 'COP PYG'],
  [10_000, 'IDR'],
  [20_000, 'VND'],
];

const unitsOf: ReadonlyMap<string, number> = new Map(
  magnitudes.flatMap(([units, currencies]) => currencies.split(' ').map((currency) => [currency, units] as const)),
);

/** Whether the defaults know what an amount of this currency is worth. */
export const hasMagnitude = (currency: string): boolean => unitsOf.has(currency.toUpperCase());

/** An amount of euros in the magnitude of a currency. An unknown one counts like the euro, which is strict for nearly all. */
const scaled = <M extends object>(amounts: M, currency: string): M => {
  const units = unitsOf.get(currency.toUpperCase()) ?? 1;
  if (units === 1) return amounts;
  // Every member is a number.
  return Object.fromEntries(Object.entries(amounts).map(([name, amount]) => [name, (amount as number) * units])) as M;
};

/** The limits of a currency that nobody has set. */
export function defaultLimits(currency: string): SumLimits {
  const { risePercent, adsPerLaunch, ...money } = base;
  return { ...scaled(money, currency), risePercent, adsPerLaunch };
}

/** The amounts that are offered for a currency. */
export const offeredLimits = (currency: string): typeof offered => scaled(offered, currency);
