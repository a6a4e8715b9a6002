import { type Currencies, currencyTable } from '../../../core/base/money.ts';
import { numeric, wordsIn } from './json.ts';

/**
 * Currencies of ad accounts with their smallest units on the wire. These are not ISO 4217's: the
 * Hungarian forint has no decimals, the Bahraini dinar two.
 */
export const usualCurrencies: Currencies = currencyTable(
  ['CLP', 'COP', 'CRC', 'HUF', 'ISK', 'IDR', 'JPY', 'KRW', 'PYG', 'TWD', 'VND'],
  wordsIn(`
    AED ARS AUD BDT BGN BHD BOB BRL CAD CHF CNY CZK DKK DZD EGP EUR GBP GTQ HKD HNL HRK ILS INR JOD KES KWD LKR MAD MOP MXN
    MYR NGN NIO NOK NZD OMR PEN PHP PKR PLN QAR RON RSD RUB SAR SEK SGD THB TRY TZS UAH USD UYU VES ZAR
  `),
);

const millionths = 1_000_000;

export const toMicro = (amount: number): number => Math.round(amount * millionths);

export function fromMicro(value: unknown): number | undefined {
  const micro = numeric(value);
  return micro === undefined ? undefined : micro / millionths;
}
