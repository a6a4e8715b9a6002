import { wallClock } from '../base/time/wall-clock.ts';
import { weekdays } from '../base/time/weekdays.ts';
import type { QuietHours } from './limits.ts';

const MINUTE = 60_000;
const DAY_MINUTES = 24 * 60;

export function quietAt(
  hours: readonly QuietHours[],
  now: number,
  timezone: string,
): QuietHours | undefined {
  const minutes = Math.floor(wallClock(now, timezone) / MINUTE);
  const day = Math.floor(minutes / DAY_MINUTES);
  const minute = minutes - day * DAY_MINUTES;
  return hours.find((each) => {
    const [from, to] = [minuteOf(each.from), minuteOf(each.to)];
    const beginsOn = (number: number) =>
      each.days === undefined || each.days.includes(weekdayOf(number));
    if (from < to) return beginsOn(day) && minute >= from && minute < to;
    return (beginsOn(day) && minute >= from) || (beginsOn(day - 1) && minute < to);
  });
}

function minuteOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}

const weekdayOf = (day: number) => weekdays[(((day + 3) % 7) + 7) % 7] ?? 'mon';

/** `22:00 to 06:00 (sat, sun)`. */
export const quietWords = ({ from, to, days }: QuietHours): string =>
  `${from} to ${to}${days === undefined ? '' : ` (${days.join(', ')})`}`;

export const quietText = (hours: readonly QuietHours[]): string =>
  hours
    .map(({ from, to, days }) => `${from}-${to}${days === undefined ? '' : ` ${days.join(',')}`}`)
    .join('; ');

/** Undefined where it is not understood. The service checks whether the times exist. */
export function quietFrom(text: string): readonly QuietHours[] | undefined {
  const each = text
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => {
      const [hours = '', days] = part.split(' ');
      const [from = '', to = ''] = hours.split('-');
      const named = days
        ?.split(',')
        .map((day) => weekdays.find((known) => known === day.trim().toLowerCase()));
      if (to === '' || named?.includes(undefined)) return undefined;
      return { from, to, ...(named && { days: named.flatMap((day) => day ?? []) }) };
    });
  const hours = each.flatMap((one) => one ?? []);
  return hours.length === each.length ? hours : undefined;
}
