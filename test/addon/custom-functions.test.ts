// @module-tag process
import { describe, expect, test } from 'vitest';
import { ACCOUNT } from './launch-rows.ts';
import { useReportFixture } from './report-fixture.ts';

const { server, playground } = useReportFixture();

describe('custom functions', () => {
  const call = (name: string, ...args: unknown[]) =>
    playground().run(name, args, { mode: 'CUSTOM_FUNCTION', interactive: false });

  test('give a figure for an account, and one each for a range of them, asking once', async () => {
    const spend = await call('SLIPWAY_SPEND', ACCOUNT, '2026-11-01', '2026-11-05');
    const { data } = await server().ask(
      'GET',
      `/v1/reports/query?accountIds=${ACCOUNT}&startDate=2026-11-01&endDate=2026-11-05&groupBy=accountId&metrics=spend,ctr`,
    );
    const [row] = data as { spend: number; ctr: number }[];
    expect(spend).toMatchObject({ ok: true, value: row?.spend });
    await playground().control('takeCounts');
    const many = await call('SLIPWAY_METRIC', 'spend', [[`Europe (${ACCOUNT})`], ['act_1003'], ['']], '2026-11-01', '2026-11-05');
    expect(many).toMatchObject({ ok: true, value: [[row?.spend], [expect.any(Number)], ['']] });
    await call('SLIPWAY_METRIC', 'spend', [[ACCOUNT], ['act_1003']], '2026-11-01', '2026-11-05');
    expect((await playground().control<{ requests: object[] }>('takeCounts')).requests).toHaveLength(1);
    expect(await call('SLIPWAY_METRIC', 'ctr', ACCOUNT, '2026-11-01', '2026-11-05')).toMatchObject({ ok: true, value: row?.ctr });
  });

  test('say in the cell what is wrong', async () => {
    expect(await call('SLIPWAY_METRIC', 'happiness', ACCOUNT, '2026-11-01', '2026-11-05')).toMatchObject({
      ok: false,
      error: expect.stringContaining('is no metric. Known: spend'),
    });
    expect(await call('SLIPWAY_SPEND', ACCOUNT, 'yesterday', '2026-11-05')).toMatchObject({
      ok: false,
      error: expect.stringContaining('must be a date'),
    });
    await playground().control('set', { user: {} });
    expect(await call('SLIPWAY_SPEND', ACCOUNT, '2026-11-01', '2026-11-05')).toMatchObject({
      ok: false,
      error: expect.stringContaining('Connect Slipway first'),
    });
  });
});
