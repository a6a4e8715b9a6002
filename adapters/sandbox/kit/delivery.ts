import type { Entity, Json } from '../entity.ts';
import type { World } from '../world.ts';
import { addDays, startOfDay } from './calendar.ts';
import { isList } from './json.ts';
import { type Measures, measuresOf } from './metrics.ts';

/** [from, to] switched on; `to` is null while it is. Kept as `spans`. */
type Spans = readonly (readonly [number, number | null])[];

export const spansOf = ({ data: { spans } }: Entity): Spans =>
  isList(spans)
    ? spans.flatMap((span) =>
        isList(span) ? [[Number(span[0]), span[1] === null || span[1] === undefined ? null : Number(span[1])] as const] : [],
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
  dates.map((date) => ({ date, from: startOfDay(date, zone), to: startOfDay(addDays(date, 1), zone) }));

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

/** Calls back for each day and country. */
export function eachDelivery(
  world: World,
  delivering: DeliveringAd,
  days: readonly ZoneDay[],
  visit: (date: string, country: string, measures: Measures) => void,
): void {
  const { ad, countries, minorUnits } = delivering;
  const now = world.now();
  const running = runningSpans(delivering, now);
  if (running.length === 0) return;
  for (const { date, from, to } of days) {
    if (from > now || !running.some(([start, end]) => start < to && end > from)) continue;
    for (const country of countries) visit(date, country, measuresOf(world.seed, ad.id, { day: date, country, minorUnits }));
  }
}

export interface Delivered {
  readonly ad: Entity;
  readonly day: string;
  readonly country: string;
  readonly measures: Measures;
}

export function delivered(world: World, delivering: DeliveringAd, days: readonly ZoneDay[]): readonly Delivered[] {
  const parts: Delivered[] = [];
  eachDelivery(world, delivering, days, (day, country, measures) => parts.push({ ad: delivering.ad, day, country, measures }));
  return parts;
}

/** In order of first appearance. */
export function grouped<Part>(parts: readonly Part[], keyOf: (part: Part) => string): ReadonlyMap<string, readonly Part[]> {
  const groups = new Map<string, Part[]>();
  for (const part of parts) {
    const key = keyOf(part);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [part]);
    else group.push(part);
  }
  return groups;
}

function runningSpans({ ad, above, from, to }: DeliveringAd, now: number): readonly (readonly [number, number])[] {
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
