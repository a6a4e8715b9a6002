import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type DecimalSign,
  decimalSignOf,
  numberIn,
  readAmount,
} from '../../../core/base/amount.ts';

const amountOf = (text: string, decimal?: DecimalSign): string => {
  const read = readAmount(text, decimal);
  return 'amount' in read ? read.amount : read.code;
};

test.each([
  ['1234', '1234'],
  ['1234.5', '1234.5'],
  ['1234,5', '1234.5'],
  ['12,50', '12.50'],
  ['0,234', '0.234'],
  ['.5', '0.5'],
  ['1,234.50', '1234.50'],
  ['1.234,50', '1234.50'],
  ['1 234,50', '1234.50'],
  ['1\u00a0234', '1234'],
  ['1’234.50', '1234.50'],
  ['12,345,678', '12345678'],
  ['12.345.678', '12345678'],
  ['1234,567', '1234.567'],
  ['-3,5', '-3.5'],
  ['−3', '-3'],
  ['1,234', 'ambiguous_number'],
  ['1.234', 'ambiguous_number'],
  ['€ 20', 'not_a_number'],
  ['20 EUR', 'not_a_number'],
  ['1,23,456', 'not_a_number'],
  ['1.2.3', 'not_a_number'],
  ['1 23', 'not_a_number'],
  ['5.', 'not_a_number'],
  ['1e5', 'not_a_number'],
  ['', 'not_a_number'],
  ['NaN', 'not_a_number'],
])('%s without a locale is %s', (text, amount) => expect(amountOf(text)).toBe(amount));

test('a locale decides what two readings fit, and nothing else', () => {
  expect(['.', ','].map((decimal) => amountOf('1,234', decimal as DecimalSign))).toEqual([
    '1234',
    '1.234',
  ]);
  expect(['.', ','].map((decimal) => amountOf('1.234', decimal as DecimalSign))).toEqual([
    '1.234',
    '1234',
  ]);
  expect(['.', ','].map((decimal) => amountOf('12,50', decimal as DecimalSign))).toEqual([
    '12.50',
    '12.50',
  ]);
  expect(
    ['en_US', 'de_DE', 'de_CH', 'es-MX', 'es', 'pt_BR', 'xx-yy-zz-1', '', undefined].map(
      decimalSignOf,
    ),
  ).toEqual(['.', ',', '.', '.', ',', ',', undefined, undefined, undefined]);
});

test('a refusal names both readings, and what it says to write is read as each', () => {
  const read = readAmount('1,234');
  expect(read).toMatchObject({ message: expect.stringContaining('as 1234 or as 1.234.') });
  expect([amountOf('1234'), amountOf('1.2340')]).toEqual(['1234', '1.2340']);
});

test('per cents may have their sign', () =>
  expect(['12,5 %', '20%', '7'].map((text) => numberIn(text))).toEqual([12.5, 20, 7]));

test('whatever a locale writes is read back as it was, and without the locale as it was or not at all', () => {
  const locales = [
    'en-US',
    'de-DE',
    'fr-FR',
    'de-CH',
    'es-ES',
    'pt-BR',
    'sv-SE',
    'en-IN',
    'nl-NL',
    'pl-PL',
    'ja-JP',
  ];
  const cents = fc.integer({ min: -99_999_999, max: 99_999_999 });
  let refused = 0;
  fc.assert(
    fc.property(
      cents,
      fc.constantFrom(...locales),
      fc.integer({ min: 0, max: 3 }),
      fc.boolean(),
      (number, locale, decimals, useGrouping) => {
        const value = Number((number / 100).toFixed(Math.min(decimals, 2)));
        const written = value.toLocaleString(locale, {
          minimumFractionDigits: decimals,
          maximumFractionDigits: decimals,
          useGrouping,
        });
        // Lakhs are grouped by two digits, which is read by nobody else.
        if (locale === 'en-IN' && useGrouping && Math.abs(value) >= 100_000) return true;
        const known = numberIn(written, decimalSignOf(locale));
        const unknown = numberIn(written);
        if (Number.isNaN(unknown)) refused += 1;
        return known === value && (unknown === value || Number.isNaN(unknown));
      },
    ),
    { numRuns: 20_000 },
  );
  expect(refused).toBeGreaterThan(100);
});

test('no text is read as two numbers by two orders of its signs', () => {
  const texts = fc.string({
    unit: fc.constantFrom('0', '1', '9', '.', ',', ' ', "'", '-'),
    minLength: 1,
    maxLength: 12,
  });
  fc.assert(
    fc.property(texts, (text) => {
      const [dot, comma, none] = [amountOf(text, '.'), amountOf(text, ','), amountOf(text)];
      if (none === 'ambiguous_number') return dot !== comma;
      return dot === comma && comma === none;
    }),
    { numRuns: 20_000 },
  );
});
