import { describe, expect, it } from 'vitest';
import { createMemoryFacts } from '../../../adapters/facts/memory.ts';
import { claimLease, createHolder } from '../../../core/records/lease.ts';
import { queryReport } from '../../../core/report/query-report.ts';
import { createReportTraffic } from '../../../core/report/traffic.ts';
import { expected, ranges, rows, spend, world } from './many-days.ts';
import { company, failure } from './world.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

describe('figures', () => {
  it('that are final are never fetched again', async () => {
    const each = await world();
    await spend(each, '2026-10-10', '2026-10-17');
    const first = each.asked.length;
    await each.ports.clock.advance(400 * DAY);
    expect((await spend(each, '2026-10-10', '2026-10-17')).metadata.source).toBe('cache');
    expect(each.asked.length).toBe(first);
  });

  it('that can still change are fetched again after 15 minutes, and only those', async () => {
    const each = await world();
    await spend(each, '2026-10-16', '2026-10-19');
    expect(ranges(each)).toEqual(['2026-10-16 2026-10-19']);
    await each.ports.clock.advance(15 * MINUTE - 1);
    await spend(each, '2026-10-16', '2026-10-19');
    expect(ranges(each)).toHaveLength(1);
    await each.ports.clock.advance(1);
    each.rows.set(
      'act_1',
      rows.map((row) => ({ ...row, spend: row.spend + 1000 })),
    );
    const { spend: now, metadata } = await spend(each, '2026-10-16', '2026-10-19');
    expect(ranges(each).slice(1)).toEqual(['2026-10-18 2026-10-19']);
    expect(now).toBe(expected('2026-10-16', '2026-10-19') + 2000);
    expect(metadata).toMatchObject({ source: 'live', fetchedAt: '2026-11-15T12:15:00.000Z' });
  });

  it('fetched while they were young are fetched once more when they have settled, then never', async () => {
    const each = await world();
    await spend(each, '2026-11-10', '2026-11-10');
    await each.ports.clock.advance(60 * DAY);
    await spend(each, '2026-11-10', '2026-11-10');
    await each.ports.clock.advance(60 * DAY);
    await spend(each, '2026-11-10', '2026-11-10');
    expect(ranges(each)).toHaveLength(2);
  });

  it('are fetched only where they are missing', async () => {
    const each = await world();
    await spend(each, '2026-09-05', '2026-09-06');
    await spend(each, '2026-09-01', '2026-09-10');
    expect(ranges(each)).toEqual([
      '2026-09-05 2026-09-06',
      '2026-09-01 2026-09-04',
      '2026-09-07 2026-09-10',
    ]);
  });

  it('wanted by many at once are fetched once', async () => {
    const each = await world();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => spend(each, '2026-11-01', '2026-11-05')),
    );
    expect(ranges(each)).toEqual(['2026-11-01 2026-11-05']);
    expect(new Set(answers.map((answer) => answer.spend))).toEqual(
      new Set([expected('2026-11-01', '2026-11-05')]),
    );
  });

  it('wanted by two processes at once are fetched once', async () => {
    const facts = createMemoryFacts();
    const each = await world({ facts });
    // A second process has its own traffic over the same database.
    const traffic = createReportTraffic(each.ports);
    let asked: () => void = () => undefined;
    const reached = new Promise<void>((resolve) => {
      asked = resolve;
    });
    let answer: () => void = () => undefined;
    each.pause = () => {
      asked();
      return new Promise((resolve) => {
        answer = resolve;
      });
    };
    const first = spend(each, '2026-11-01', '2026-11-05');
    await reached;
    const second = queryReport({ ...each.ports, traffic }, company, {
      accountIds: ['act_1'],
      startDate: '2026-11-01',
      endDate: '2026-11-05',
    });
    while (each.ports.clock.sleeping() === 0) await new Promise((resolve) => setImmediate(resolve));
    answer();
    await first;
    await each.ports.clock.advance(500);
    expect((await second).data[0]?.spend).toBe(expected('2026-11-01', '2026-11-05'));
    expect(ranges(each)).toHaveLength(1);
  });

  it('are not held up for long by a process that died while it fetched them', async () => {
    const each = await world();
    await claimLease(each.ports, company, {
      name: 'report:act_1:none',
      holder: createHolder(each.ports.clock, 'a process that died'),
      ttlMs: 20_000,
    });
    const answer = spend(each, '2026-11-01', '2026-11-05');
    for (let waited = 0; waited <= 20_000; waited += 500) {
      await new Promise((resolve) => setImmediate(resolve));
      await each.ports.clock.advance(500);
    }
    expect((await answer).spend).toBe(expected('2026-11-01', '2026-11-05'));
  });

  it('come in smaller ranges when the platform says too large', async () => {
    const each = await world();
    each.mostDays = 2;
    expect((await spend(each, '2026-11-01', '2026-11-08')).spend).toBe(
      expected('2026-11-01', '2026-11-08'),
    );
    const lengths = ranges(each).map(
      (range) => (Date.parse(range.slice(11)) - Date.parse(range.slice(0, 10))) / DAY + 1,
    );
    expect(Math.min(...lengths)).toBeLessThanOrEqual(2);
    expect(lengths.length).toBeLessThan(16);
  });

  it('that not even one day of fits are refused with the platform’s words', async () => {
    const each = await world();
    each.mostDays = 0;
    await expect(spend(each, '2026-11-01', '2026-11-08')).rejects.toMatchObject({
      code: 'platform_error',
      failure: { class: 'too-large' },
    });
  });
});

describe('a failing platform', () => {
  it('leaves the last good figures and says how old they are', async () => {
    const each = await world();
    const before = await spend(each, '2026-11-01', '2026-11-05');
    await each.ports.clock.advance(2 * 60 * MINUTE);
    each.failing = failure('transient');
    const after = await spend(each, '2026-11-01', '2026-11-05');
    expect(after.spend).toBe(before.spend);
    expect(after.metadata).toMatchObject({
      source: 'cache',
      stale: true,
      ageSeconds: 7200,
      fetchedAt: '2026-11-15T12:00:00.000Z',
    });
    expect(after.metadata.warnings?.[0]).toMatchObject({
      code: 'stale',
      accountId: 'act_1',
      message: expect.stringContaining('The platform says transient.'),
    });
  });

  it('is not asked again for a minute while there are figures to give', async () => {
    const each = await world();
    await spend(each, '2026-11-01', '2026-11-05');
    await each.ports.clock.advance(20 * MINUTE);
    each.failing = failure('throttled');
    await spend(each, '2026-11-01', '2026-11-05');
    const asked = each.asked.length;
    await spend(each, '2026-11-01', '2026-11-05');
    expect(each.asked.length).toBe(asked);
    each.failing = undefined;
    await each.ports.clock.advance(MINUTE);
    expect((await spend(each, '2026-11-01', '2026-11-05')).metadata).toMatchObject({
      source: 'live',
    });
  });

  it('makes the query fail when a day was never fetched: no sum with holes in it', async () => {
    const each = await world();
    await spend(each, '2026-11-01', '2026-11-05');
    each.failing = failure('auth');
    await expect(spend(each, '2026-11-01', '2026-11-06')).rejects.toMatchObject({
      failure: { class: 'auth' },
    });
  });

  it('fails all who wait for the same days with one question', async () => {
    const each = await world();
    each.failing = failure('transient');
    const outcomes = await Promise.allSettled(
      Array.from({ length: 10 }, () => spend(each, '2026-11-01', '2026-11-05')),
    );
    expect(outcomes.every(({ status }) => status === 'rejected')).toBe(true);
    expect(ranges(each)).toHaveLength(1);
  });

  it('does not stop those who want other days', async () => {
    const each = await world();
    let calls = 0;
    each.pause = async () => {
      each.failing = ++calls === 1 ? failure('transient') : undefined;
      await new Promise((resolve) => setImmediate(resolve));
    };
    const [failing, other] = await Promise.allSettled([
      spend(each, '2026-11-01', '2026-11-05'),
      spend(each, '2026-10-01', '2026-10-02'),
    ]);
    expect(failing.status).toBe('rejected');
    expect(other).toMatchObject({
      status: 'fulfilled',
      value: { spend: expected('2026-10-01', '2026-10-02') },
    });
  });
});
