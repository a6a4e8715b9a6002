import { addDays, dayOf, daysFrom, isDay, weekday } from '../../kit/calendar.ts';
import { names } from '../../kit/names.ts';
import type { Entity, Table } from '../../types.ts';
import { string, type Turn } from '../graph/graph.ts';
import { GraphError, invalid, isObject, json, list, type Params, text } from '../graph/params.ts';
import { zoneFor } from '../objects/accounts.ts';

/** Both days included. */
export interface Range {
  readonly from: string;
  readonly to: string;
}

const lengths = names('3 7 14 28 30 90');

/** Presets of several days end yesterday. */
function presetRange(preset: string, today: string): Range {
  const yesterday = addDays(today, -1);
  const lastDays = /^last_(\d+)d$/.exec(preset);
  if (lastDays !== null && lengths.includes(lastDays[1] ?? ''))
    return { from: addDays(today, -Number(lastDays[1])), to: yesterday };
  const month = today.slice(0, 7);
  const monthBefore = addDays(`${month}-01`, -1);
  const quarter = quarterStart(today);
  const quarterBefore = addDays(quarter, -1);
  const year = today.slice(0, 4);
  const monday = addDays(today, 1 - weekday(today));
  const sunday = addDays(today, -(weekday(today) % 7));
  const ranges: Table<Range> = {
    today: { from: today, to: today },
    yesterday: { from: yesterday, to: yesterday },
    this_month: { from: `${month}-01`, to: today },
    last_month: { from: `${monthBefore.slice(0, 7)}-01`, to: monthBefore },
    this_quarter: { from: quarter, to: today },
    last_quarter: { from: quarterStart(quarterBefore), to: quarterBefore },
    this_year: { from: `${year}-01-01`, to: today },
    last_year: { from: `${Number(year) - 1}-01-01`, to: `${Number(year) - 1}-12-31` },
    this_week_mon_today: { from: monday, to: today },
    this_week_sun_today: { from: sunday, to: today },
    last_week_mon_sun: { from: addDays(monday, -7), to: addDays(monday, -1) },
    last_week_sun_sat: { from: addDays(sunday, -7), to: addDays(sunday, -1) },
    maximum: { from: addDays(today, -1120), to: today },
    data_maximum: { from: addDays(today, -1120), to: today },
  };
  const range = ranges[preset];
  if (range === undefined) throw invalid(`Unknown date_preset ${preset}`, 'date_preset');
  return range;
}

const quarterStart = (day: string) => {
  const month = Math.floor((Number(day.slice(5, 7)) - 1) / 3) * 3 + 1;
  return `${day.slice(0, 4)}-${String(month).padStart(2, '0')}-01`;
};

/** In days of the account, cut by `time_increment`. */
export function rangesOf(turn: Turn, account: Entity, params: Params): readonly Range[] {
  const today = dayOf(turn.world.now(), zoneFor(turn, account));
  const whole = (list(params, 'time_ranges') ?? [json(params, 'time_range') ?? null]).map((range) =>
    rangeOf(range, params, today),
  );
  const increment = text(params, 'time_increment') ?? 'all_days';
  return whole.flatMap((range) => cutRange(range, increment));
}

function rangeOf(range: unknown, params: Params, today: string): Range {
  if (range === null) return presetRange(text(params, 'date_preset') ?? 'last_30d', today);
  const from = isObject(range) ? string(range.since) : undefined;
  const to = isObject(range) ? string(range.until) : undefined;
  if (from === undefined || to === undefined || !isDay(from) || !isDay(to) || from > to)
    throw invalid('time_range needs since and until, the first not after the second', 'time_range');
  if (from < addDays(today, -1127))
    throw new GraphError({
      code: 3018,
      message:
        '(#3018) The start date of the time range cannot be beyond 37 months from the current date',
    });
  return { from, to: to > today ? today : to };
}

function cutRange({ from, to }: Range, increment: string): readonly Range[] {
  if (increment === 'all_days') return [{ from, to }];
  if (increment === 'monthly') {
    const months = [...new Set(daysFrom(from, to).map((day) => day.slice(0, 7)))];
    return months.map((month) => {
      const days = daysFrom(from, to).filter((day) => day.startsWith(month));
      return { from: days[0] ?? from, to: days[days.length - 1] ?? to };
    });
  }
  const step = Number(increment);
  if (!Number.isInteger(step) || step < 1 || step > 90)
    throw invalid('time_increment is 1 to 90, monthly or all_days', 'time_increment');
  const ranges: Range[] = [];
  for (let start = from; start <= to; start = addDays(start, step)) {
    const end = addDays(start, step - 1);
    ranges.push({ from: start, to: end > to ? to : end });
  }
  return ranges;
}
