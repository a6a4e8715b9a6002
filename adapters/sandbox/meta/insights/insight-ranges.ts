import type { Entity } from '../../entity.ts';
import { addDays, dayOf, daysFrom, isDay } from '../../kit/calendar.ts';
import { string, type Turn } from '../graph/graph.ts';
import { GraphError, invalid, isObject, json, list, type Params, text } from '../graph/params.ts';
import { zoneFor } from '../objects/accounts.ts';
import { presetRange } from './presets.ts';

/** Both days included. */
export interface Range {
  readonly from: string;
  readonly to: string;
}

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
      message: '(#3018) The start date of the time range cannot be beyond 37 months from the current date',
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
