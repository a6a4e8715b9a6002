import type { Clock } from '../core/ports/clock.ts';
import { machineClock, machineNow } from './machine-time.ts';

/** A day that the test sets, and from there on the pace of the machine. */
export function clockFrom(start: number): Clock {
  const began = machineNow();
  return { ...machineClock, now: () => start + machineNow() - began };
}
