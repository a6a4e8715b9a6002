import { SlipwayError } from './errors.ts';
import type { PlatformId } from './platforms.ts';

/**
 * Currencies the primary platform bills without a minor unit. Its own list, not ISO 4217's: there the
 * Hungarian forint has two decimals and the Bahraini dinar three; on the wire they have none and two.
 */
const primaryWhole = ['CLP', 'COP', 'CRC', 'HUF', 'ISK', 'IDR', 'JPY', 'KRW', 'PYG', 'TWD', 'VND'];

/** Every other currency the primary platform offers for ad accounts; budgets travel in hundredths. */
const primaryHundredths = [
  ...['AED', 'ARS', 'AUD', 'BDT', 'BGN', 'BHD', 'BOB', 'BRL', 'CAD', 'CHF', 'CNY', 'CZK', 'DKK', 'DZD', 'EGP', 'EUR'],
  ...['GBP', 'GTQ', 'HKD', 'HNL', 'HRK', 'ILS', 'INR', 'JOD', 'KES', 'KWD', 'LKR', 'MAD', 'MOP', 'MXN', 'MYR', 'NGN'],
  ...['NIO', 'NOK', 'NZD', 'OMR', 'PEN', 'PHP', 'PKR', 'PLN', 'QAR', 'RON', 'RSD', 'RUB', 'SAR', 'SEK', 'SGD', 'THB'],
  ...['TRY', 'TZS', 'UAH', 'USD', 'UYU', 'VES', 'ZAR'],
];

const primaryUnits: ReadonlyMap<string, number> = new Map([
  ...primaryWhole.map((currency) => [currency, 1] as const),
  ...primaryHundredths.map((currency) => [currency, 100] as const),
]);

/** Short-video takes decimal amounts; the same table says how fine they may be. */
const units: { readonly [P in PlatformId]?: ReadonlyMap<string, number> } = {
  primary: primaryUnits,
  'short-video': primaryUnits,
};

const knownUnits = (platform: PlatformId, currency: string): number | undefined => units[platform]?.get(currency.toUpperCase());

/**
 * How many of the platform's smallest units make one whole unit of the currency: 1 or 100.
 *
 * Throws for a currency the table does not know: guessing wrong would spend a hundred times too much.
 */
export function minorUnits(platform: PlatformId, currency: string): number {
  const known = knownUnits(platform, currency);
  if (known === undefined) {
    throw new SlipwayError(
      'unprocessable_entity',
      `The currency "${currency}" is not known for this platform, so no amount was sent. Check the ad account's currency; if it is right, it has to be added to the currency table.`,
    );
  }
  return known;
}

/**
 * Whole account currency to the integer the platform takes. Throws when the amount is finer than the
 * currency's smallest unit: rounding somebody's money is not ours to do.
 */
export function toMinor(platform: PlatformId, currency: string, amount: number): number {
  const perUnit = minorUnits(platform, currency);
  const minor = Math.round(amount * perUnit);
  if (!Number.isFinite(amount) || amount < 0 || Math.abs(minor / perUnit - amount) > 1e-9 * Math.max(1, amount)) {
    const finest = perUnit === 1 ? 'whole numbers' : 'at most two decimals';
    throw new SlipwayError('unprocessable_entity', `${amount} is no amount in ${currency}: give ${finest}, not negative.`);
  }
  return minor;
}

/**
 * An amount that was read from the platform as a whole number of smallest units, for sums and comparisons that
 * have to be exact. Never sent: an unknown currency counts in hundredths here.
 */
export const countedMinor = (platform: PlatformId, currency: string, amount: number): number =>
  Math.round(amount * (knownUnits(platform, currency) ?? 100));

/** The other way round. */
export const fromCounted = (platform: PlatformId, currency: string, minor: number): number =>
  minor / (knownUnits(platform, currency) ?? 100);

/** Every currency an amount can be sent in. */
export const currencies: readonly string[] = [...primaryUnits.keys()].sort();

/** The platform's integer (a string on the wire) to whole account currency; undefined when there is none. */
export function fromMinor(platform: PlatformId, currency: string, minor: unknown): number | undefined {
  if (minor === undefined || minor === null || minor === '') return undefined;
  const value = Number(minor);
  return Number.isFinite(value) ? value / minorUnits(platform, currency) : undefined;
}
