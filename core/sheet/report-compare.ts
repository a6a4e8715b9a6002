import { addDays, daysIn, monthEnd } from '../base/time/days.ts';

export const comparisons = {
  previous: 'The days before',
  month: 'The same days a month before',
  year: 'The same days a year before',
} as const;

type Comparison = keyof typeof comparisons;

interface Days {
  readonly from: string;
  readonly to: string;
}

/** The last day of a month that lacks the day's number. */
function addMonths(day: string, months: number): string {
  const [year = 0, month = 1] = day.split('-').map(Number);
  const at = year * 12 + (month - 1) + months;
  const first = `${String(Math.floor(at / 12)).padStart(4, '0')}-${String((at % 12) + 1).padStart(2, '0')}-01`;
  const same = `${first.slice(0, 8)}${day.slice(8)}`;
  return same > monthEnd(first) ? monthEnd(first) : same;
}

const monthsOf = { month: 1, year: 12 } as const;

export function comparedDays({ from, to }: Days, comparison: Comparison): Days {
  if (comparison === 'previous')
    return { from: addDays(from, -daysIn(from, to)), to: addDays(from, -1) };
  const months = -monthsOf[comparison];
  return { from: addMonths(from, months), to: addMonths(to, months) };
}

/** The day, or month, of the report beside one of the compared days. */
export function counterpart(at: string, days: Days, comparison: Comparison): string {
  if (/^\d{4}-\d{2}$/.test(at))
    return comparison === 'year' ? addMonths(`${at}-01`, 12).slice(0, 7) : at;
  return comparison === 'previous'
    ? addDays(at, daysIn(days.from, days.to))
    : addMonths(at, monthsOf[comparison]);
}
