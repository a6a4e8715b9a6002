import { expect, test } from 'vitest';
import { paceOf as google } from '../../../adapters/platforms/google/wire/values.ts';
import { paceOf as linkedin } from '../../../adapters/platforms/linkedin/money.ts';
import { pacedBudgets as meta } from '../../../adapters/platforms/meta/read/pace.ts';
import { paceOf as pinterest } from '../../../adapters/platforms/pinterest/wire/values.ts';
import { paceOf as snapchat } from '../../../adapters/platforms/snapchat/wire/values.ts';
import { paceOf as tiktok } from '../../../adapters/platforms/tiktok/read/shapes.ts';
import { perDay } from '../../../core/gate/per-day.ts';

const startTime = Date.parse('2026-10-01T00:00:00Z');
const endTime = Date.parse('2026-10-11T00:00:00Z');
const iso = (ms: number): string => new Date(ms).toISOString();
const mondays = `${'1'.repeat(48)}${'0'.repeat(6 * 48)}`;

test.each([
  [
    'meta',
    meta(
      { currency: 'EUR' },
      { start_time: '2026-10-01T02:00:00+0200', end_time: '2026-10-11T02:00:00+0200' },
    ),
    undefined,
  ],
  [
    'tiktok',
    tiktok({
      schedule_type: 'SCHEDULE_START_END',
      schedule_start_time: '2026-10-01 00:00:00',
      schedule_end_time: '2026-10-11 00:00:00',
      dayparting: mondays,
    }),
    1,
  ],
  [
    'google',
    google(
      { startDateTime: '2026-10-01 02:00:00', endDateTime: '2026-10-11 02:00:00' },
      'Europe/Berlin',
    ),
    undefined,
  ],
  [
    'linkedin',
    linkedin({ runSchedule: { start: startTime, end: endTime }, pacingStrategy: 'ACCELERATED' }),
    0,
  ],
  [
    'snapchat',
    snapchat({ start_time: iso(startTime), end_time: iso(endTime), pacing_type: 'STANDARD' }),
    undefined,
  ],
  [
    'pinterest',
    pinterest({
      start_time: startTime / 1_000,
      end_time: endTime / 1_000,
      pacing_delivery_type: 'ACCELERATED',
    }),
    0,
  ],
])('%s tells when a budget is spent', (_, pace, weekdays) => {
  expect(pace).toEqual({ startTime, endTime, ...(weekdays !== undefined && { weekdays }) });
});

test('a lifetime budget counts by what is left of it and the days left, of which there is at least one', () => {
  const budget = { lifetimeBudget: 1_000 };
  expect(perDay({ ...budget, startTime, endTime }, startTime)).toBe(100);
  expect(perDay({ ...budget, startTime, endTime }, 0)).toBe(100);
  expect(perDay({ ...budget, lifetimeLeft: 500, startTime, endTime }, startTime)).toBe(50);
  expect(perDay({ ...budget, endTime }, endTime - 60_000)).toBe(1_000);
  expect(perDay(budget, startTime)).toBe(1_000);
  expect(perDay({ ...budget, startTime, endTime, weekdays: 3 }, startTime)).toBeCloseTo(1_000 / 3);
  expect(perDay({ ...budget, startTime, endTime, weekdays: 0 }, startTime)).toBe(1_000);
  expect(perDay({ ...budget, dailyBudget: 20, endTime }, startTime)).toBe(20);
  expect(perDay({ dailyBudget: 20, peaks: [{ dailyBudget: 80, until: endTime }] }, startTime)).toBe(
    80,
  );
  expect(perDay({ dailyBudget: 20, peaks: [{ dailyBudget: 80, until: endTime }] }, endTime)).toBe(
    20,
  );
});

test('what is left, and higher budgets of single days, are read in the currency of the account', () => {
  const row = { lifetime_budget: '100000', budget_remaining: '25000', pacing_type: ['no_pacing'] };
  expect(meta({ currency: 'EUR' }, row)).toEqual({
    lifetimeBudget: 1_000,
    lifetimeLeft: 250,
    weekdays: 0,
  });
  const budget_schedules = {
    data: [
      { budget_value: '30000', budget_value_type: 'ABSOLUTE', time_end: endTime / 1_000 },
      { budget_value: '2', budget_value_type: 'MULTIPLIER', time_end: iso(endTime) },
    ],
  };
  expect(meta({ currency: 'EUR' }, { daily_budget: '10000', budget_schedules })).toEqual({
    dailyBudget: 100,
    peaks: [
      { dailyBudget: 300, until: endTime },
      { dailyBudget: 200, until: endTime },
    ],
  });
});
