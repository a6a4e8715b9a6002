export const LOCALE = undefined;

const formats = new Map<string, Intl.NumberFormat>();

/** Formats are kept: to make one takes longer than to write a hundred numbers. */
function written(value: number, options: Intl.NumberFormatOptions): string {
  const key = JSON.stringify(options);
  const format = formats.get(key) ?? new Intl.NumberFormat(LOCALE, options);
  formats.set(key, format);
  return format.format(value);
}

export const count = (value: number): string => written(value, {});

const decimals = (value: number, digits: number): string =>
  written(value, { minimumFractionDigits: digits, maximumFractionDigits: digits });

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** `LINK_CLICKS` as `Link clicks`. */
export const spoken = (code: string): string => capital(code.replace(/_/g, ' ').toLowerCase());

/** `+12%`. */
export const signed = (percent: number, digits = 0): string =>
  `${percent > 0 ? '+' : ''}${percent.toFixed(digits)}%`;

export const plural = (value: number, one: string, many = `${one}s`): string =>
  `${count(value)} ${value === 1 ? one : many}`;

export function ago(iso: string, now = Date.now()): string {
  const seconds = Math.max(0, Math.round((now - Date.parse(iso)) / 1000));
  if (seconds < 5) return 'just now';
  if (seconds < 60) return `${seconds} s ago`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ago`;
  if (seconds < 86_400) return `${Math.floor(seconds / 3600)} h ago`;
  return dayOf(iso);
}

export const dayOf = (iso: string): string =>
  new Date(iso).toLocaleDateString(LOCALE, { day: 'numeric', month: 'short', year: 'numeric' });

export const moment = (iso: string): string =>
  new Date(iso).toLocaleString(LOCALE, {
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'short',
  });

export function duration(ms: number): string {
  if (ms < 10_000) return `${decimals(ms / 1000, 1)} s`;
  const seconds = Math.round(ms / 1000);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

export type FigureType = 'money' | 'count' | 'percent' | 'ratio';

export function figure(
  value: number | null | undefined,
  type: FigureType,
  currency?: string | null,
): string {
  if (value === null || value === undefined) return '–';
  if (type === 'count') return count(Math.round(value));
  if (type === 'percent') return `${decimals(value, 2)}%`;
  if (type === 'ratio') return decimals(value, 2);
  if (currency === null || currency === undefined) return decimals(value, 2);
  return written(value, { style: 'currency', currency });
}

export const share = (value: number): string =>
  written(value, { style: 'percent', maximumFractionDigits: 1, signDisplay: 'exceptZero' });

export function sizeOf(bytes: number): string {
  const kilobytes = bytes / 1024;
  return kilobytes < 1000
    ? `${Math.max(1, Math.round(kilobytes))} KB`
    : `${decimals(kilobytes / 1024, 1)} MB`;
}

export const short = (value: number): string =>
  written(value, { notation: 'compact', maximumFractionDigits: 1 });

/** `2026-11-14`, by the clocks of a time zone: without one, of the reader's. */
export function dayBefore(days: number, timeZone?: string): string {
  const options = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
  const today = new Intl.DateTimeFormat('en-CA', {
    ...options,
    ...(timeZone && { timeZone }),
  }).format(Date.now());
  return new Date(Date.parse(today) - days * 86_400_000).toISOString().slice(0, 10);
}
