import { describe, expect, test } from 'vitest';
import { PlatformError } from '../../../core/base/errors.ts';
import { metaAtSandbox } from './meta-at-sandbox.ts';
import { readingFaults } from './reading-faults.ts';

test.each(Object.entries(readingFaults))(
  'a list is whole in spite of %s',
  async (fault, options) => {
    const at = await metaAtSandbox();
    const whole = (await at.platform.accounts.adSets(at.access)).map(({ id }) => id).sort();
    await at.fault({ fault, method: 'GET', ...options });
    expect((await at.platform.accounts.adSets(at.access)).map(({ id }) => id).sort()).toEqual(
      whole,
    );
  },
);

test('a cursor that expired is an error that says so, not half a list', async () => {
  const at = await metaAtSandbox();
  await at.fault({ fault: 'cursor-expired' });
  await at.fault({ fault: 'limit-lowered', limit: 25 });
  await expect(at.platform.accounts.adSets(at.access)).rejects.toThrow(/cursor/i);
});

describe('reports', () => {
  const query = { from: '2026-11-01', to: '2026-11-07', breakdown: 'none' } as const;

  test.each([
    ['refuse-1487534', 'too-large'],
    ['refuse-1504018', 'too-large'],
    ['error-negative', 'too-large'],
    ['throttle-insights', 'throttled'],
    ['throttle-insights-app', 'throttled'],
  ])('%s is %s for the caller to act on', async (fault, kind) => {
    const at = await metaAtSandbox();
    await at.fault({ fault, method: 'GET', path: '*/insights' });
    const error = await at.platform.report
      ?.daily(at.access, query)
      .catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(PlatformError);
    if (error instanceof PlatformError) expect(error.failure.class).toBe(kind);
  });

  test.each(['run-failed', 'run-skipped'])(
    '%s is a failed run, not an endless one',
    async (fault) => {
      const at = await metaAtSandbox();
      await at.fault({ fault });
      const runs = at.platform.report?.runs;
      const run = (await runs?.start(at.access, query)) ?? '';
      await at.clock.sleep(60_000);
      expect(await runs?.state(at.access, run)).toMatchObject({ state: 'failed' });
    },
  );

  test('a run is done only at 100 per cent, and one that expired is missing', async () => {
    const at = await metaAtSandbox();
    const runs = at.platform.report?.runs;
    const run = (await runs?.start(at.access, query)) ?? '';
    await at.clock.sleep(60_000);
    await at.fault({ fault: 'run-early-complete' });
    expect(await runs?.state(at.access, run)).toMatchObject({ state: 'running' });
    await at.clearFaults();
    expect(await runs?.state(at.access, run)).toEqual({ state: 'done' });
    await at.fault({ fault: 'run-expired' });
    const gone = await runs?.state(at.access, run).catch((reason: unknown) => reason);
    expect(gone).toBeInstanceOf(PlatformError);
  });

  test('reach that the platform leaves out is unknown, not zero', async () => {
    const at = await metaAtSandbox();
    await at.fault({ fault: 'reach-omitted' });
    const rows = await at.platform.report?.reach(at.access, {
      from: query.from,
      to: query.to,
      level: 'account',
      by: 'all',
    });
    expect(rows).toMatchObject([{ reach: null }]);
  });
});

describe('history', () => {
  test.each(['activity-bad-json', 'activity-numeric-status', 'activity-bare-amount'])(
    '%s is read as far as it can be',
    async (fault) => {
      const at = await metaAtSandbox();
      const id = at.adSet('traffic');
      await at.platform.edit?.setBudget(at.access, 'adset', id, { daily: 70 });
      await at.platform.edit?.setStatus(at.access, [{ id, status: 'PAUSED' }]);
      await at.fault({ fault });
      const { data } = (await at.platform.history?.changes(at.access, {
        objectId: id,
        limit: 50,
      })) ?? { data: [] };
      expect(data.length).toBeGreaterThanOrEqual(2);
      for (const event of data) expect(typeof event.changes).toBe('object');
    },
  );
});
