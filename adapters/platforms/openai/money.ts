import { fromMicro, toMicro, usualCurrencies } from '../kit/currencies.ts';
import { numeric } from '../kit/json.ts';

/**
 * Objects hold millionths, figures whole units with decimals, events minor units. No amount of one
 * unit passes for another.
 */
declare const unit: unique symbol;
type Amount<U extends string> = number & { readonly [unit]: U };

/** Of budgets and bids. */
type Micros = Amount<'millionths'>;
/** Of events. */
type Minor = Amount<'minor units'>;
/** Of figures, and of Slipway. */
type Whole = Amount<'whole units'>;

/** Exactly one of the two. */
export type Budget =
  | { readonly daily_spend_limit_micros: Micros }
  | { readonly lifetime_spend_limit_micros: Micros };
export type Bid = { readonly max_bid_micros: Micros };
type EventAmount = { readonly amount: Minor; readonly currency: string };

export const microsOf = (amount: number): Micros => toMicro(amount) as Micros;

export const wholeOfMicros = (value: unknown): Whole | undefined =>
  fromMicro(value) as Whole | undefined;

/** Null and absent figures are unavailable. */
export const wholeOfFigure = (value: unknown): Whole => (numeric(value) ?? 0) as Whole;

/** Undefined for an unknown currency, or a value finer than its smallest unit. */
export function eventAmount(value: string, currency: string): EventAmount | undefined {
  const perUnit = usualCurrencies.minorUnits(currency.toUpperCase());
  const minor = Number(value) * (perUnit ?? Number.NaN);
  if (!(Math.abs(minor - Math.round(minor)) < 1e-6)) return undefined;
  return { amount: Math.round(minor) as Minor, currency: currency.toUpperCase() };
}

/** A bid is the price of one event. People state that of an impression by the thousand. */
const eventsPer = (billing: string) => (billing === 'impression' ? 1_000 : 1);

export const bidOf = (micros: unknown, billing: string): Whole | undefined =>
  wholeOfMicros((numeric(micros) ?? Number.NaN) * eventsPer(billing));

export const bidFor = (amount: number, billing: string): Bid => ({
  max_bid_micros: microsOf(amount / eventsPer(billing)),
});
