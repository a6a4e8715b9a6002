import { usualCurrencies } from '../kit/currencies.ts';
import { numeric } from '../kit/json.ts';

/** Objects hold millionths, figures whole units with decimals, events minor units. No amount of one unit passes for another. */
declare const unit: unique symbol;
type Amount<U extends string> = number & { readonly [unit]: U };

/** Of budgets and bids. */
type Micros = Amount<'millionths'>;
/** Of events. */
type Minor = Amount<'minor units'>;
/** Of figures, and of Slipway. */
type Whole = Amount<'whole units'>;

const millionths = 1_000_000;

export const microsOf = (amount: number): Micros => Math.round(amount * millionths) as Micros;

export function wholeOfMicros(value: unknown): Whole | undefined {
  const micros = numeric(value);
  return micros === undefined ? undefined : ((micros / millionths) as Whole);
}

/** Null and absent figures are unavailable. */
export const wholeOfFigure = (value: unknown): Whole => (numeric(value) ?? 0) as Whole;

/** Undefined for an unknown currency, or an amount finer than its smallest unit. */
export function minorOf(amount: string, currency: string): Minor | undefined {
  const perUnit = usualCurrencies.minorUnits(currency.toUpperCase());
  const minor = Number(amount) * (perUnit ?? Number.NaN);
  return Math.abs(minor - Math.round(minor)) < 1e-6 ? (Math.round(minor) as Minor) : undefined;
}

/** A bid is the price of one event. People state that of an impression by the thousand. */
const eventsPer = (billing: string) => (billing === 'impression' ? 1_000 : 1);

export const bidOf = (micros: unknown, billing: string): Whole | undefined => {
  const each = numeric(micros);
  return each === undefined ? undefined : (((each * eventsPer(billing)) / millionths) as Whole);
};

export const bidMicros = (amount: number, billing: string): Micros => microsOf(amount / eventsPer(billing));
