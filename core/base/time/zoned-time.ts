import { wallClock } from './wall-clock.ts';

/** With the distance from UTC, to the second: 2026-11-15T05:53:33+01:00. */
export function zonedTime(ms: number, timezone: string): string {
  const moment = Math.floor(ms / 1000) * 1000;
  const wall = wallClock(moment, timezone);
  const minutes = Math.round((wall - moment) / 60_000);
  const two = (part: number): string => String(part).padStart(2, '0');
  const distance = `${two(Math.floor(Math.abs(minutes) / 60))}:${two(Math.abs(minutes) % 60)}`;
  return `${new Date(wall).toISOString().slice(0, 19)}${minutes < 0 ? '-' : '+'}${distance}`;
}
