import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createLargeBodies } from '../../server/http/large-bodies.ts';

const MIB = 1024 * 1024;

test('of very many at once so few are worked on that memory has a bound, and no company keeps another out', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.record({
          company: fc.constantFrom('a', 'a', 'a', 'a', 'b', 'c', 'd'),
          mib: fc.integer({ min: 1, max: 4 }),
        }),
        {
          minLength: 1,
          maxLength: 60,
        },
      ),
      async (requests) => {
        const bodies = createLargeBodies();
        const inWork = new Map<
          number,
          { readonly company: string; readonly mib: number; readonly end: () => void }
        >();
        let most = 0;
        const all = requests.map(({ company, mib }, i) =>
          bodies.take(company, mib * MIB, async () => {
            await new Promise<void>((end) => inWork.set(i, { company, mib, end }));
            return i;
          }),
        );
        for (let ended = 0; ended < requests.length; ended++) {
          while (inWork.size === 0) await new Promise((resolve) => setImmediate(resolve));
          await new Promise((resolve) => setImmediate(resolve));
          const sum = (company?: string): number =>
            [...inWork.values()]
              .filter((each) => company === undefined || each.company === company)
              .reduce((all, { mib }) => all + mib, 0);
          most = Math.max(most, sum());
          for (const company of 'abcd') expect(sum(company)).toBeLessThanOrEqual(8);
          const [first] = inWork.keys();
          inWork.get(first ?? 0)?.end();
          inWork.delete(first ?? 0);
        }
        expect(most).toBeLessThanOrEqual(24);
        expect(await Promise.all(all)).toEqual(requests.map((_, i) => i));
      },
    ),
    { numRuns: 30 },
  );
});

test('a hundred of one company leave room for another', async () => {
  const bodies = createLargeBodies();
  let ends: (() => void)[] = [];
  const flood = Array.from({ length: 100 }, () =>
    bodies.take('a', 4 * MIB, () => new Promise<void>((end) => ends.push(end))),
  );
  expect(await bodies.take('b', 4 * MIB, async () => 'done')).toBe('done');
  while (ends.length > 0) {
    const now = ends;
    ends = [];
    for (const end of now) end();
    await new Promise((resolve) => setImmediate(resolve));
  }
  await Promise.all(flood);
});
