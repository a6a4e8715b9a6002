import { describe, expect, it } from 'vitest';
import { SYSTEM } from '../../../core/ports/store.ts';
import { jobKind } from '../../../core/records/job.ts';
import { runSync, syncQueue } from '../../../core/report/sync-job.ts';
import { expected, ranges, spend, world } from './many-days.ts';
import { company, type FakeWorld, failure } from './world.ts';

const MINUTE = 60_000;

describe('a slow platform', () => {
  it('makes the caller come back, and the rest is fetched in the background', async () => {
    const each = await world();
    each.pause = () => each.ports.clock.advance(10_000);
    await expect(spend(each, '2026-08-01', '2026-11-10')).rejects.toMatchObject({
      code: 'unavailable',
      details: [
        { code: 'report_in_preparation', message: expect.stringMatching(/\d+ of 102 days/) },
      ],
    });
    const [job] = (await each.ports.store.find(jobKind, SYSTEM)).items;
    expect(job?.doc).toMatchObject({
      queue: syncQueue,
      companyId: company,
      subject: 'primary:act_1|none|2026-08-01|2026-11-10',
    });
    expect(each.woken).toEqual([job?.id]);
    each.pause = undefined;
    if (job === undefined) throw new Error('There is no job.');
    expect(await runSync(each.ports, job.doc)).toBeUndefined();
    const { spend: total, metadata } = await spend(each, '2026-08-01', '2026-11-10');
    expect([total, metadata.source]).toEqual([expected('2026-08-01', '2026-11-10'), 'cache']);
  });

  it('leaves the last good figures to a caller who waited long enough', async () => {
    const each = await world();
    await spend(each, '2026-11-01', '2026-11-10');
    await each.ports.clock.advance(20 * MINUTE);
    each.mostDays = 1;
    each.pause = () => each.ports.clock.advance(10_000);
    const { spend: total, metadata } = await spend(each, '2026-11-01', '2026-11-10');
    expect(total).toBe(expected('2026-11-01', '2026-11-10'));
    expect(metadata).toMatchObject({ stale: true });
  });
});

describe('a background fetch', () => {
  const job = {
    queue: syncQueue,
    companyId: company,
    subject: 'primary:act_1|none|2026-08-01|2026-11-10',
    dueAt: 0,
    attempts: 0,
  };
  const runToEnd = async (each: FakeWorld, atMost = 200): Promise<number> => {
    for (let steps = 1; steps <= atMost; steps++) {
      const done = await runSync(each.ports, job);
      if (done === undefined) return steps;
      await each.ports.clock.advance(Math.max(0, done.againAt - each.ports.clock.now()));
    }
    throw new Error('It did not end.');
  };

  it('orders the platform’s own reports and fetches them when they are ready', async () => {
    const each = await world({ runs: true });
    await runToEnd(each);
    expect(ranges(each)).toEqual([
      '2026-08-01 2026-08-31',
      '2026-09-01 2026-10-01',
      '2026-10-02 2026-11-01',
      '2026-11-02 2026-11-10',
    ]);
    expect(each.asked.some(({ kind }) => kind === 'daily')).toBe(false);
    expect((await spend(each, '2026-08-01', '2026-11-10')).spend).toBe(
      expected('2026-08-01', '2026-11-10'),
    );
  });

  it('waits for the run it ordered when its worker starts again, instead of ordering another', async () => {
    const each = await world({ runs: true });
    await runSync(each.ports, job);
    await runSync({ ...each.ports }, job);
    await runSync({ ...each.ports }, job);
    expect(
      each.asked.map(({ kind, query }) => `${kind} ${kind === 'start' ? '' : query}`.trim()),
    ).toEqual(['start', 'state "run-1"', 'state "run-1"']);
  });

  it('orders smaller reports when one is too large', async () => {
    const each = await world({ runs: true });
    each.mostDays = 10;
    await runToEnd(each);
    expect((await spend(each, '2026-08-01', '2026-11-10')).spend).toBe(
      expected('2026-08-01', '2026-11-10'),
    );
    expect(ranges(each)).toContain('2026-08-01 2026-08-07');
  });

  it('ends although it takes longer than figures stay fresh', async () => {
    const each = await world({ runs: true });
    each.pause = () => each.ports.clock.advance(10 * MINUTE);
    await runToEnd(each);
    expect(ranges(each)).toHaveLength(4);
  });

  it('gives up what keeps failing, so that the next query says why', async () => {
    const each = await world({ runs: true });
    each.mostDays = 0;
    await runToEnd(each, 50);
    await expect(spend(each, '2026-08-01', '2026-11-10')).rejects.toMatchObject({
      code: 'platform_error',
    });
  });

  it('is tried again later after trouble that passes, and not after trouble that does not', async () => {
    const each = await world({ runs: true });
    each.failing = failure('transient');
    await expect(runSync(each.ports, job)).rejects.toThrow('transient');
    each.failing = failure('auth');
    expect(await runSync(each.ports, job)).toBeUndefined();
  });

  it('ends when the account is gone', async () => {
    const each = await world();
    expect(
      await runSync(each.ports, { ...job, subject: 'act_9|none|2026-08-01|2026-11-10' }),
    ).toBeUndefined();
  });
});
