import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  binomialAtLeast,
  binomialAtMost,
  poissonAtLeast,
  poissonAtMost,
} from '../../../../core/features/automations/judge/chance.ts';

/** By adding up, term by term. */
function poisson(count: number, mean: number): number {
  let [term, sum] = [Math.exp(-mean), Math.exp(-mean)];
  for (let k = 1; k <= count; k++) {
    term *= mean / k;
    sum += term;
  }
  return sum;
}

function binomial(count: number, trials: number, chance: number): number {
  let term = (1 - chance) ** trials;
  let sum = term;
  for (let k = 1; k <= count; k++) {
    term *= ((trials - k + 1) / k) * (chance / (1 - chance));
    sum += term;
  }
  return sum;
}

test('chances of counts are those that adding up gives', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 300 }),
      fc.double({ min: 0.01, max: 300, noNaN: true }),
      (count, mean) => {
        expect(poissonAtMost(count, mean)).toBeCloseTo(poisson(count, mean), 8);
        expect(poissonAtLeast(count, mean)).toBeCloseTo(
          count === 0 ? 1 : 1 - poisson(count - 1, mean),
          8,
        );
      },
    ),
  );
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 300 }),
      fc.nat(300),
      fc.double({ min: 0.001, max: 0.9, noNaN: true }),
      (trials, some, chance) => {
        const count = some % (trials + 1);
        expect(binomialAtMost(count, trials, chance)).toBeCloseTo(
          binomial(count, trials, chance),
          7,
        );
        expect(binomialAtLeast(count, trials, chance)).toBeCloseTo(
          count === 0 ? 1 : 1 - binomial(count - 1, trials, chance),
          7,
        );
      },
    ),
  );
});

test('large counts are judged as well, and nothing is above 1 or below 0', () => {
  expect(poissonAtMost(1_000_000, 1_000_000)).toBeCloseTo(0.5, 2);
  expect(binomialAtMost(10_000, 1_000_000, 0.01)).toBeCloseTo(0.5, 2);
  expect([poissonAtMost(0, 1e6), poissonAtMost(5, 0), binomialAtMost(5, 5, 0.5)]).toEqual([
    0, 1, 1,
  ]);
});
