import type { Entity, Json } from '../entity.ts';
import type { World } from '../world.ts';
import { addDays, startOfDay } from './calendar.ts';
import { isList } from './json.ts';
import { type Measures, measuresOf, shareOf, withLateResults } from './metrics.ts';

/** [from, to] switched on; `to` is null while it is. Kept as `spans`. */
type Spans = readonly (readonly [number, number | null])[];

export const spansOf = ({ data: { spans } }: Pick<Entity, 'data'>): Spans =>
  isList(spans)
    ? spans.flatMap((span) =>
        isList(span)
          ? [
              [
                Number(span[0]),
                span[1] === null || span[1] === undefined ? null : Number(span[1]),
              ] as const,
            ]
          : [],
      )
    : [];

export function spansAfter(spans: Spans, isOn: boolean, now: number): Json {
  const kept = spans.map(([from, to]) => [from, to]);
  if (!isOn) return spans.map(([from, to]) => [from, to ?? now]);
  return spans.some(([, to]) => to === null) ? kept : [...kept, [now, null]];
}

export interface ZoneDay {
  readonly date: string;
  readonly from: number;
  readonly to: number;
}

export const zoneDays = (zone: string, dates: readonly string[]): readonly ZoneDay[] =>
  dates.map((date) => ({
    date,
    from: startOfDay(date, zone),
    to: startOfDay(addDays(date, 1), zone),
  }));

export interface DeliveringAd {
  readonly ad: Entity;
  /** The ad delivers while all three are on. */
  readonly above: readonly Entity[];
  /** Ends now at the latest. */
  readonly from: number;
  readonly to?: number | undefined;
  readonly countries: readonly string[];
  /** Of the account's currency. */
  readonly minorUnits: number;
}

/**
 * Calls back for each day and country, with the hours of the day that have figures. A day that runs
 * has figures up to the last quarter of an hour, by the account's clock.
 */
export function eachDelivery(
  world: World,
  delivering: DeliveringAd,
  days: readonly ZoneDay[],
  visit: (date: string, country: string, measures: Measures, hours: number) => void,
): void {
  const { ad, countries, minorUnits } = delivering;
  const now = world.now();
  const running = runningSpans(delivering, now);
  if (running.length === 0) return;
  for (const day of days) {
    const { date, from, to } = day;
    if (from > now || !running.some(([start, end]) => start < to && end > from)) continue;
    const share = now < to ? shareSoFar(day, running) : 1;
    const hours = Math.ceil(hoursAt(day, now));
    for (const country of countries) {
      const whole = measuresOf(world.seed, ad.id, { day: date, country, minorUnits });
      const measures = withLateResults(
        share === 1 ? whole : shareOf(whole, share),
        lateShare(world, to),
      );
      if (measures.impressions > 0) visit(date, country, measures, hours);
    }
  }
}

/** Of a day's conversions, the share that is known when the day ends. */
const AT_ONCE = 0.6;

/** The share of a day's conversions that is known by now. */
function lateShare(world: World, end: number): number {
  const { lateDays = 0 } = world.manners;
  const age = Math.floor((world.now() - end) / 86_400_000) + 1;
  return lateDays === 0 ? 1 : Math.min(1, AT_ONCE + ((1 - AT_ONCE) * Math.max(0, age)) / lateDays);
}

/** How much people see in each hour of a day. */
const hourly = [2, 1, 1, 1, 1, 2, 3, 5, 6, 6, 6, 6, 7, 7, 6, 6, 6, 7, 8, 9, 9, 7, 5, 3];
const daily = hourly.reduce((sum, each) => sum + each, 0);
const step = 15 * 60_000;

/** From 0 to 24, in steps of a quarter of an hour. */
function hoursAt({ from, to }: ZoneDay, at: number): number {
  const steps = Math.floor((Math.min(Math.max(at, from), to) - from) / step) * step;
  return (steps / (to - from)) * hourly.length;
}

/** The share of the day that is over, from 0 to 1. */
function over(day: ZoneDay, at: number): number {
  const hours = hoursAt(day, at);
  const whole = Math.floor(hours);
  const before = hourly.slice(0, whole).reduce((sum, each) => sum + each, 0);
  return (before + (hourly[whole] ?? 0) * (hours - whole)) / daily;
}

/** An ad that begins in the course of a day has delivered all of the day's figures at its end. */
function shareSoFar(day: ZoneDay, running: readonly (readonly [number, number])[]): number {
  const spans = running
    .map(([start, end]) => [over(day, start), over(day, end)] as const)
    .filter(([start, end]) => start < end);
  const first = Math.min(...spans.map(([start]) => start));
  return spans.reduce((sum, [start, end]) => sum + end - start, 0) / (1 - first);
}

export interface Delivered {
  readonly ad: Entity;
  readonly day: string;
  readonly country: string;
  readonly measures: Measures;
  /** Of the day, that have figures: 24 once it is over. */
  readonly hours: number;
}

export function delivered(
  world: World,
  delivering: DeliveringAd,
  days: readonly ZoneDay[],
): readonly Delivered[] {
  const parts: Delivered[] = [];
  eachDelivery(world, delivering, days, (day, country, measures, hours) =>
    parts.push({ ad: delivering.ad, day, country, measures, hours }),
  );
  return parts;
}

/** In order of first appearance. */
export function grouped<Part>(
  parts: readonly Part[],
  keyOf: (part: Part) => string,
): ReadonlyMap<string, readonly Part[]> {
  const groups = new Map<string, Part[]>();
  for (const part of parts) {
    const key = keyOf(part);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [part]);
    else group.push(part);
  }
  return groups;
}

function runningSpans(
  { ad, above, from, to }: DeliveringAd,
  now: number,
): readonly (readonly [number, number])[] {
  let running: readonly (readonly [number, number])[] = [[from, Math.min(to ?? now, now)]];
  for (const entity of [ad, ...above]) {
    const own = spansOf(entity);
    running = running.flatMap(([begin, end]) =>
      own.flatMap(([start, stop]): readonly (readonly [number, number])[] => {
        const left = Math.max(begin, start);
        const right = Math.min(end, stop ?? now);
        return left < right ? [[left, right]] : [];
      }),
    );
  }
  return running;
}
