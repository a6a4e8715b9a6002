import * as v from 'valibot';
import { isZone, wallClock } from '../base/time/wall-clock.ts';

/**
 * `often` is every ten minutes, where triggers allow it: in a published add-on they run once an
 * hour.
 */
const schedules = ['off', 'often', 'hourly', 'daily', 'weekly'] as const;

const between = (least: number, most: number, message: string) =>
  v.pipe(
    v.number(message),
    v.integer(message),
    v.minValue(least, message),
    v.maxValue(most, message),
  );

export const scheduleEntries = {
  schedule: v.picklist(schedules),
  /**
   * Of `daily` and `weekly`: not before this hour in that zone, weekly on this day (1 is Monday).
   */
  at: v.optional(
    v.object({
      hour: between(0, 23, 'Give an hour from 0 to 23.'),
      weekday: between(1, 7, 'Choose a day of the week.'),
      zone: v.pipe(
        v.string(),
        v.check(isZone, 'This time zone is not known. Zones are written like Europe/Berlin.'),
      ),
    }),
  ),
  /** Gets an e-mail when a scheduled refresh fails. */
  /** The service tells when a scheduled refresh fails. Earlier versions kept an e-mail address. */
  notify: v.optional(v.union([v.literal(true), v.string()])),
};

interface Scheduled {
  readonly definition: v.InferOutput<v.ObjectSchema<typeof scheduleEntries, undefined>>;
  /** When it was last refreshed, or a refresh failed. */
  readonly triedAt?: number | undefined;
}

const DAY = 86_400_000;
const HOUR = 3_600_000;

/** With a minute's slack, because triggers are not punctual. */
export function isDue({ definition, triedAt }: Scheduled, now: number): boolean {
  const { schedule, at } = definition;
  if (at !== undefined && (schedule === 'daily' || schedule === 'weekly')) {
    const wanted = lastMoment(now, schedule, at);
    return triedAt === undefined || wallClock(triedAt, at.zone) < wanted;
  }
  const minutes = { off: undefined, often: 10, hourly: 60, daily: 1440, weekly: 10_080 }[schedule];
  return (
    minutes !== undefined && (triedAt === undefined || now - triedAt >= (minutes - 1) * 60_000)
  );
}

/** The latest scheduled moment, by the zone's clock. */
function lastMoment(
  now: number,
  schedule: 'daily' | 'weekly',
  {
    hour,
    weekday,
    zone,
  }: { readonly hour: number; readonly weekday: number; readonly zone: string },
): number {
  const shown = wallClock(now, zone);
  let day = Math.floor(shown / DAY);
  if (day * DAY + hour * HOUR > shown) day -= 1;
  // The first of January 1970 was a Thursday.
  while (schedule === 'weekly' && ((day + 3) % 7) + 1 !== weekday) day -= 1;
  return day * DAY + hour * HOUR;
}
