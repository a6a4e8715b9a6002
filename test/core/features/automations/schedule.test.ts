import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { addDays, dayAt } from '../../../../core/base/time/days.ts';
import { lastTime, momentOf, nextTime } from '../../../../core/base/time/schedule.ts';
import { wallClock } from '../../../../core/base/time/wall-clock.ts';
import { ruleEntries, type Schedule } from '../../../../core/features/automations/schema/rule.ts';

const schedule = (given: object): Schedule => v.parse(ruleEntries.schedule, given);
const iso = (ms: number | undefined): string | undefined =>
  ms === undefined ? undefined : new Date(ms).toISOString();

const zones = [
  'Europe/Berlin',
  'America/New_York',
  'America/Los_Angeles',
  'Asia/Tokyo',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'America/St_Johns',
  'Pacific/Apia',
  'UTC',
];
const zone = fc.constantFrom(...zones);
const moment = fc.integer({
  min: Date.parse('2025-01-01T00:00:00Z'),
  max: Date.parse('2028-01-01T00:00:00Z'),
});
const clock = fc
  .record({ h: fc.nat(23), m: fc.nat(59) })
  .map(({ h, m }) => `${String(h).padStart(2, '0')}:${String(m).padStart(2, '0')}`);
const anySchedule = fc
  .oneof(
    fc.record({ everyMinutes: fc.constantFrom(15, 30, 60, 120, 180, 240, 360, 720, 1440) }),
    fc.record({ at: fc.uniqueArray(clock, { minLength: 1, maxLength: 4 }) }),
  )
  .chain((when) =>
    fc
      .record({
        days: fc.option(
          fc.uniqueArray(fc.constantFrom('mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'), {
            minLength: 1,
          }),
          {
            nil: undefined,
          },
        ),
      })
      .map((more) => schedule({ ...when, ...(more.days && more) })),
  );

describe('the times of a rule', () => {
  test('follow the clock on the wall through summer and winter', () => {
    const eight = schedule({ at: ['08:00'] });
    expect(iso(nextTime(eight, Date.parse('2026-03-28T12:00:00Z'), 'Europe/Berlin'))).toBe(
      '2026-03-29T06:00:00.000Z',
    );
    expect(iso(nextTime(eight, Date.parse('2026-10-24T12:00:00Z'), 'Europe/Berlin'))).toBe(
      '2026-10-25T07:00:00.000Z',
    );
  });

  test('a time that the clock jumps over comes when it has jumped; one that comes twice comes the first time', () => {
    const half = schedule({ at: ['02:30'] });
    expect(iso(nextTime(half, Date.parse('2026-03-28T12:00:00Z'), 'Europe/Berlin'))).toBe(
      '2026-03-29T01:00:00.000Z',
    );
    const autumn = nextTime(half, Date.parse('2026-10-24T12:00:00Z'), 'Europe/Berlin') ?? 0;
    expect(iso(autumn)).toBe('2026-10-25T00:30:00.000Z');
    expect(iso(nextTime(half, autumn, 'Europe/Berlin'))).toBe('2026-10-26T01:30:00.000Z');
  });

  test('each comes after the last, and none is left out or come twice, whenever somebody looks', () => {
    fc.assert(
      fc.property(anySchedule, zone, moment, (given, timezone, start) => {
        let at = start;
        for (let i = 0; i < 20; i++) {
          const next = nextTime(given, at, timezone);
          if (next === undefined) return;
          expect(next).toBeGreaterThan(at);
          // Between the two nothing is due, and at the second it is.
          expect(lastTime(given, next, timezone)).toBe(next);
          expect(lastTime(given, next - 1, timezone) ?? 0).toBeLessThanOrEqual(at);
          at = next;
        }
      }),
      { numRuns: 25 },
    );
  });

  test('a day has one moment for each time, whatever the zone does on it', () => {
    fc.assert(
      fc.property(zone, moment, clock, (timezone, ms, time) => {
        const day = dayAt(ms, timezone);
        const minutes = Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
        const at = momentOf(day, minutes, timezone);
        const wanted = Date.parse(`${day}T${time}:00Z`);
        const shows = wallClock(at, timezone);
        // Where the time exists it is shown; where it does not, the clock has just jumped over it.
        expect(shows).toBeGreaterThanOrEqual(wanted);
        if (shows !== wanted) expect(wallClock(at - 1000, timezone)).toBeLessThan(wanted);
        else expect(wallClock(at - 60_000, timezone)).not.toBe(wanted);
      }),
      { numRuns: 300 },
    );
  });

  test('hold their days, their hours, their beginning and their end', () => {
    const limited = schedule({
      everyMinutes: 60,
      days: ['mon'],
      between: ['09:00', '11:00'],
      from: '2026-11-16T00:00:00Z',
      until: '2026-11-23T09:30:00Z',
    });
    const times: (string | undefined)[] = [];
    for (
      let at: number | undefined = Date.parse('2026-11-01T00:00:00Z'), i = 0;
      at !== undefined && i < 9;
      i++
    ) {
      at = nextTime(limited, at, 'UTC');
      times.push(iso(at));
    }
    expect(times).toEqual([
      '2026-11-16T09:00:00.000Z',
      '2026-11-16T10:00:00.000Z',
      '2026-11-23T09:00:00.000Z',
      undefined,
    ]);
    expect(addDays('2026-11-16', 7)).toBe('2026-11-23');
  });
});
