import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addDays,
  dayAt,
  dayNumber,
  daysIn,
  dayText,
  monthEnd,
  splitRange,
  weekOf,
  weekStart,
} from '../../../core/base/time/days.ts';

describe('days', () => {
  it('knows which dates exist', () => {
    expect(dayNumber('1970-01-02')).toBe(1);
    expect(dayText(dayNumber('2028-02-29') ?? 0)).toBe('2028-02-29');
    for (const wrong of [
      '2026-02-29',
      '2026-13-01',
      '2026-00-10',
      '2026-11-31',
      '2026-1-1',
      '20261101',
      '',
      '0000-01-01',
      '2026-11-01T00:00',
    ])
      expect(dayNumber(wrong)).toBeUndefined();
  });

  it('puts a day into the ISO week of its Thursday', () => {
    const known = {
      '2026-11-14': '2026-W46',
      '2024-12-30': '2025-W01',
      '2027-01-01': '2026-W53',
      '2021-01-03': '2020-W53',
    };
    for (const [day, week] of Object.entries(known)) expect(weekOf(day)).toBe(week);
    expect(weekStart('2026-11-15')).toBe('2026-11-09');
  });

  it('ends months where the calendar does', () => {
    expect([monthEnd('2026-02-03'), monthEnd('2028-02-03'), monthEnd('2026-12-31')]).toEqual([
      '2026-02-28',
      '2028-02-29',
      '2026-12-31',
    ]);
  });

  it('cuts a range without gaps or overlaps', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 15_000, max: 25_000 }),
        fc.nat(400),
        fc.constantFrom(monthEnd, (day: string) => addDays(weekStart(day), 6)),
        (start, length, end) => {
          const [from, to] = [dayText(start), dayText(start + length)];
          const ranges = splitRange(from, to, end);
          expect(ranges[0]?.from).toBe(from);
          expect(ranges[ranges.length - 1]?.to).toBe(to);
          expect(ranges.slice(1).map((range) => range.from)).toEqual(
            ranges.slice(0, -1).map((range) => addDays(range.to, 1)),
          );
          expect(ranges.reduce((sum, range) => sum + daysIn(range.from, range.to), 0)).toBe(
            length + 1,
          );
        },
      ),
    );
  });

  it('reads the date off the calendar of the time zone, summer time and odd zones included', () => {
    const at = (iso: string, zone: string): string => dayAt(Date.parse(iso), zone);
    expect(at('2026-11-15T23:30:00Z', 'Europe/Berlin')).toBe('2026-11-16');
    expect(at('2026-07-15T22:30:00Z', 'Europe/Berlin')).toBe('2026-07-16');
    expect(at('2026-11-15T04:59:00Z', 'America/New_York')).toBe('2026-11-14');
    expect(at('2026-11-15T05:00:00Z', 'America/New_York')).toBe('2026-11-15');
    expect(at('2026-11-15T10:15:00Z', 'Pacific/Kiritimati')).toBe('2026-11-16');
    expect(at('2026-11-15T18:14:59Z', 'Asia/Kathmandu')).toBe('2026-11-15');
    expect(at('2026-11-15T18:15:00Z', 'Asia/Kathmandu')).toBe('2026-11-16');
    expect(at('2026-11-15T23:59:00Z', 'Mars/Olympus')).toBe('2026-11-15');
  });
});
