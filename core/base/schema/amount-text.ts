import * as v from 'valibot';
import { type DecimalSign, readAmount } from '../amount.ts';

/**
 * An amount as programs write it. What a person typed is refused with its readings, where there are
 * two.
 */
export const amountText = v.pipe(
  v.union(
    [v.string(), v.pipe(v.number(), v.transform(String))],
    'Give an amount as text with a dot, like "129.90", or as a number.',
  ),
  v.trim(),
  v.regex(/^\d{1,12}(\.\d{1,6})?$/, ({ input }) => {
    const read = readAmount(input);
    return 'code' in read && read.code === 'ambiguous_number'
      ? read.message
      : 'Give an amount as text with a dot, like "129.90".';
  }),
);

/**
 * A cell of a file or sheet, as programs write amounts. What is none, or may be two, becomes what
 * `amountText` refuses.
 */
export function typedAmount(text: string, decimal?: DecimalSign): string {
  const read = readAmount(text, decimal);
  // With a dot and three decimals it would pass for what a program wrote; a file does not say where
  // it comes from.
  return 'amount' in read ? read.amount : text.replace('.', ',');
}
