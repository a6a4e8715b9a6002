/**
 * The one reader of numbers that people type or paste: in cells, files, forms, filters and
 * commands. A text that two readings fit is decided by the locale of the file, account or browser;
 * where none is known it is refused with both.
 */

export type DecimalSign = '.' | ',';

type AmountReading =
  /** Digits with a dot, without signs for thousands. */
  | { readonly amount: string }
  | { readonly code: 'not_a_number' | 'ambiguous_number'; readonly message: string };

/** Signs that group thousands and nothing else: blanks of all widths, and apostrophes. */
const BLANKS = /[\s\u00a0\u2009\u202f'’]/g;
const GROUPED_BY_BLANKS = /^\d{1,3}([\s\u00a0\u2009\u202f'’]\d{3})+$/;

const shown = (text: string): string => `“${text.trim().slice(0, 40)}”`;

const notANumber = (text: string): AmountReading => ({
  code: 'not_a_number',
  message: `${shown(text)} is not a number. Write digits alone, like 1234.5, without a currency or a word.`,
});

export function readAmount(text: string, decimal?: DecimalSign): AmountReading {
  const trimmed = text.trim();
  const sign = /^[-−]/.test(trimmed) ? '-' : '';
  const found = readings(trimmed.replace(/^[-−+]\s?/, ''));
  const [first, second] = found;
  if (first === undefined) return notANumber(text);
  const chosen = second === undefined ? first : found.find((each) => each.decimal === decimal);
  if (chosen !== undefined) return { amount: `${sign}${chosen.amount}` };
  const both = found.map(({ amount }) => `${sign}${amount}`);
  return {
    code: 'ambiguous_number',
    message: `${shown(text)} can be read as ${both[0]} or as ${both[1]}. Write it without a sign for thousands and with one, two or four decimals: ${both[0]}, or ${both[1]}0.`,
  };
}

/**
 * The number that a person typed, with or without a per cent sign; NaN where the text is no number,
 * or fits two.
 */
export function numberIn(text: string, decimal?: DecimalSign): number {
  const read = readAmount(text.trim().replace(/\s?%$/, ''), decimal);
  return 'amount' in read ? Number(read.amount) : Number.NaN;
}

interface Reading {
  readonly amount: string;
  /** The sign before decimals if this reading is right. */
  readonly decimal: DecimalSign;
}

/** All readings that a text without its sign fits, those with thousands first. */
function readings(text: string): readonly Reading[] {
  const signs = [...text].filter((each): each is DecimalSign => each === '.' || each === ',');
  const kinds = [...new Set(signs)];
  const last = signs[signs.length - 1];
  if (last === undefined) {
    const whole = wholeOf(text);
    return whole === undefined ? [] : [{ amount: whole, decimal: '.' }];
  }
  const other: DecimalSign = last === '.' ? ',' : '.';
  const asThousands = kinds.length === 1 ? groupedBy(text, last) : undefined;
  const asDecimals = decimalsAfter(text, last, other);
  return [
    ...(asThousands === undefined ? [] : [{ amount: asThousands, decimal: other }]),
    ...(asDecimals === undefined ? [] : [{ amount: asDecimals, decimal: last }]),
  ];
}

/** `1,234` and `12,345,678`. */
function groupedBy(text: string, sign: DecimalSign): string | undefined {
  const [first = '', ...rest] = text.split(sign);
  const isGrouped =
    /^[1-9]\d{0,2}$/.test(first) && rest.length > 0 && rest.every((group) => /^\d{3}$/.test(group));
  return isGrouped ? [first, ...rest].join('') : undefined;
}

/** `12,5`, `1.234,50`, `1 234,5`. */
function decimalsAfter(text: string, sign: DecimalSign, other: DecimalSign): string | undefined {
  const parts = text.split(sign);
  const [before = '', decimals = ''] = parts;
  if (parts.length !== 2 || !/^\d+$/.test(decimals)) return undefined;
  const whole =
    before === '' ? '0' : before.includes(other) ? groupedBy(before, other) : wholeOf(before);
  return whole === undefined ? undefined : `${whole}.${decimals}`;
}

const wholeOf = (text: string): string | undefined =>
  /^\d+$/.test(text) ? text : GROUPED_BY_BLANKS.test(text) ? text.replace(BLANKS, '') : undefined;

/**
 * The sign before decimals in a locale such as `de`, `de_CH` or `es-MX`; undefined where the locale
 * is not known.
 */
export function decimalSignOf(locale: string | undefined): DecimalSign | undefined {
  if (!locale) return undefined;
  try {
    const parts = new Intl.NumberFormat(locale.split('_').join('-')).formatToParts(1.5);
    const sign = parts.find(({ type }) => type === 'decimal')?.value;
    return sign === '.' || sign === ',' ? sign : undefined;
  } catch {
    return undefined;
  }
}
