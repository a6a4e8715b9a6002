import type { Choices } from './choices.ts';

/**
 * Kinds of fault. Each story switches some of them on, each with a rate of its own: what is rare
 * everywhere meets nothing.
 */
export const FAULTS = [
  'commit fails before',
  'commit fails after',
  'commit hangs',
  'read fails',
  'death',
  'freeze',
  'clock steps',
  'clock drifts',
  'answer lost',
  'effect late',
  'request lost',
  'transient refusal',
  'throttled',
  'rule broken',
  'token dead',
  'list lags',
  'cannot ask',
  'client gives up',
  'restore',
  'request doubled',
] as const;
export type Fault = (typeof FAULTS)[number];

export interface Faults {
  /** Whether it happens here; never once all is healed. */
  strikes(fault: Fault, where?: string): boolean;
  /** Whether the story has it at all. */
  has(fault: Fault): boolean;
  heal(): void;
  readonly struck: ReadonlyMap<Fault, number>;
}

/**
 * One in so many, of each kind that is on. Deaths and freezes are drawn at each commit and each
 * call.
 */
const RATES: readonly number[] = [40, 15, 6, 3];
const RARE: readonly Fault[] = [
  'read fails',
  'death',
  'freeze',
  'restore',
  'clock steps',
  'commit hangs',
  'token dead',
];

export function drawFaults(choices: Choices, heard: (fault: Fault) => void): Faults {
  const rates = new Map<Fault, number>();
  for (const fault of FAULTS)
    if (choices.oneIn('swarm', 3)) {
      const rate = choices.pick('swarm', RATES);
      rates.set(fault, RARE.includes(fault) ? rate * 6 : rate);
    }
  const struck = new Map<Fault, number>();
  let isHealed = false;
  return {
    has: (fault) => rates.has(fault),
    strikes(fault, where = '') {
      const rate = rates.get(fault);
      if (isHealed || rate === undefined) return false;
      if (!choices.oneIn(where === '' ? fault : `${fault}${where}`, rate)) return false;
      struck.set(fault, (struck.get(fault) ?? 0) + 1);
      heard(fault);
      return true;
    },
    heal() {
      isHealed = true;
    },
    struck,
  };
}
