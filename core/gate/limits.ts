import type { weekdays } from '../base/time/weekdays.ts';
/**
 * What operations may do in one ad account, in whole units of its currency. Each member is a guard;
 * an absent one restricts nothing.
 */
export interface Limits extends SumLimits {
  /**
   * Above this, set by one operation or started by one caller within 24 hours, a second key must
   * approve.
   */
  readonly secondKeyDailyBudget?: number;
  readonly secondKeyLifetimeBudget?: number;
  readonly companyDailyBudget?: number;
  /** Of one ad set, per click, conversion or thousand impressions, as its platform states bids. */
  readonly bid?: number;
  /** In the account's time zone: nothing may start to deliver. */
  readonly quietHours?: readonly QuietHours[];
  readonly workspaceId?: string;
}

interface SumLimits {
  /** Of one campaign or ad set. */
  readonly dailyBudget: number;
  readonly lifetimeBudget: number;
  /**
   * How far a budget, cap or bid may rise within a day of the account, from its first value of that
   * day.
   */
  readonly risePercent: number;
  /** Of all that one operation sets delivering. */
  readonly startedDailyBudget: number;
  readonly startedLifetimeBudget: number;
  readonly accountDailyBudget: number;
  readonly adsPerLaunch: number;
}

/** Past midnight where `to` is the earlier one. */
export interface QuietHours {
  readonly from: string;
  readonly to: string;
  /** On which they begin. Default: every day. */
  readonly days?: readonly Weekday[] | undefined;
}

type Weekday = (typeof weekdays)[number];

export const numericGuards = [
  'dailyBudget',
  'lifetimeBudget',
  'bid',
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
  bid: 'money',
  risePercent: 'percent',
  startedDailyBudget: 'money',
  startedLifetimeBudget: 'money',
  accountDailyBudget: 'money',
  companyDailyBudget: 'money',
  secondKeyDailyBudget: 'money',
  secondKeyLifetimeBudget: 'money',
  adsPerLaunch: 'count',
};

export const moneyGuards = numericGuards.filter((name) => guardUnits[name] === 'money');
export const accountGuards = numericGuards.filter((name) => name !== 'companyDailyBudget');

/** For a currency worth about a euro or a dollar, where the company has set nothing. */
const base: SumLimits = {
  dailyBudget: 10_000,
  lifetimeBudget: 300_000,
  risePercent: 9_900,
  startedDailyBudget: 50_000,
  startedLifetimeBudget: 1_500_000,
  accountDailyBudget: 200_000,
  adsPerLaunch: 5_000,
};

/** Suggestions, closer to what most accounts need than the defaults, which only stop slips. */
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
 * About how many units of a currency make a euro or a dollar, rounded to 1, 2 or 5 times a power of
 * ten. Limits a few times higher or lower still catch a slip by a hundred.
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
  magnitudes.flatMap(([units, currencies]) =>
    currencies.split(' ').map((currency) => [currency, units] as const),
  ),
);

export const hasMagnitude = (currency: string): boolean => unitsOf.has(currency.toUpperCase());

/**
 * Euros in the magnitude of a currency. An unknown one counts like the euro, which is strict for
 * nearly all.
 */
const scaled = <M extends object>(amounts: M, currency: string): M => {
  const units = unitsOf.get(currency.toUpperCase()) ?? 1;
  if (units === 1) return amounts;
  return Object.fromEntries(
    Object.entries(amounts).map(([name, amount]) => [name, (amount as number) * units]),
  ) as M;
};

export function defaultLimits(currency: string): SumLimits {
  const { risePercent, adsPerLaunch, ...money } = base;
  return { ...scaled(money, currency), risePercent, adsPerLaunch };
}

export const offeredLimits = (currency: string): typeof offered => scaled(offered, currency);
