import { metrics } from '../../../report/metrics.ts';
import type { Figure, Unit } from '../judge/numbers.ts';

export interface Money {
  readonly currency: string;
  readonly decimals: number | undefined;
}

/** 1234.5 as 1,234.50 EUR; 0.123 as 0.123. */
export function amountText(
  value: number,
  unit: Unit | undefined,
  { currency, decimals }: Money,
): string {
  if (unit === 'money') return `${grouped(value.toFixed(decimals ?? 2))} ${currency}`;
  if (unit === 'percent') return `${grouped(short(value))} %`;
  if (unit === 'hours') return `${grouped(short(value))} hours`;
  if (unit === 'days') return `${grouped(short(value))} days`;
  return grouped(short(value));
}

/** At most two decimals, or two digits of what is smaller. */
function short(value: number): string {
  if (Number.isInteger(value)) return String(value);
  return String(
    Math.abs(value) >= 0.1 ? Math.round(value * 100) / 100 : Number(value.toPrecision(2)),
  );
}

function grouped(text: string): string {
  const sign = text.startsWith('-') ? '-' : '';
  const whole = /^\d+/.exec(text.slice(sign.length))?.[0] ?? '';
  const rest = text.slice(sign.length + whole.length);
  if (whole === '') return text;
  const groups: string[] = [];
  for (let end = whole.length; end > 0; end -= 3)
    groups.unshift(whole.slice(Math.max(0, end - 3), end));
  return `${sign}${groups.join(',')}${rest}`;
}

const attributes: { readonly [name: string]: string } = {
  dailyBudget: 'daily budget',
  lifetimeBudget: 'lifetime budget',
  ageHours: 'age',
  hoursSinceChange: 'time since its last change',
  activeSiblings: 'number of others switched on beside it',
  adCount: 'number of ads',
  daysToEnd: 'time until its end',
  daysLeftInMonth: 'number of days left in the month',
  conversionRate: 'conversion rate',
};

const owners = {
  parent: ' of its parent',
  campaign: ' of its campaign',
  account: ' of the account',
  siblings: ' of the others beside it',
} as const;

/** `cost per result of its campaign`. */
export function figureName({ metric, named, of }: Figure): string | undefined {
  const name =
    metric !== undefined
      ? metrics[metric].label.toLowerCase()
      : named && (attributes[named] ?? `parameter ${named}`);
  return name && `${name}${of === undefined ? '' : owners[of]}`;
}

/** `from 2026-11-06 to 2026-11-12`, `on 2026-11-12`. */
export const daysText = ({ from, to }: { readonly from?: string; readonly to?: string }): string =>
  from === undefined || to === undefined
    ? ''
    : from === to
      ? ` on ${from}`
      : ` from ${from} to ${to}`;

/** `(412.00 EUR for 10 results)`. */
export function partsText({ metric, named, numerator, denominator }: Figure, money: Money): string {
  if (numerator === undefined || denominator === undefined) return '';
  const made = metric === undefined ? undefined : metrics[metric].made;
  const [of, per] =
    made?.from === 'ratio'
      ? [made.of, made.per]
      : named === 'conversionRate'
        ? (['conversions', 'clicks'] as const)
        : [];
  if (of === undefined || per === undefined) return '';
  const part = (measure: string, value: number): string =>
    measure === 'spend' || measure === 'conversionValue'
      ? `${amountText(value, 'money', money)}${measure === 'spend' ? '' : ' of value'}`
      : `${amountText(value, 'count', money)} ${value === 1 ? measure.slice(0, -1) : measure}`;
  return ` (${part(of, numerator)} for ${part(per, denominator)})`;
}
