import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  afterFound,
  afterRefused,
  afterTaken,
  culprit,
  newHalving,
  nextGroup,
} from '../../../../core/features/conversions/halving.ts';

function play(size: number, bad: ReadonlySet<number>) {
  let state = newHalving(Array.from({ length: size }, (_, at) => at));
  const taken: number[] = [];
  const found: number[] = [];
  let requests = 0;
  for (;;) {
    const one = culprit(state);
    if (one !== undefined) {
      found.push(one);
      state = afterFound(state);
      continue;
    }
    const group = nextGroup(state, 1_000);
    if (group.length === 0) return { taken, found, requests };
    requests += 1;
    if (group.some((at) => bad.has(at))) state = afterRefused(state, group);
    else {
      taken.push(...group);
      state = afterTaken(state, group);
    }
  }
}

const positions = (size: number, most: number) =>
  fc.uniqueArray(fc.nat(size - 1), { maxLength: most });

test('every good event is taken once, and exactly the bad ones are found', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 300 }),
      fc.uniqueArray(fc.nat(299), { maxLength: 20 }),
      (size, drawn) => {
        const bad = new Set(drawn.filter((at) => at < size));
        const { taken, found } = play(size, bad);
        expect([...taken].sort((a, b) => a - b)).toEqual(
          Array.from({ length: size }, (_, at) => at).filter((at) => !bad.has(at)),
        );
        expect([...found].sort((a, b) => a - b)).toEqual([...bad].sort((a, b) => a - b));
      },
    ),
    { numRuns: 100 },
  );
});

test('up to three bad events of a thousand take at most 1 + 3 · ⌈log2 1000⌉ requests', () => {
  fc.assert(
    fc.property(positions(1_000, 3), (bad) => {
      expect(play(1_000, new Set(bad)).requests).toBeLessThanOrEqual(
        1 + 3 * Math.ceil(Math.log2(1_000)),
      );
    }),
    { numRuns: 300 },
  );
});

test('a batch without a bad event is one request', () => {
  expect(play(1_000, new Set()).requests).toBe(1);
});
