import { expect, test } from 'vitest';
import {
  type Bid,
  type Budget,
  bidFor,
  bidOf,
  eventAmount,
  microsOf,
  wholeOfFigure,
  wholeOfMicros,
} from '../../../adapters/platforms/openai/money.ts';

test('an amount is sent in the unit of its place, and the compiler refuses another', () => {
  const budget: Budget = { daily_spend_limit_micros: microsOf(12.34) };
  expect(budget).toEqual({ daily_spend_limit_micros: 12_340_000 });
  expect(eventAmount('12.34', 'eur')).toEqual({ amount: 1_234, currency: 'EUR' });
  expect(eventAmount('1234', 'JPY')).toEqual({ amount: 1_234, currency: 'JPY' });
  // @ts-expect-error a figure is in whole units
  const figure: Budget = { daily_spend_limit_micros: wholeOfFigure('12.34') };
  // @ts-expect-error an event is in minor units
  const event: Bid = { max_bid_micros: eventAmount('12.34', 'EUR')?.amount ?? microsOf(1) };
  // @ts-expect-error a bare number has no unit
  const bare: Bid = { max_bid_micros: 12 };
  expect([figure, event, bare]).toHaveLength(3);
});

test('an amount comes back as it was sent', () => {
  for (const amount of [0.01, 1, 25.5, 99_999.99]) {
    expect(wholeOfMicros(microsOf(amount))).toBe(amount);
    expect(bidOf(bidFor(amount, 'click').max_bid_micros, 'click')).toBe(amount);
    expect(bidOf(bidFor(amount, 'impression').max_bid_micros, 'impression')).toBeCloseTo(amount, 3);
  }
});

test('refuses an amount finer than its currency, or of an unknown currency', () => {
  expect([
    eventAmount('1.999', 'USD'),
    eventAmount('1.5', 'JPY'),
    eventAmount('1', 'XXX'),
    eventAmount('', 'XXX'),
  ]).toEqual([undefined, undefined, undefined, undefined]);
  expect([wholeOfFigure(null), wholeOfFigure('3.5'), wholeOfMicros(null)]).toEqual([
    0,
    3.5,
    undefined,
  ]);
});
