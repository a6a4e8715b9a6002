import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createWeightedLine } from '../../../core/records/weighted-line.ts';

test('no more is inside than fits, nobody is passed over, and whoever fails makes room too', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ weight: fc.integer({ min: 1, max: 150 }), fails: fc.boolean() }), {
        maxLength: 30,
      }),
      fc.infiniteStream(fc.nat()),
      async (works, order) => {
        const line = createWeightedLine(100);
        const inside = new Map<number, { readonly weight: number; readonly leave: () => void }>();
        const entered: number[] = [];
        const results = works.map(({ weight, fails }, i) =>
          line(weight, async () => {
            entered.push(i);
            await new Promise<void>((leave) => inside.set(i, { weight, leave }));
            if (fails) throw new Error(`${i} fails`);
            return i;
          }).catch(() => i),
        );
        for (let done = 0; done < works.length; done++) {
          await Promise.resolve();
          while (inside.size === 0) await Promise.resolve();
          const weights = [...inside.values()].map(({ weight }) => weight);
          expect(
            weights.length === 1 || weights.reduce((sum, weight) => sum + weight, 0) <= 100,
          ).toBe(true);
          const [which = 0] = [...inside.keys()].slice(order.next().value % inside.size);
          inside.get(which)?.leave();
          inside.delete(which);
          await new Promise((resolve) => setImmediate(resolve));
        }
        expect(await Promise.all(results)).toEqual(works.map((_, i) => i));
        expect(entered).toEqual(works.map((_, i) => i));
      },
    ),
    { numRuns: 50 },
  );
});
