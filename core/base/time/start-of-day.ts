import { numberOf } from './days.ts';
import { wallClock } from './wall-clock.ts';

const DAY = 86_400_000;

export function startOfDay(day: string, timezone: string): number {
  const wanted = numberOf(day) * DAY;
  const guess = wanted - (wallClock(wanted, timezone) - wanted);
  // The clock may have been set between the two.
  return guess + (wanted - wallClock(guess, timezone));
}
