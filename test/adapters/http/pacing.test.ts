import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createPacing } from '../../../adapters/http/pacing.ts';
import { createManualClock } from '../../../adapters/runtime/manual-clock.ts';

test('below 80 per cent nobody waits', async () => {
  const clock = createManualClock();
  const pacing = createPacing({ clock });
  pacing.observe('a', { percent: 79 });
  for (let request = 0; request < 100; request += 1) expect(await pacing.turn('a', 'c')).toBe(0);
  expect(clock.sleeping()).toBe(0);
});

test('from 80 per cent on requests are spaced out, the wider the closer to 100', async () => {
  const elapsed = async (percent: number): Promise<number> => {
    const clock = createManualClock(0, { auto: true });
    const pacing = createPacing({ clock, widestGapMs: 4_000 });
    pacing.observe('a', { percent });
    for (let request = 0; request < 5; request += 1) await pacing.turn('a', 'c');
    return clock.now();
  };
  expect(await elapsed(80)).toBe(0);
  expect(await elapsed(90)).toBe(4 * 2_000);
  expect(await elapsed(99)).toBe(4 * 3_800);
});

test('at 100 per cent everybody is turned away until the stated time', async () => {
  const clock = createManualClock(0);
  const pacing = createPacing({ clock });
  pacing.observe('a', { percent: 100, resetMs: 300_000 });
  expect(await pacing.turn('a', 'c')).toBe(300_000);
  await clock.advance(290_000);
  const soon = pacing.turn('a', 'c');
  await clock.advance(9_999);
  expect(clock.sleeping()).toBe(1);
  await clock.advance(1);
  expect(await soon).toBe(0);
});

test('without a stated time a stop lasts a minute', async () => {
  const pacing = createPacing({ clock: createManualClock(0) });
  pacing.observe('a', { percent: 120 });
  expect(await pacing.turn('a', 'c')).toBe(60_000);
});

test('those already waiting are turned away too when the account is stopped', async () => {
  const clock = createManualClock(0);
  const pacing = createPacing({ clock });
  pacing.observe('a', { percent: 95 });
  expect(await pacing.turn('a', 'c')).toBe(0);
  const waiting = pacing.turn('a', 'c');
  pacing.observe('a', { percent: 100, resetMs: 600_000 });
  await clock.advance(10_000);
  expect(await waiting).toBe(600_000 - 3_750);
});

test('an account is slow from 80 per cent on and while it is stopped', async () => {
  const clock = createManualClock(0);
  const pacing = createPacing({ clock });
  expect(pacing.isSlow('a')).toBe(false);
  pacing.observe('a', { percent: 79 });
  expect(pacing.isSlow('a')).toBe(false);
  pacing.observe('a', { percent: 80 });
  expect(pacing.isSlow('a')).toBe(true);
  pacing.observe('a', { percent: 100, resetMs: 600_000 });
  await clock.advance(400_000);
  expect(pacing.isSlow('a')).toBe(true);
  await clock.advance(200_000);
  expect(pacing.isSlow('a')).toBe(false);
});

test('of several meters the fullest counts', () => {
  const pacing = createPacing({ clock: createManualClock(0) });
  pacing.observe('a', { percent: 95 });
  pacing.observe('a', { percent: 3 }, 'app');
  expect(pacing.percent('a')).toBe(95);
  pacing.observe('a', { percent: 10 });
  expect(pacing.percent('a')).toBe(10);
});

test('accounts do not slow each other', async () => {
  const pacing = createPacing({ clock: createManualClock(0) });
  pacing.observe('a', { percent: 100 });
  expect(await pacing.turn('b', 'c')).toBe(0);
});

test('a percentage is forgotten when it is old', async () => {
  const clock = createManualClock(0);
  const pacing = createPacing({ clock });
  pacing.observe('a', { percent: 99 });
  expect(pacing.percent('a')).toBe(99);
  await clock.advance(300_000);
  expect(pacing.percent('a')).toBeUndefined();
  for (let request = 0; request < 10; request += 1) expect(await pacing.turn('a', 'c')).toBe(0);
});

test('waiting companies take turns, however many requests one of them has queued', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom('x', 'y', 'z'), { minLength: 1, maxLength: 40 }),
      async (order) => {
        const clock = createManualClock(0, { auto: true });
        const pacing = createPacing({ clock, widestGapMs: 1_000, patienceMs: 1e9 });
        pacing.observe('a', { percent: 90 });
        await pacing.turn('a', 'first');
        const served: string[] = [];
        await Promise.all(
          order.map((company) => pacing.turn('a', company).then(() => served.push(company))),
        );
        expect([...served].sort()).toEqual([...order].sort());
        // As long as two companies both have requests left, neither is served twice in a row.
        const left = new Map<string, number>();
        for (const company of order) left.set(company, (left.get(company) ?? 0) + 1);
        served.forEach((company, position) => {
          const others = [...left].some(([other, count]) => other !== company && count > 0);
          if (position > 0 && others) expect(served[position - 1]).not.toBe(company);
          left.set(company, (left.get(company) ?? 0) - 1);
        });
      },
    ),
    { numRuns: 40 },
  );
});

test('works of one company take turns too: a small one does not wait behind all requests of a large one', async () => {
  const clock = createManualClock(0, { auto: true });
  const pacing = createPacing({ clock, widestGapMs: 1_000, patienceMs: 1e9 });
  pacing.observe('a', { percent: 90 });
  await pacing.turn('a', 'first');
  const served: string[] = [];
  const ask = (company: string, work: string) =>
    pacing.turn('a', company, work).then(() => served.push(`${company} ${work}`));
  const large = Array.from({ length: 20 }, () => ask('x', 'large'));
  await Promise.all([...large, ask('x', 'small'), ask('x', 'small'), ask('y', 'other')]);
  expect(served).toHaveLength(23);
  expect(served.slice(0, 6)).toEqual([
    'x large',
    'y other',
    'x small',
    'x large',
    'x small',
    'x large',
  ]);
});
