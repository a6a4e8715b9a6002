import type { Entity, JsonObject, Table } from '../entity.ts';
import type { Fired } from '../faults.ts';
import type { DescribedFault } from '../platform.ts';
import type { World } from '../world.ts';
import { behaviour } from './faults.ts';
import { isObject, within } from './json.ts';

/** What every event needs beside id, name and time. */
export const buyer = {
  source: 'website',
  url: 'https://shop.example/paid',
  value: '129.90',
  currency: 'EUR',
  user: {
    email: 'buyer@shop.example',
    phone: '+49 151 1234567',
    userAgent: 'Mozilla/5.0',
    ip: '203.0.113.9',
  },
} as const;

/** One entity per event name and id. */
export const eventKind = 'conversion_events';

/** An event whose id holds this word is refused. */
const REFUSED_WORD = 'sandbox-refused';

export const isRefusedId = (id: unknown): boolean =>
  typeof id === 'string' && id.includes(REFUSED_WORD);

interface CountedEvent {
  readonly name: string;
  readonly id: string;
  readonly at: number;
  /** What else is kept of it. */
  readonly more?: JsonObject;
}

/** Once per name and id within the window; `windowMs` 0 counts each. */
export function countEvents(
  world: World,
  destination: Entity,
  events: readonly CountedEvent[],
  windowMs: number,
): void {
  for (const { name, id, at, more } of events) {
    const entityId = `event:${destination.id}:${name}:${id}`;
    const before = world.get(entityId);
    const now = world.now();
    if (before === undefined) {
      world.add({
        id: entityId,
        kind: eventKind,
        ...within(destination),
        data: { ...more, name, event_id: id, at, counted: 1, received_at: now },
      });
    } else if (now - Number(before.data.received_at) > windowMs)
      world.change(entityId, { counted: Number(before.data.counted) + 1, received_at: now });
  }
}

export function countsByHour(
  world: World,
  fired: Fired,
  destination: Entity,
): ReadonlyMap<number, Table<number>> {
  const rule = fired.get('counts-late');
  const lateMs = rule === undefined ? 0 : Number(rule.ms ?? 900_000);
  const hours = new Map<number, { [name: string]: number }>();
  for (const { data } of world.entities(eventKind, destination.id)) {
    if (world.now() - Number(data.received_at) < lateMs) continue;
    const hour = Math.floor(Number(data.at) / 3_600_000) * 3_600_000;
    const names = hours.get(hour) ?? {};
    hours.set(hour, {
      ...names,
      [String(data.name)]: (names[String(data.name)] ?? 0) + Number(data.counted),
    });
  }
  return hours;
}

export const conversionFaults = {
  'counts-late': behaviour(22, 'events are counted only `ms` (900000) after they arrived'),
} as const satisfies Table<DescribedFault>;

/** The first identifier that is not hashed. */
export function unhashed(data: JsonObject, names: readonly string[]): string | undefined {
  return names.find((name) => {
    const value = data[name];
    const all = Array.isArray(value) ? value : value === undefined ? [] : [value];
    return all.some((each) => typeof each !== 'string' || !/^[0-9a-f]{64}$/.test(each));
  });
}

/** The first unknown member. */
export const stranger = (data: JsonObject, known: readonly string[]): string | undefined =>
  Object.keys(data).find((name) => !known.includes(name));

export const objectsIn = (list: unknown): readonly JsonObject[] | undefined =>
  Array.isArray(list) && list.every(isObject) ? (list as readonly JsonObject[]) : undefined;
