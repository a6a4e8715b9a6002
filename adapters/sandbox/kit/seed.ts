import type { World } from '../world.ts';
import { addDays, dayOf, startOfDay } from './calendar.ts';

const day = 86_400_000;

/** When the campaigns of a seeded account began: sixty days ago, as its zone counts them. */
export const seedStart = (world: World, zone: string): number => startOfDay(addDays(dayOf(world.now(), zone), -60), zone);

export interface SeededAd {
  readonly number: 1 | 2 | 3 | 4;
  readonly status: 'ACTIVE' | 'PAUSED' | 'DELETED';
  readonly from: number;
  /** Null while it runs. */
  readonly to: number | null;
}

/** The ads of an ad set that delivers: 1 runs all the time, 2 was paused ten days ago, 3 began thirty days later, 4 was deleted. */
export const seededAds = (start: number, now: number): readonly SeededAd[] => [
  { number: 1, status: 'ACTIVE', from: start, to: null },
  { number: 2, status: 'PAUSED', from: start, to: now - 10 * day },
  { number: 3, status: 'ACTIVE', from: start + 30 * day, to: null },
  { number: 4, status: 'DELETED', from: start, to: now - 20 * day },
];

/** `traffic` as people write it. */
export const titleOf = (name: string): string => `${name[0]?.toUpperCase()}${name.slice(1)}`;
