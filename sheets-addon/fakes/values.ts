import type { Cell, Value } from './world.ts';

/**
 * What a typed text, or one of setValues, becomes: numbers keep 15 digits, dates become days, a
 * leading = makes a formula. Plain text format keeps it.
 */
export function parseEntry(
  entry: unknown,
  format: string,
  locale = ENGLISH,
): Pick<Cell, 'value' | 'format'> & { formulaA1?: string } {
  if (typeof entry === 'number') return { value: keep15(entry), format };
  if (typeof entry === 'boolean') return { value: entry, format };
  if (entry === null || entry === undefined) return { value: '', format };
  if (Object.prototype.toString.call(entry) === '[object Date]')
    return {
      value: (entry as Date).getTime() / 86_400_000 + 25_569,
      format: isDateFormat(format) ? format : 'm/d/yyyy',
    };
  const text = String(entry);
  if (text.length > 50_000)
    throw new Error(
      'Your input contains more than the maximum of 50000 characters in a single cell.',
    );
  if (format === '@') return { value: text, format };
  if (text.startsWith("'")) return { value: text.slice(1), format };
  if (text.startsWith('=') && text.length > 1) return { value: '', format, formulaA1: text };
  return parseTyped(text, format, signsOf(locale));
}

function parseTyped(
  text: string,
  format: string,
  { yes, no, isComma }: Signs,
): Pick<Cell, 'value' | 'format'> {
  const trimmed = text.trim();
  const word = trimmed.toUpperCase();
  if (['TRUE', 'FALSE', yes, no].includes(word))
    return { value: word === 'TRUE' || word === yes, format };
  // With the signs of English, whose the pattern is.
  const number = isComma ? trimmed.replace(/[.,]/g, (sign) => (sign === ',' ? '.' : ',')) : trimmed;
  if (
    /^[$€]?[+-]?(\d{1,3}(,\d{3})+|\d+)?(\.\d+)?(e[+-]?\d+)?( ?€)?$/i.test(number) &&
    /\d/.test(number)
  )
    return { value: keep15(Number(number.replace(/[,$€ ]/g, ''))), format };
  const [, hours, minutes] = /^(\d{1,2}):(\d{1,2})$/.exec(trimmed) ?? [];
  if (hours !== undefined && Number(minutes) < 60)
    return { value: Number(hours) / 24 + Number(minutes) / 1440, format: 'h:mm' };
  if (/^[+-]?\d+(\.\d+)?%$/.test(trimmed))
    return { value: Number(trimmed.slice(0, -1)) / 100, format: '0.00%' };
  const day = dayOf(trimmed);
  if (day !== undefined) return { value: day, format: isDateFormat(format) ? format : 'm/d/yyyy' };
  return { value: text, format };
}

const keep15 = (number: number): number => Number(number.toPrecision(15));

function dayOf(text: string): number | undefined {
  const [, year, month, date] = /^(\d{4})-(\d{1,2})(?:-(\d{1,2}))?$/.exec(text) ?? [];
  if (year !== undefined) return serial(Number(year), Number(month), Number(date ?? 1));
  const [, usMonth, usDate, usYear] = /^(\d{1,2})[-/](\d{1,2})(?:[-/](\d{4}))?$/.exec(text) ?? [];
  return usMonth === undefined
    ? undefined
    : serial(Number(usYear ?? 2026), Number(usMonth), Number(usDate));
}

const serial = (year: number, month: number, date: number): number | undefined =>
  month >= 1 && month <= 12 && date >= 1 && date <= 31
    ? Date.UTC(year, month - 1, date) / 86_400_000 + 25_569
    : undefined;

export const isDateFormat = (format: string): boolean =>
  /[ymd]{2,}|m\/d/i.test(format) && !/[#0]/.test(format);

/** `-1234567` is `-1,234,567`. */
function inThousands(digits: string): string {
  const rest = digits.slice(0, -3);
  return /\d$/.test(rest) ? `${inThousands(rest)},${digits.slice(-3)}` : digits;
}

/** How a locale writes numbers and truth. */
interface Signs {
  readonly yes: string;
  readonly no: string;
  /** A comma before decimals, points between thousands, days before months. */
  readonly isComma: boolean;
}

const ENGLISH = 'en_US';

const signsOf = (locale: string): Signs =>
  locale.startsWith('de')
    ? { yes: 'WAHR', no: 'FALSCH', isComma: true }
    : locale.startsWith('es')
      ? { yes: 'VERDADERO', no: 'FALSO', isComma: true }
      : { yes: 'TRUE', no: 'FALSE', isComma: false };

/** What a person sees. */
export function display(value: Value, format: string, locale = ENGLISH): string {
  const { yes, no, isComma } = signsOf(locale);
  if (typeof value === 'boolean') return value ? yes : no;
  if (typeof value === 'string') return value;
  const shown = inEnglish(value, format);
  if (!isComma) return shown;
  if (format === 'm/d/yyyy')
    return shown.split('/').slice(0, 2).reverse().concat(shown.split('/').slice(2)).join('.');
  return shown.replace(/[.,]/g, (sign) => (sign === ',' ? '.' : ','));
}

function inEnglish(value: number, format: string): string {
  if (format === 'h:mm') {
    const minutes = Math.round(value * 1440);
    return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;
  }
  if (isDateFormat(format)) {
    const [year = '', month = '', date = ''] = new Date((value - 25_569) * 86_400_000)
      .toISOString()
      .slice(0, 10)
      .split('-');
    return format.startsWith('m/d')
      ? `${Number(month)}/${Number(date)}/${year}`
      : `${year}-${month}-${date}`;
  }
  const decimals = /\.(0+)/.exec(format)?.[1]?.length ?? 0;
  if (format.endsWith('%')) return `${(value * 100).toFixed(decimals)}%`;
  if (/^[#0]/.test(format)) {
    const [whole = '', rest] = value.toFixed(decimals).split('.');
    const grouped = format.includes(',') ? inThousands(whole) : whole;
    return rest === undefined ? grouped : `${grouped}.${rest}`;
  }
  return Math.abs(value) >= 1e15
    ? value.toExponential(5).replace('e+', 'E+')
    : String(keep15(value));
}
