import { describe, expect, test } from 'vitest';
import { dayAgo, monthAgo } from '../machine-time.ts';
import { ACCOUNT } from './launch-rows.ts';
import { MONTH, useReportFixture } from './report-fixture.ts';

const { server, playground } = useReportFixture();
const BEFORE = monthAgo(1);

describe('custom functions', () => {
  const call = (name: string, ...args: unknown[]) =>
    playground().run(name, args, { mode: 'CUSTOM_FUNCTION', interactive: false });

  const allow = async (...ids: string[]): Promise<void> => {
    const { accounts } = await playground().call<{ accounts: { id: string; key: string }[] }>(
      'sidebarState',
    );
    const keys = accounts.filter(({ id }) => ids.includes(id)).map(({ key }) => key);
    expect(keys).toHaveLength(ids.length);
    await playground().call('chooseFormulaAccounts', keys);
  };
  const requests = async () =>
    (await playground().control<{ requests: object[] }>('takeCounts')).requests;

  test('give a figure for an account, and one each for a range of them, asking once', async () => {
    await allow(ACCOUNT, 'act_1003');
    const { data } = await server().ask(
      'GET',
      `/v1/reports/query?accountIds=${ACCOUNT}&startDate=${MONTH}-01&endDate=${MONTH}-05&groupBy=accountId&metrics=spend,ctr,reach`,
    );
    const [row] = data as { spend: number; ctr: number; reach: number }[];
    await requests();
    expect(await call('SLIPWAY_SPEND', ACCOUNT, `${MONTH}-01`, `${MONTH}-05`)).toMatchObject({
      ok: true,
      value: row?.spend,
    });
    const many = await call(
      'SLIPWAY_METRIC',
      'spend',
      [[`Europe (${ACCOUNT})`], ['act_1003'], ['']],
      `${MONTH}-01`,
      `${MONTH}-05`,
    );
    expect(many).toMatchObject({ ok: true, value: [[row?.spend], [expect.any(Number)], ['']] });
    const ctr = (await call('SLIPWAY_METRIC', 'ctr', ACCOUNT, `${MONTH}-01`, `${MONTH}-05`)) as {
      value: number;
    };
    // Per cent are fractions, as in reports.
    expect(ctr.value).toBeCloseTo((row?.ctr ?? 0) / 100, 4);
    expect(await requests()).toHaveLength(1);
    expect(
      await call('SLIPWAY_METRIC', 'reach', ACCOUNT, `${MONTH}-01`, `${MONTH}-05`),
    ).toMatchObject({ value: row?.reach });
  });

  test('of a whole sheet ask once for each month, and are fresh again after a quarter of an hour', async () => {
    await allow(ACCOUNT, 'act_1003');
    await requests();
    for (let day = 1; day <= 40; day++) {
      const text = new Date(Date.parse(`${BEFORE}-01`) + (day - 1) * 86_400_000)
        .toISOString()
        .slice(0, 10);
      expect(
        await call(
          'SLIPWAY_METRIC',
          day % 2 === 0 ? 'spend' : 'clicks',
          day % 3 === 0 ? 'act_1003' : ACCOUNT,
          text,
          text,
        ),
      ).toMatchObject({ ok: true });
    }
    expect(await requests()).toHaveLength(2);
    // Figures of the running month grow: they are kept for a quarter of an hour.
    const running = [`${dayAgo(0).slice(0, 7)}-01`, dayAgo(0)];
    await call('SLIPWAY_SPEND', ACCOUNT, ...running);
    await requests();
    await call('SLIPWAY_SPEND', ACCOUNT, ...running);
    expect(await requests()).toHaveLength(0);
    await playground().control('set', { advanceMs: 16 * 60_000 });
    await call('SLIPWAY_SPEND', ACCOUNT, ...running);
    expect(await requests()).toHaveLength(1);
  });

  test('ask for no account that nobody with a key allowed, and the others of a range have their figures', async () => {
    await allow(ACCOUNT);
    await requests();
    const refusal =
      'Formulas of this file may not ask for act_1002. Somebody with a key can allow it: Slipway, Settings, Formulas.';
    const range = await call(
      'SLIPWAY_SPEND',
      [[ACCOUNT], ['act_1002']],
      `${MONTH}-01`,
      `${MONTH}-05`,
    );
    expect(range).toMatchObject({ ok: true, value: [[expect.any(Number)], [refusal]] });
    expect(await call('SLIPWAY_SPEND', 'act_1002', `${MONTH}-01`, `${MONTH}-05`)).toMatchObject({
      ok: false,
      error: expect.stringContaining(refusal),
    });
    expect(JSON.stringify(await requests())).not.toContain('1002');
  });

  test('of an account that refuses say so for a minute, and those of the others have their figures', async () => {
    await allow(ACCOUNT, 'act_1003');
    await requests();
    const message = 'This account tells no figures.';
    const refusal = {
      status: 422,
      body: { success: false, error: { code: 'unprocessable_entity', message } },
    };
    await playground().control('disturb', {
      faults: [{ match: 'act_1003', times: 99, does: refusal }],
    });
    const range = await call(
      'SLIPWAY_SPEND',
      [[ACCOUNT], ['act_1003']],
      `${MONTH}-01`,
      `${MONTH}-05`,
    );
    expect(range).toMatchObject({ ok: true, value: [[expect.any(Number)], [message]] });
    // Together, then each alone.
    expect(await requests()).toHaveLength(3);
    for (let day = 1; day <= 20; day++) {
      expect(await call('SLIPWAY_SPEND', ACCOUNT, `${MONTH}-01`, `${MONTH}-05`)).toMatchObject({
        ok: true,
      });
      expect(await call('SLIPWAY_SPEND', 'act_1003', `${MONTH}-01`, `${MONTH}-05`)).toMatchObject({
        ok: false,
        error: expect.stringContaining(message),
      });
    }
    expect(await requests()).toHaveLength(0);
    await playground().control('disturb', {});
    await playground().control('set', { advanceMs: 61_000 });
    expect(await call('SLIPWAY_SPEND', 'act_1003', `${MONTH}-01`, `${MONTH}-05`)).toMatchObject({
      ok: true,
    });
  });

  test('are not offered accounts whose platform tells no figures', async () => {
    const { accounts } = await playground().call<{
      accounts: { key: string; platform: string; hasFigures: boolean }[];
    }>('sidebarState');
    expect(
      accounts.filter(({ hasFigures }) => !hasFigures).map(({ platform }) => platform),
    ).toContain('app-network');
    const all = accounts.map(({ key }) => key);
    const { formulaAccounts } = await playground().call<{ formulaAccounts: string[] }>(
      'chooseFormulaAccounts',
      all,
    );
    expect(formulaAccounts).toEqual(
      accounts.flatMap(({ key, hasFigures }) => (hasFigures ? key : [])).sort(),
    );
    await requests();
    for (let day = 10; day < 29; day++)
      expect(await call('SLIPWAY_SPEND', ACCOUNT, `${MONTH}-01`, `${MONTH}-${day}`)).toMatchObject({
        ok: true,
      });
    expect((await requests()).length).toBeLessThanOrEqual(2);
  });

  test('refuse days in the wrong order', async () => {
    await allow(ACCOUNT);
    expect(await call('SLIPWAY_SPEND', ACCOUNT, `${MONTH}-07`, `${MONTH}-01`)).toMatchObject({
      ok: false,
      error: expect.stringContaining(
        `The last day (${MONTH}-01) is before the first (${MONTH}-07).`,
      ),
    });
  });

  test('say in the cell what is wrong', async () => {
    expect(
      await call('SLIPWAY_METRIC', 'happiness', ACCOUNT, `${MONTH}-01`, `${MONTH}-05`),
    ).toMatchObject({
      ok: false,
      error: expect.stringContaining('is no metric. Known: spend'),
    });
    expect(await call('SLIPWAY_SPEND', ACCOUNT, 'yesterday', `${MONTH}-05`)).toMatchObject({
      ok: false,
      error: expect.stringContaining('must be a date'),
    });
    await playground().control('set', { user: {} });
    expect(await call('SLIPWAY_SPEND', ACCOUNT, `${MONTH}-01`, `${MONTH}-05`)).toMatchObject({
      ok: false,
      error: expect.stringContaining('Connect Slipway first'),
    });
  });
});
