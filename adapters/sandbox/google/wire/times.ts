import { wallClock } from '../../../../core/base/time/wall-clock.ts';

/** `yyyy-MM-dd HH:mm:ss` in the account's zone. */
export const formatTime = (at: number, zone: string): string =>
  new Date(wallClock(at, zone)).toISOString().slice(0, 19).replace('T', ' ');
