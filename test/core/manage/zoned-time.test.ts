import { expect, test } from 'vitest';
import { zonedTime } from '../../../core/base/time/zoned-time.ts';

test.each([
  ['Europe/Berlin', '2026-07-01T12:30:05+02:00'],
  ['America/New_York', '2026-07-01T06:30:05-04:00'],
  ['Asia/Kolkata', '2026-07-01T16:00:05+05:30'],
  ['America/St_Johns', '2026-07-01T08:00:05-02:30'],
  ['UTC', '2026-07-01T10:30:05+00:00'],
  ['Nowhere/Atall', '2026-07-01T10:30:05+00:00'],
])('a moment on a clock in %s', (zone, shown) => {
  expect(zonedTime(Date.UTC(2026, 6, 1, 10, 30, 5, 250), zone)).toBe(shown);
});

test('midnight is the beginning of a day', () => {
  expect(zonedTime(Date.UTC(2026, 11, 31, 23), 'Europe/Berlin')).toBe('2027-01-01T00:00:00+01:00');
});
