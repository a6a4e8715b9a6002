import type { Currencies } from '../../../core/base/money.ts';
import { currencyTable } from '../../../core/base/money.ts';

/**
 * The currencies ad accounts are billed in, and their smallest units as the platforms count them. Not ISO 4217's: there
 * the Hungarian forint has two decimals and the Bahraini dinar three; on the wire they have none and two.
 */
export const usualCurrencies: Currencies = currencyTable(
  ['CLP', 'COP', 'CRC', 'HUF', 'ISK', 'IDR', 'JPY', 'KRW', 'PYG', 'TWD', 'VND'],
  [
    ...['AED', 'ARS', 'AUD', 'BDT', 'BGN', 'BHD', 'BOB', 'BRL', 'CAD', 'CHF', 'CNY', 'CZK', 'DKK', 'DZD', 'EGP', 'EUR'],
    ...['GBP', 'GTQ', 'HKD', 'HNL', 'HRK', 'ILS', 'INR', 'JOD', 'KES', 'KWD', 'LKR', 'MAD', 'MOP', 'MXN', 'MYR', 'NGN'],
    ...['NIO', 'NOK', 'NZD', 'OMR', 'PEN', 'PHP', 'PKR', 'PLN', 'QAR', 'RON', 'RSD', 'RUB', 'SAR', 'SEK', 'SGD', 'THB'],
    ...['TRY', 'TZS', 'UAH', 'USD', 'UYU', 'VES', 'ZAR'],
  ],
);
