import { setImmediate } from 'node:timers';
import type { Turns } from '../../core/ports/turns.ts';

/** A step under way is finished first. */
const TURN_MS = 5;

/**
 * One waiting turn goes on in each round of the event loop: requests that arrive meanwhile are
 * answered in between.
 */
export function createTurns(): Turns {
  const waiting: (() => void)[] = [];
  let began = 0;
  let scheduled = false;

  const letOn = () => {
    const first = waiting.shift();
    scheduled = waiting.length > 0;
    if (scheduled) setImmediate(letOn);
    began = performance.now();
    first?.();
  };

  return {
    isOver: () => performance.now() - began > TURN_MS,
    next: () =>
      new Promise((resolve) => {
        waiting.push(resolve);
        if (scheduled) return;
        scheduled = true;
        setImmediate(letOn);
      }),
  };
}
