import { addDays, dayAt, weekStart } from '../../../base/time/days.ts';
import { wallClock } from '../../../base/time/wall-clock.ts';
import { type MetricKey, measuresOf, metricKeys } from '../../../report/metrics.ts';
import type { DayRange } from '../../../report/request.ts';
import type { Rule, Window } from '../schema/rule.ts';

export interface Calendar {
  /** Milliseconds. */
  readonly now: number;
  /** IANA name. */
  readonly timezone: string;
  readonly today: string;
  readonly hour: number;
  /** The last day whose late figures count; undefined where all do. */
  readonly lastSettled?: string;
  readonly known: Map<string, DayRange | undefined>;
}

export function calendarOf(
  now: number,
  timezone: string,
  settle: { readonly days?: number | undefined; readonly until?: number | undefined } = {},
): Calendar {
  const today = dayAt(now, timezone);
  const lastSettled = lastSettledDay(today, timezone, settle.days ?? 0, settle.until);
  const hour = Math.floor(wallClock(now, timezone) / 3_600_000) % 24;
  return {
    now,
    timezone,
    today,
    hour,
    known: new Map(),
    ...(lastSettled !== undefined && { lastSettled }),
  };
}

function lastSettledDay(
  today: string,
  timezone: string,
  days: number,
  until: number | undefined,
): string | undefined {
  const bySetting = days === 0 ? undefined : addDays(today, -1 - days);
  // The last day of the platform's settled time is not settled as a whole.
  const byPlatform = until === undefined ? undefined : addDays(dayAt(until, timezone), -1);
  if (bySetting === undefined || byPlatform === undefined) return bySetting ?? byPlatform;
  return bySetting < byPlatform ? bySetting : byPlatform;
}

export interface Since {
  readonly createdAt?: number | undefined;
  readonly lastActionAt?: number | undefined;
}

export const LONGEST_SINCE_DAYS = 90;

export const defaultWindow: Window = { days: 7, endOffsetDays: 1 };

/** Undefined where it has no days, or an unknown beginning. */
export function windowRange(
  windows: Rule['windows'],
  name: string | undefined,
  calendar: Calendar,
  since: Since = {},
): DayRange | undefined {
  const key = name ?? '';
  if (calendar.known.has(key)) return calendar.known.get(key);
  const { today, timezone } = calendar;
  const range = rangeOf(windows, name, { today, timezone, since });
  if (!beginsWithEntity(windows, name)) calendar.known.set(key, range);
  return range;
}

export function beginsWithEntity(
  windows: Rule['windows'],
  name: string | undefined,
  depth = 0,
): boolean {
  const window = name === undefined ? defaultWindow : windows[name];
  if (window === undefined || depth > 10) return false;
  if ('sameAs' in window) return beginsWithEntity(windows, window.sameAs, depth + 1);
  return (
    'preset' in window && (window.preset === 'sinceLaunch' || window.preset === 'sinceLastAction')
  );
}

function rangeOf(
  windows: Rule['windows'],
  name: string | undefined,
  at: { readonly today: string; readonly timezone: string; readonly since: Since },
  depth = 0,
): DayRange | undefined {
  const { today, timezone, since } = at;
  const window = name === undefined ? defaultWindow : windows[name];
  if (window === undefined || depth > 10) return undefined;
  if ('sameAs' in window) {
    const other = rangeOf(windows, window.sameAs, at, depth + 1);
    return (
      other && {
        from: addDays(other.from, -window.shiftDays),
        to: addDays(other.to, -window.shiftDays),
      }
    );
  }
  if ('days' in window) {
    const to = addDays(today, -(window.endOffsetDays ?? 1));
    return { from: addDays(to, 1 - window.days), to };
  }
  const yesterday = addDays(today, -1);
  switch (window.preset) {
    case 'today':
      return { from: today, to: today };
    case 'yesterday':
      return { from: yesterday, to: yesterday };
    case 'weekToDate':
      return { from: weekStart(today), to: today };
    case 'monthToDate':
      return { from: `${today.slice(0, 7)}-01`, to: today };
    case 'sinceLaunch':
      return sinceDay(since.createdAt, today, timezone, 0);
    case 'sinceLastAction':
      // The day of the action is partly before it.
      return sinceDay(since.lastActionAt, today, timezone, 1);
  }
}

function sinceDay(
  at: number | undefined,
  today: string,
  timezone: string,
  later: number,
): DayRange | undefined {
  if (at === undefined) return undefined;
  const to = addDays(today, -1);
  const first = addDays(dayAt(at, timezone), later);
  const earliest = addDays(to, 1 - LONGEST_SINCE_DAYS);
  const from = first < earliest ? earliest : first;
  return from > to ? undefined : { from, to };
}

const late = new Set(['results', 'conversions', 'conversionValue']);

const lateMetrics = new Set(
  metricKeys.filter((metric) => measuresOf(metric).some((measure) => late.has(measure))),
);

export const isLate = (metric: MetricKey): boolean => lateMetrics.has(metric);

/** Late metrics leave out days that are not settled. Undefined: none is. */
export function settledRange(
  range: DayRange,
  metric: MetricKey,
  last: string | undefined,
): DayRange | undefined {
  if (last === undefined || range.to <= last || !isLate(metric)) return range;
  return range.from > last ? undefined : { from: range.from, to: last };
}
