/**
 * How much money operations may set or start in one ad account. Amounts are whole units of the account's
 * currency. Each member is a guard and gives it its name.
 */
export interface Limits {
  /** The largest daily budget of one campaign or ad set. */
  readonly dailyBudget: number;
  /** The largest lifetime budget of one campaign or ad set. */
  readonly lifetimeBudget: number;
  /** How many times the first budget of the day, in the account's time zone, a budget may become within that day. */
  readonly riseFactor: number;
  /** The largest sum of daily budgets that one operation may set delivering. */
  readonly startedDailyBudget: number;
  /** The largest sum of lifetime budgets that one operation may set delivering. */
  readonly startedLifetimeBudget: number;
}

export type GuardName = keyof Limits;

export const guardNames: readonly GuardName[] = [
  'dailyBudget',
  'lifetimeBudget',
  'riseFactor',
  'startedDailyBudget',
  'startedLifetimeBudget',
];

/** What holds for a currency worth about a euro or a dollar, where the company has set nothing. */
const base: Limits = {
  dailyBudget: 10_000,
  lifetimeBudget: 300_000,
  riseFactor: 100,
  startedDailyBudget: 50_000,
  startedLifetimeBudget: 1_500_000,
};

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

/** The limits of a currency that nobody has set. An unknown one counts like the euro, which is strict for nearly all. */
export function defaultLimits(currency: string): Limits {
  const units = unitsOf.get(currency.toUpperCase()) ?? 1;
  return {
    dailyBudget: base.dailyBudget * units,
    lifetimeBudget: base.lifetimeBudget * units,
    riseFactor: base.riseFactor,
    startedDailyBudget: base.startedDailyBudget * units,
    startedLifetimeBudget: base.startedLifetimeBudget * units,
  };
}
