import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createBudget } from '../../../adapters/http/budget.ts';
import { createManualClock } from '../../../adapters/runtime/manual-clock.ts';

const start = Date.UTC(2026, 10, 15);

function budget(
  perSecond: number,
  perMinute: number,
  options: { readonly patienceMs?: number } = {},
) {
  const clock = createManualClock(start, { auto: true });
  return {
    clock,
    budget: createBudget({ clock, limitOf: () => ({ perSecond, perMinute }), ...options }),
  };
}

describe('a budget of calls nobody reports on', () => {
  test('no second and no minute ever sees more calls than allowed, and nobody is forgotten', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 6 }),
        fc.integer({ min: 1, max: 20 }),
        fc.integer({ min: 1, max: 60 }),
        async (perSecond, perMinute, calls) => {
          const { clock, budget: lane } = budget(perSecond, perMinute, { patienceMs: 3_600_000 });
          const sent: number[] = [];
          await Promise.all(
            Array.from({ length: calls }, async (_, i) => {
              expect(await lane.turn('app', `company ${i % 3}`)).toBe(0);
              sent.push(clock.now());
            }),
          );
          expect(sent).toHaveLength(calls);
          for (const at of sent) {
            expect(
              sent.filter((other) => other >= at && other < at + 1_000).length,
            ).toBeLessThanOrEqual(perSecond);
            expect(
              sent.filter((other) => other >= at && other < at + 60_000).length,
            ).toBeLessThanOrEqual(perMinute);
          }
        },
      ),
      { numRuns: 30 },
    );
  });

  test('a company with many calls does not keep another from its turn', async () => {
    const { budget: lane } = budget(1, 600);
    const order: string[] = [];
    const call = (company: string) => lane.turn('app', company).then(() => order.push(company));
    await Promise.all([...Array.from({ length: 8 }, () => call('many')), call('one')]);
    // One goes at once, the queue forms behind it, and the other company is next but one at the
    // latest.
    expect(order.indexOf('one')).toBeLessThanOrEqual(2);
  });

  test('a longer wait than a caller has patience for is told at once', async () => {
    const { budget: lane } = budget(10, 2);
    await lane.turn('app', 'c');
    await lane.turn('app', 'c');
    expect(await lane.turn('app', 'c')).toBe(60_000);
    expect(await lane.turn('other app', 'c')).toBe(0);
  });

  test('a refusal stops for a second, the next ones in a row for longer, and a call that is taken makes it a second again', async () => {
    const { clock, budget: lane } = budget(100, 6_000);
    const stops: number[] = [];
    for (let i = 0; i < 5; i += 1) {
      stops.push(lane.refused('app'));
      await clock.sleep(stops.at(-1) ?? 0);
    }
    expect(stops).toEqual([1_000, 5_000, 60_000, 300_000, 300_000]);
    lane.taken('app');
    expect(lane.refused('app')).toBe(1_000);
  });

  test('a refusal that states its time stops for as long, and prolongs a stop that is shorter', async () => {
    const { clock, budget: lane } = budget(100, 6_000);
    expect(lane.refused('app', 15_000)).toBe(15_000);
    expect(await lane.turn('app', 'c')).toBe(0);
    expect(clock.now() - start).toBe(15_000);
    expect(lane.refused('app')).toBe(5_000);
    expect(lane.refused('app', 600_000)).toBe(600_000);
    expect(await lane.turn('app', 'c')).toBe(600_000);
  });

  test('calls that were refused together are one refusal, and answers of before do not end the stop', async () => {
    const { clock, budget: lane } = budget(100, 6_000);
    expect([lane.refused('app'), lane.refused('app')]).toEqual([1_000, 1_000]);
    lane.taken('app');
    await clock.sleep(1_000);
    expect(lane.refused('app')).toBe(5_000);
    const before = clock.now();
    expect(await lane.turn('app', 'c')).toBe(0);
    expect(clock.now() - before).toBe(5_000);
  });

  test('tells how much of a minute is used', async () => {
    const { clock, budget: lane } = budget(100, 10);
    expect(lane.percent('app')).toBeUndefined();
    for (let i = 0; i < 3; i += 1) await lane.turn('app', 'c');
    expect(lane.percent('app')).toBe(30);
    await clock.sleep(61_000);
    expect(lane.percent('app')).toBe(0);
  });
});
