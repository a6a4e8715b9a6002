import { type DecimalSign, decimalSignOf } from '../../core/base/amount.ts';

/** How people write decimals in this file: by its own locale, whoever looks at it. */
export const fileDecimalSign = (): DecimalSign | undefined =>
  decimalSignOf(SpreadsheetApp.getActiveSpreadsheet().getSpreadsheetLocale());
