import type { Table } from '../../entity.ts';
import { addDays, weekday } from '../../kit/calendar.ts';
import { names } from '../../kit/names.ts';
import { invalid } from '../graph/params.ts';

interface Range {
  readonly from: string;
  readonly to: string;
}

const lengths = names('3 7 14 28 30 90');

/** Presets of several days end yesterday. */
export function presetRange(preset: string, today: string): Range {
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

const quarterStart = (day: string): string => {
  const month = Math.floor((Number(day.slice(5, 7)) - 1) / 3) * 3 + 1;
  return `${day.slice(0, 4)}-${String(month).padStart(2, '0')}-01`;
};
