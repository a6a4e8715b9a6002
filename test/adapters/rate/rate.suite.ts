import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Rate, Taken } from '../../../core/ports/rate.ts';

const WINDOW = 60_000;

/** One window. */
async function take(rate: Rate, key: string, limit: number, now: number): Promise<Taken> {
  const [taken] = await rate.take([{ key, limit }], WINDOW, now);
  if (taken === undefined) throw new Error('There was no answer.');
  return taken;
}

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
            const taken = await take(rate, key, limit, now);
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
    const taken = await Promise.all(
      Array.from({ length: 50 }, () => take(rate, 'crowd', 7, 5_000_000)),
    );
    expect(taken.filter(({ allowed }) => allowed)).toHaveLength(7);
  });

  test('keys do not disturb each other', async () => {
    const rate = await create();
    await take(rate, 'one', 1, 9_000_000);
    expect((await take(rate, 'one', 1, 9_000_000)).allowed).toBe(false);
    expect((await take(rate, 'two', 1, 9_000_000)).allowed).toBe(true);
  });

  test('a lowered limit waits until enough have left', async () => {
    const rate = await create();
    for (let i = 0; i < 5; i++) await take(rate, 'lowered', 5, 1_000 * i + 20_000_000);
    const refused = await take(rate, 'lowered', 2, 20_010_000);
    expect(refused).toEqual({ allowed: false, remaining: 0, retryAfterMs: 53_000 });
    expect((await take(rate, 'lowered', 2, 20_062_999)).allowed).toBe(false);
    expect((await take(rate, 'lowered', 2, 20_063_000)).allowed).toBe(true);
  });

  test('a request counts in all of its windows or in none', async () => {
    const rate = await create();
    let run = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.record({ own: fc.integer({ min: 1, max: 4 }), all: fc.integer({ min: 1, max: 6 }) }),
        fc.array(
          fc.record({
            who: fc.constantFrom('a', 'b', 'c'),
            gap: fc.integer({ min: 0, max: 25_000 }),
          }),
          { maxLength: 40 },
        ),
        async (limits, requests) => {
          const all = `all-${run++}`;
          const log: { readonly who: string; readonly at: number }[] = [];
          let now = 80_000_000;
          for (const { who, gap } of requests) {
            now += gap;
            const windows = [
              { key: `${all}-${who}`, limit: limits.own },
              { key: all, limit: limits.all },
            ];
            const recent = log.filter(({ at }) => at > now - WINDOW);
            const counts = [recent.filter((each) => each.who === who).length, recent.length];
            const taken = await rate.take(windows, WINDOW, now);
            expect(taken.map(({ allowed }) => allowed)).toEqual(
              windows.map(({ limit }, i) => (counts[i] ?? 0) < limit),
            );
            const allowed = taken.every((each) => each.allowed);
            if (allowed) log.push({ who, at: now });
            expect(taken.map(({ remaining }) => remaining)).toEqual(
              windows.map(({ limit }, i) => limit - (counts[i] ?? 0) - (allowed ? 1 : 0)),
            );
          }
        },
      ),
      { numRuns: 60 },
    );
  });

  test('of many at once with several windows exactly as many pass as the narrowest allows', async () => {
    const rate = await create();
    const taken = await Promise.all(
      Array.from({ length: 60 }, (_, i) =>
        rate.take(
          [
            { key: `one of ten ${i % 10}`, limit: 3 },
            { key: 'all ten', limit: 13 },
          ],
          WINDOW,
          7_000_000,
        ),
      ),
    );
    expect(taken.filter((each) => each.every(({ allowed }) => allowed))).toHaveLength(13);
  });

  test('a clock that is set back by minutes or hours blocks a key for at most a window', async () => {
    const rate = await create();
    for (const back of [30_000, 600_000, 5 * 3_600_000]) {
      const now = 100_000_000;
      const key = `back-${back}`;
      for (let i = 0; i < 3; i++) expect((await take(rate, key, 3, now)).allowed).toBe(true);
      expect((await take(rate, key, 3, now)).allowed).toBe(false);
      const taken = await take(rate, key, 3, now - back);
      expect(taken.allowed || taken.retryAfterMs <= 2 * WINDOW).toBe(true);
      for (let i = 0; i < 3; i++)
        expect((await take(rate, key, 3, now - back + 2 * WINDOW)).allowed).toBe(true);
      expect((await take(rate, key, 3, now - back + 2 * WINDOW)).allowed).toBe(false);
    }
  });
}
