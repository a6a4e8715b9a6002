import { SlipwayError } from './errors.ts';

/**
 * How many of the platform's smallest units make one whole unit: 1 or 100. Throws for an unknown
 * currency: a wrong guess would spend a hundred times too much.
 */
export function minorUnits(currencies: Currencies, currency: string): number {
  const known = currencies.minorUnits(currency.toUpperCase());
  if (known === undefined) {
    throw new SlipwayError(
      'unprocessable_entity',
      `The currency "${currency}" is not known for this platform, so no amount was sent. Check the ad account's currency; if it is right, it has to be added to the currency table.`,
    );
  }
  return known;
}

const decimals: { readonly [perUnit: number]: string } = { 10: 'one', 100: 'two', 1000: 'three' };

/**
 * Whole account currency to the platform's integer. Throws when the amount is finer than the
 * smallest unit: money is never rounded.
 */
export function toMinor(currencies: Currencies, currency: string, amount: number): number {
  const perUnit = minorUnits(currencies, currency);
  const minor = Math.round(amount * perUnit);
  if (
    !Number.isFinite(amount) ||
    amount < 0 ||
    Math.abs(minor / perUnit - amount) > 1e-9 * Math.max(1, amount)
  ) {
    const finest =
      perUnit === 1
        ? 'whole numbers'
        : `at most ${decimals[perUnit] ?? Math.round(Math.log10(perUnit))} decimals`;
    throw new SlipwayError(
      'unprocessable_entity',
      `${amount} is no amount in ${currency}: give ${finest}, not negative.`,
    );
  }
  return minor;
}

/** The platform's integer (a string on the wire) to whole account currency. */
export function fromMinor(
  currencies: Currencies,
  currency: string,
  minor: unknown,
): number | undefined {
  if (minor === undefined || minor === null || minor === '') return undefined;
  const value = Number(minor);
  return Number.isFinite(value) ? value / minorUnits(currencies, currency) : undefined;
}

/** Currencies billed in whole units, and in hundredths. */
export function currencyTable(whole: readonly string[], hundredths: readonly string[]): Currencies {
  const units = new Map([
    ...whole.map((each) => [each, 1] as const),
    ...hundredths.map((each) => [each, 100] as const),
  ]);
  return { minorUnits: (currency) => units.get(currency), all: [...units.keys()].sort() };
}

const MICRO = 1_000_000;

/** Millionths, for exact sums and comparisons. Never sent. */
export const toMicro = (amount: number): number => Math.round(amount * MICRO);

export const fromMicro = (micro: number): number => micro / MICRO;

/** Undefined where the platform's table does not know the currency. */
export function decimalsOf(currencies: Currencies, currency: string): number | undefined {
  const perUnit = currencies.minorUnits(currency.toUpperCase());
  return perUnit === undefined ? undefined : Math.round(Math.log10(perUnit));
}

/** As figures are kept. */
const MOST_DECIMALS = 6;

/** Rounded to the decimals of its currency. */
export function roundedAmount(amount: number, decimals: number | undefined): number {
  const digits = Math.min(decimals ?? MOST_DECIMALS, MOST_DECIMALS);
  // Rounds the shortest text of the amount, so that 1.005 is the number meant.
  const [whole = '0', exponent = '0'] = String(amount).split('e');
  const scaled = Math.round(Number(`${whole}e${Number(exponent) + digits}`));
  return Number(`${scaled}e${-digits}`);
}

/** Rates are often below the smallest unit: four decimals more than amounts. */
export const roundedRate = (amount: number, decimals: number | undefined): number =>
  roundedAmount(amount, decimals === undefined ? undefined : decimals + 4);

export interface Currencies {
  /** Smallest units per whole unit; undefined for a currency the platform is not known to bill. */
  minorUnits(currency: string): number | undefined;
  /** Every currency it is known to bill, by ISO 4217 code. */
  readonly all: readonly string[];
}

/** Amounts are the same to a millionth. */
export const sameValue = (value: unknown, other: unknown): boolean =>
  typeof value === 'number' && typeof other === 'number'
    ? toMicro(value) === toMicro(other)
    : value === other;
