import fc from 'fast-check';
import { expect, test } from 'vitest';
import { usualCurrencies } from '../../../adapters/platforms/kit/currencies.ts';
import { fromMinor, minorUnits, toMinor } from '../../../core/base/money.ts';

test('the eleven currencies without a minor unit on the primary platform travel as they are', () => {
  for (const currency of [
    'CLP',
    'COP',
    'CRC',
    'HUF',
    'ISK',
    'IDR',
    'JPY',
    'KRW',
    'PYG',
    'TWD',
    'VND',
  ]) {
    expect(toMinor(usualCurrencies, currency, 5_000)).toBe(5_000);
    expect(fromMinor(usualCurrencies, currency, '5000')).toBe(5_000);
  }
});

test('all others travel in hundredths, the dinars too', () => {
  for (const currency of ['EUR', 'USD', 'GBP', 'BHD', 'JOD', 'eur']) {
    expect(toMinor(usualCurrencies, currency, 19.99)).toBe(1_999);
    expect(fromMinor(usualCurrencies, currency, '1999')).toBe(19.99);
  }
});

test('an unknown currency is refused instead of guessed', () => {
  expect(() => minorUnits(usualCurrencies, 'XYZ')).toThrow(/currency "XYZ" is not known/);
  expect(() => toMinor(usualCurrencies, '', 5)).toThrow();
});

test('an amount finer than the currency allows is refused instead of rounded', () => {
  expect(() => toMinor(usualCurrencies, 'JPY', 10.5)).toThrow(/whole numbers/);
  expect(() => toMinor(usualCurrencies, 'EUR', 10.005)).toThrow(/two decimals/);
  for (const amount of [-1, Number.NaN, Number.POSITIVE_INFINITY])
    expect(() => toMinor(usualCurrencies, 'EUR', amount)).toThrow();
});

test('every amount in cents survives the way there and back', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1_000_000_000 }), (cents) => {
      expect(toMinor(usualCurrencies, 'EUR', cents / 100)).toBe(cents);
      expect(fromMinor(usualCurrencies, 'EUR', String(cents))).toBe(cents / 100);
    }),
  );
});

test('an absent amount stays absent', () => {
  expect(fromMinor(usualCurrencies, 'EUR', undefined)).toBeUndefined();
  expect(fromMinor(usualCurrencies, 'EUR', '')).toBeUndefined();
});
