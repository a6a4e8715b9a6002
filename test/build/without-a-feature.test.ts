import { afterAll, beforeAll, expect, test } from 'vitest';
import { base, features, HouseCopy, rounds } from '../../build/without-feature.ts';
import { machineNow } from '../machine-time.ts';

/**
 * Features can be taken away: all houses compile without their folders and their lines. Every
 * feature is missing in some rounds, while each other is there in one of them.
 */

const removable = features.filter((feature) => !(feature in base));

let copy: HouseCopy;
beforeAll(() => {
  copy = new HouseCopy();
});
afterAll(() => copy.remove());

test.each(rounds(removable).map((without) => [without.join(', '), without] as const))(
  'the houses compile without %s',
  (_, without) => {
    expect(without.length).toBeGreaterThan(5);
    expect(copy.errorsWithout(...without)).toEqual([]);
  },
);

// One a day: each of them takes as long as a round.
const needed = Object.keys(base).filter(
  (_, i) => i === Math.floor(machineNow() / 86_400_000) % Object.keys(base).length,
);

test.each(needed)(
  'the houses do not compile without %s, which is on the list of those that stay',
  (feature) => {
    expect(copy.errorsWithout(feature)).not.toEqual([]);
  },
);

test('a round goes without any feature while any other is there', () => {
  const all = rounds(removable);
  for (const gone of removable)
    for (const there of removable)
      if (gone !== there)
        expect(all.some((without) => without.includes(gone) && !without.includes(there))).toBe(
          true,
        );
});
