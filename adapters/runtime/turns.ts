import { setImmediate } from 'node:timers';
import type { Turns } from '../../core/ports/turns.ts';

/** How long a turn lasts. A step that is under way is finished first. */
const TURN_MS = 5;

/**
 * Turns of this process. However many wait, one is let on in each round of the event loop: what arrives
 * meanwhile is answered between two turns, not after all of them.
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
