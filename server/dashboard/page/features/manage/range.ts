import { dayBefore } from '../../base/words.ts';

export const PERIODS = {
  today: 'Today',
  yesterday: 'Yesterday',
  '7': 'Last 7 days',
  '14': 'Last 14 days',
  '30': 'Last 30 days',
  days: 'Chosen days',
} as const;

type Period = keyof typeof PERIODS;

export interface AdsScope {
  readonly period: Period;
  readonly from: string;
  readonly to: string;
  /** Ids of the campaign or ad set whose parts are shown; empty: all. */
  readonly campaign: string;
  readonly adset: string;
}

export interface Range {
  readonly startDate: string;
  readonly endDate: string;
}

export function rangeOf({ period, from, to }: AdsScope, timezone: string): Range {
  if (period === 'today')
    return { startDate: dayBefore(0, timezone), endDate: dayBefore(0, timezone) };
  if (period === 'yesterday')
    return { startDate: dayBefore(1, timezone), endDate: dayBefore(1, timezone) };
  if (period === 'days' && from !== '' && to !== '' && from <= to)
    return { startDate: from, endDate: to };
  const days = period === 'days' ? 7 : Number(period);
  return { startDate: dayBefore(days, timezone), endDate: dayBefore(1, timezone) };
}

const DAY_MS = 86_400_000;

export function rangeBefore({ startDate, endDate }: Range): Range {
  const days = (Date.parse(endDate) - Date.parse(startDate)) / DAY_MS + 1;
  const earlier = (day: string): string =>
    new Date(Date.parse(day) - days * DAY_MS).toISOString().slice(0, 10);
  return { startDate: earlier(startDate), endDate: earlier(endDate) };
}
