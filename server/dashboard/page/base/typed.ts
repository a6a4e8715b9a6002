import { type DecimalSign, decimalSignOf, numberIn } from '../../../../core/base/amount.ts';

const decimal: DecimalSign = decimalSignOf(navigator.language) ?? '.';

/** A number that a person typed, as their browser writes numbers; NaN where it is none. */
export const typedNumber = (text: string): number => numberIn(text, decimal);

/** A number in a field, as the person would type it. */
export const asTyped = (value: number): string => String(value).replace('.', decimal);
