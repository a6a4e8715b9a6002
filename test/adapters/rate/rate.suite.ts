import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Rate } from '../../../core/ports/rate.ts';

const WINDOW = 60_000;

/** What every rate window must do, whatever keeps it. */
export function rateSuite(create: () => Promise<Rate>): void {
  test('requests pass exactly when a log of their times allows it', async () => {
    const rate = await create();
    let run = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 6 }),
        fc.array(fc.integer({ min: 0, max: 25_000 }), { maxLength: 40 }),
        async (limit, gaps) => {
          const key = `key-${run++}`;
          const log: number[] = [];
          let now = 1_000_000;
          for (const gap of gaps) {
            now += gap;
            const inWindow = log.filter((at) => at > now - WINDOW).length;
            const taken = await rate.take(key, limit, WINDOW, now);
            expect(taken.allowed).toBe(inWindow < limit);
            if (taken.allowed) log.push(now);
            const left = limit - log.filter((at) => at > now - WINDOW).length;
            expect(taken.remaining).toBe(left);
            const at = log[log.length - limit] ?? Number.NEGATIVE_INFINITY;
            expect(taken.retryAfterMs).toBe(left > 0 ? 0 : at + WINDOW - now);
          }
        },
      ),
      { numRuns: 60 },
    );
  });

  test('of many at once exactly as many pass as the limit allows', async () => {
    const rate = await create();
    const taken = await Promise.all(Array.from({ length: 50 }, () => rate.take('crowd', 7, WINDOW, 5_000_000)));
    expect(taken.filter(({ allowed }) => allowed)).toHaveLength(7);
  });

  test('keys do not disturb each other', async () => {
    const rate = await create();
    await rate.take('one', 1, WINDOW, 9_000_000);
    expect((await rate.take('one', 1, WINDOW, 9_000_000)).allowed).toBe(false);
    expect((await rate.take('two', 1, WINDOW, 9_000_000)).allowed).toBe(true);
  });

  test('a lowered limit waits until enough have left', async () => {
    const rate = await create();
    for (let i = 0; i < 5; i++) await rate.take('lowered', 5, WINDOW, 1_000 * i + 20_000_000);
    const refused = await rate.take('lowered', 2, WINDOW, 20_010_000);
    expect(refused).toEqual({ allowed: false, remaining: 0, retryAfterMs: 53_000 });
    expect((await rate.take('lowered', 2, WINDOW, 20_062_999)).allowed).toBe(false);
    expect((await rate.take('lowered', 2, WINDOW, 20_063_000)).allowed).toBe(true);
  });
}
