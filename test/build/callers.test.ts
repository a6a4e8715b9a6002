import { expect, test } from 'vitest';
import { callers, foundOf } from '../../build/simulated/callers.ts';

/**
 * Programs of others judge the simulations by what they ask: it is answered, or named as not
 * simulated.
 */
test.each(callers().map((caller) => [caller.program, caller] as const))(
  '%s gets through',
  async (_program, caller) => {
    const { refused, answered, notSimulated } = await foundOf(caller);
    const unexpected = Object.entries(refused).filter(([what]) => !(what in notSimulated));
    expect(unexpected).toEqual([]);
    expect(Object.keys(notSimulated).filter((what) => answered.includes(what))).toEqual([]);
    expect(answered.length).toBeGreaterThan(5);
  },
);
