import { expect, test } from 'vitest';
import { table } from './addon-fixture.ts';
import { type Report, useReportFixture } from './report-fixture.ts';

const { playground, save, server } = useReportFixture();

interface Told extends Report {
  readonly runs: readonly {
    readonly by: string;
    readonly rows?: number;
    readonly problem?: string;
  }[];
}

test('a report is filtered, sorted, cut to its first rows, totalled and compared, by several groupings in their order', async () => {
  const groupBy = ['accountId', 'campaignId'];
  const metrics = ['spend', 'clicks', 'cpc'];
  await save({ name: 'All', groupBy, metrics });
  const all = table(await playground().look('All'), 2);
  expect(Object.keys(all[0] ?? {}).slice(0, 4)).toEqual([
    'Ad account',
    'Ad account ID',
    'Campaign',
    'Campaign ID',
  ]);
  const money = (text: string | undefined): number => Number((text ?? '').replace(/,/g, ''));
  const spends = all.map((row) => money(row['Spend (EUR)'])).sort((a, b) => b - a);
  const least = spends[spends.length - 2] ?? 0;

  await save({
    name: 'Best',
    groupBy,
    metrics,
    top: 2,
    totals: true,
    compare: 'previous',
    sort: { by: 'spend', descending: true },
    filters: [{ field: 'spend', test: 'atLeast', value: String(least - 0.001) }],
  });
  const best = table(await playground().look('Best'), 2);
  expect(best.slice(0, 2).map((row) => money(row['Spend (EUR)']))).toEqual(spends.slice(0, 2));
  const total = best[2] ?? {};
  expect(total['Ad account']).toBe('Total');
  expect(money(total['Spend (EUR)'])).toBeCloseTo(
    spends.slice(0, -1).reduce((sum, each) => sum + each, 0),
    1,
  );
  expect(best[0]).toHaveProperty('Spend (EUR) before');
  expect(best[0]?.['Spend change']).toMatch(/^[+-]?\d/);
});

test('results say what they count, and results of different kinds have no total', async () => {
  await save({
    name: 'Kinds',
    groupBy: ['campaignId'],
    metrics: ['spend', 'results', 'costPerResult', 'ctr'],
    totals: true,
  });
  const rows = table(await playground().look('Kinds'), 2);
  const kinds = rows.slice(0, -1).map((row) => row['Result type'] ?? '');
  expect(new Set(kinds).size).toBeGreaterThan(2);
  expect(kinds).toContain('Purchase');
  expect(kinds).toContain('Reach');
  const total = rows[rows.length - 1];
  expect(total).toMatchObject({
    Campaign: 'Total',
    'Result type': '',
    Results: '',
    'Cost per result (EUR)': '',
  });
  expect(total?.['Spend (EUR)']).toMatch(/\d/);
  expect(total?.['Click-through rate']).toMatch(/%$/);
  const age = async (sheet: string) => (await playground().look(sheet)).cells[0]?.[0]?.shown;
  expect(await age('Kinds')).toContain('results of different kinds are not added');

  const sales = { field: 'campaignName', test: 'contains', value: 'sales' };
  await save({
    name: 'Sales',
    groupBy: ['adId'],
    metrics: ['results', 'costPerResult'],
    totals: true,
    filters: [sales],
  });
  const ads = table(await playground().look('Sales'), 2);
  const number = (text: string | undefined): number => Number((text ?? '').replace(/,/g, ''));
  const results = ads.map((row) => number(row.Results));
  expect(ads[ads.length - 1]?.['Result type']).toBe('Purchase');
  expect(results.pop()).toBe(results.reduce((sum, each) => sum + each, 0));
  expect(await age('Sales')).not.toContain('not added');
});

test('a report by platform has the names of platforms, and is filtered by them', async () => {
  const filters = [{ field: 'platform', test: 'contains', value: 'meta' }];
  await save({ name: 'Platforms', groupBy: ['platform'], metrics: ['spend'], filters });
  expect(table(await playground().look('Platforms'), 2).map((row) => row.Platform)).toEqual([
    'Meta',
  ]);
});

test('a scheduled refresh that fails is told in a note and once by the service, and kept among the runs', async () => {
  const at = { hour: 7, weekday: 1, zone: 'Etc/UTC' };
  await save({ schedule: 'hourly', at, notify: true });
  const hour = async (fails: boolean): Promise<void> => {
    await playground().control('set', { advanceMs: 3_700_000 });
    const faults = fails
      ? [
          {
            match: '/v1/reports/query',
            times: 9,
            does: { status: 400, body: { error: { message: 'No.' } } },
          },
        ]
      : [];
    await playground().control('disturb', { faults });
    await playground().run('runScheduled', [], { interactive: false });
    await playground().control('disturb', { faults: [] });
  };
  const told = async () => {
    const { data } = await server().ask('GET', '/v1/notifications');
    return (data as { kind: string; title: string }[]).filter(
      ({ kind }) => kind === 'refresh.failed',
    );
  };
  const note = async () => (await playground().look('Daily')).cells[0]?.[0]?.note;
  await hour(true);
  await hour(true);
  expect(await told()).toEqual([
    expect.objectContaining({ title: 'The report Daily in a spreadsheet could not be refreshed' }),
  ]);
  expect(await note()).toContain('The figures below are the last good ones.');
  await hour(false);
  expect((await note()) ?? '').toBe('');
  const [report] = (await playground().call<{ reports: Told[] }>('sidebarState')).reports;
  expect(report?.runs.map(({ by, problem }) => [by, problem === undefined])).toEqual([
    ['schedule', true],
    ['schedule', false],
    ['schedule', false],
    ['hand', true],
  ]);
});

test('a report leaves out an account that refuses, and names it', async () => {
  const message = 'This account tells no figures.';
  const refusal = {
    status: 422,
    body: { success: false, error: { code: 'unprocessable_entity', message } },
  };
  await playground().control('disturb', {
    faults: [{ match: 'act_1003', times: 99, does: refusal }],
  });
  const report = await save({ accountIds: ['act_1001', 'act_1003'], groupBy: ['accountId'] });
  expect(report).toMatchObject({ rows: 1, problem: null });
  expect((await playground().look('Daily')).cells[0]?.[0]?.shown).toContain(
    `act_1003 is left out: ${message}`,
  );
});
