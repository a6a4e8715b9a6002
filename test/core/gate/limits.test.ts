import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isAbove } from '../../../core/gate/judge.ts';
import { defaultLimits, hasMagnitude } from '../../../core/gate/limits.ts';
import { limitsOf } from '../../../core/gate/records.ts';
import { shown } from '../../../core/gate/words.ts';
import { definitions } from '../../test-definition.ts';

describe('the defaults', () => {
  test('know the magnitude of every currency an amount can be sent in', () => {
    for (const { currencies } of Object.values(definitions))
      expect(currencies.all.filter((currency) => !hasMagnitude(currency))).toEqual([]);
  });

  test.each([
    ['EUR', 10_000],
    ['usd', 10_000],
    ['JPY', 1_000_000],
    ['KRW', 10_000_000],
    ['IDR', 100_000_000],
    ['VND', 200_000_000],
    ['XYZ', 10_000],
  ])('%s: %d a day for one campaign', (currency, dailyBudget) => {
    const limits = defaultLimits(currency);
    expect(limits).toMatchObject({
      dailyBudget,
      lifetimeBudget: 30 * dailyBudget,
      startedDailyBudget: 5 * dailyBudget,
    });
    expect(limits.risePercent).toBe(9_900);
  });
});

test('an account’s own limits win over those of its currency, these over the defaults', () => {
  const record = {
    revision: 1,
    risePercent: 400,
    currencies: { EUR: { dailyBudget: 300, startedDailyBudget: 900 } },
    accounts: { 'primary:act_1': { dailyBudget: 50, risePercent: 100 } },
  };
  const account = (id: string, currency: string) =>
    limitsOf(record, { key: `primary:${id}`, currency });
  expect(account('act_1', 'EUR')).toMatchObject({
    dailyBudget: 50,
    startedDailyBudget: 900,
    risePercent: 100,
    lifetimeBudget: 300_000,
  });
  expect(account('act_2', 'eur')).toMatchObject({
    dailyBudget: 300,
    startedDailyBudget: 900,
    risePercent: 400,
  });
  expect(account('act_3', 'USD')).toMatchObject({
    dailyBudget: 10_000,
    startedDailyBudget: 50_000,
    risePercent: 400,
  });
  expect(limitsOf(undefined, { key: 'primary:act_1', currency: 'EUR' })).toEqual(
    defaultLimits('EUR'),
  );
});

test('a rise is compared exactly, whatever the decimals of percentage and amounts', () => {
  const minor = fc.integer({ min: 1, max: 1_000_000_000 });
  const hundredths = fc.integer({ min: 0, max: 10_000_000 });
  fc.assert(
    fc.property(minor, hundredths, (of, percent) => {
      const most = Number((BigInt(10_000 + percent) * BigInt(of)) / 10_000n);
      expect(isAbove(most, percent / 100, of)).toBe(false);
      expect(isAbove(most + 1, percent / 100, of)).toBe(true);
    }),
  );
});

test('amounts are shown so that a zero too many is seen', () => {
  expect([5_000_000, 1_234.5, 999, 0.1, 1_000.01].map(shown)).toEqual([
    '5,000,000',
    '1,234.5',
    '999',
    '0.1',
    '1,000.01',
  ]);
});
