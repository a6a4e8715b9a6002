import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { columnOf, type Playground, type Server, startPlayground, startServer, table } from './house.ts';
import { ACCOUNT } from './launch-rows.ts';

interface Report {
  readonly id: string;
  readonly rows: number;
  readonly problem: string | null;
}

let server: Server;
let playground: Playground;
beforeAll(async () => {
  server = await startServer();
  playground = await startPlayground(server.url);
});
afterAll(async () => {
  await playground?.stop();
  await server?.stop();
});
beforeEach(async () => {
  await playground.reset();
  await playground.control('set', { newSheetRows: 40 });
  await playground.call('connect', server.adminKey);
});

const definition = {
  name: 'Daily',
  accountIds: [ACCOUNT],
  range: { from: '2026-11-01', to: '2026-11-05' },
  groupBy: ['day'],
  metrics: ['spend', 'impressions', 'ctr'],
  chart: false,
  schedule: 'off',
};
const save = async (changes: object = {}, destination = 'sheet', id: string | null = null): Promise<Report> => {
  const reports = await playground.call<Report[]>('saveReport', { ...definition, ...changes }, destination, id);
  return reports[0] as Report;
};
const days = (count: number): object => ({ range: { from: '2026-11-01', to: `2026-11-${String(count).padStart(2, '0')}` } });

/** The service with another range, as if time had passed: the same report grows or shrinks. */
const figures = (count: number, spend = 1) => ({
  match: '/v1/reports/query',
  times: 1,
  does: {
    status: 200,
    body: {
      success: true,
      data: Array.from({ length: count }, (_, i) => ({
        day: `2026-11-${String(i + 1).padStart(2, '0')}`,
        spend: spend + i,
        impressions: 10,
        ctr: 1.5,
      })),
      pagination: { offset: 0, limit: 1000, total: count, hasMore: false },
      metadata: { platform: 'primary', source: 'live', fetchedAt: null, currency: 'EUR', timezone: 'UTC' },
    },
  },
});
const refreshWith = async (id: string, count: number): Promise<void> => {
  await playground.control('disturb', { faults: [figures(count)] });
  await playground.call('refreshReport', id);
};

describe('a report', () => {
  test('is written with its own formats to a sheet of its own, and equals what the service says', async () => {
    const { rows } = await save();
    const seen = await playground.look('Daily');
    const { data } = await server.ask(
      'GET',
      `/v1/reports/query?accountIds=${ACCOUNT}&startDate=2026-11-01&endDate=2026-11-05&groupBy=day&metrics=spend,impressions,ctr&sortBy=day&sortDirection=ASC`,
    );
    const wanted = data as { day: string; spend: number; impressions: number; ctr: number }[];
    expect(rows).toBe(5);
    expect(table(seen, 2)).toEqual(
      wanted.map(({ day, spend, impressions, ctr }) => ({
        Day: day,
        'Spend (EUR)': spend.toFixed(2),
        Impressions: impressions.toLocaleString('en'),
        'Click-through rate': `${ctr.toFixed(2)}%`,
      })),
    );
    expect(seen.cells[0]?.[0]?.shown).toMatch(/^Daily · 2026-11-01 to 2026-11-05 · updated \d{4}-\d{2}-\d{2} \d{2}:\d{2}$/);
    expect(seen.cells[2]?.map(({ format }) => format)).toEqual(['yyyy-mm-dd', '#,##0.00', '#,##0', '0.00%']);
  });

  test('keeps ids whole and names that begin with = harmless', async () => {
    await save({ groupBy: ['campaignId'], metrics: ['spend'] });
    const evil = { campaignId: '120330000000000003', campaignName: '=HYPERLINK("x")', spend: 1 };
    const body = {
      success: true,
      data: [evil],
      pagination: { offset: 0, limit: 1000, total: 1, hasMore: false },
      metadata: { currency: 'EUR' },
    };
    await playground.control('disturb', { faults: [{ match: '/v1/reports/query', times: 1, does: { status: 200, body } }] });
    const [report] = (await playground.call<{ reports: Report[] }>('sidebarState')).reports;
    await playground.call('refreshReport', report?.id);
    const [campaign, id] = (await playground.look('Daily')).cells[2] ?? [];
    expect([campaign?.shown, campaign?.formula, id?.shown]).toEqual(['=HYPERLINK("x")', undefined, '120330000000000003']);
  });

  test('touches its own columns alone: formulas beside it go on, stale rows go, other cells stay', async () => {
    const { id } = await save(days(3));
    const note = { do: 'type', sheet: 'Daily', row: 12, column: 1, text: 'Mine, below' };
    await playground.hands(
      { do: 'type', sheet: 'Daily', row: 2, column: 5, text: 'Twice' },
      ...[3, 4, 5].map((row) => ({ do: 'type', sheet: 'Daily', row, column: 5, text: `=B${row}*2` })),
      // In the middle of the report, too.
      { do: 'insertColumns', sheet: 'Daily', before: 3, count: 1 },
      { do: 'type', sheet: 'Daily', row: 2, column: 3, text: 'Remarks' },
      { do: 'type', sheet: 'Daily', row: 4, column: 3, text: 'a good day' },
      { do: 'type', sheet: 'Daily', row: 2, column: 2, text: 'Money' },
      note,
    );
    await refreshWith(id, 6);
    const grown = await playground.look('Daily');
    expect(grown.cells[1]?.map(({ shown }) => shown)).toEqual([
      'Day',
      'Money',
      'Remarks',
      'Impressions',
      'Click-through rate',
      'Twice',
    ]);
    expect(grown.cells.slice(2, 8).map((row) => row[5]?.formula)).toEqual([3, 4, 5, 6, 7, 8].map((row) => `=B${row}*2`));
    expect(grown.cells.slice(2, 8).map((row) => row[5]?.shown)).toEqual(['2', '4', '6', '8', '10', '12']);
    expect(grown.cells[3]?.[2]?.shown).toBe('a good day');

    await refreshWith(id, 2);
    const shrunk = await playground.look('Daily');
    expect(shrunk.cells.slice(2, 8).map((row) => row[1]?.shown)).toEqual(['1.00', '2.00', '', '', '', '']);
    expect(shrunk.cells[3]?.[2]?.shown).toBe('a good day');
    expect(shrunk.cells[11]?.[0]?.shown).toBe('Mine, below');

    await playground.control('disturb', { faults: [figures(20)] });
    await expect(playground.call('refreshReport', id)).rejects.toThrow('holds cells of yours');
    const refused = await playground.look('Daily');
    expect(refused.cells[11]?.[0]?.shown).toBe('Mine, below');
    expect(refused.cells.slice(2, 5).map((row) => row[1]?.shown)).toEqual(['1.00', '2.00', '']);
  });

  test('stands below the selected cell when asked, and only where nothing stands', async () => {
    await playground.hands(
      { do: 'type', sheet: 'Sheet1', row: 5, column: 3, text: 'taken' },
      { do: 'select', sheet: 'Sheet1', row: 4, column: 2 },
    );
    await expect(save({}, 'cell')).rejects.toThrow('are not empty');
    await playground.hands({ do: 'select', sheet: 'Sheet1', row: 8, column: 2 });
    await save({}, 'cell');
    const seen = await playground.look('Sheet1');
    expect(seen.cells[8]?.slice(1).map(({ shown }) => shown)).toEqual([
      'Day',
      'Spend (EUR)',
      'Impressions',
      'Click-through rate',
    ]);
    expect(columnOf(seen, 'Day', 9)).toBe(2);
    expect(seen.cells[4]?.[2]?.shown).toBe('taken');
  });

  test('that cannot be refreshed keeps its last good figures, with their age and the reason', async () => {
    const { id } = await save();
    const before = table(await playground.look('Daily'), 2);
    await playground.control('set', { advanceMs: 3 * 3_600_000 });
    await playground.control('disturb', { faults: [{ match: 'GET', times: 10, does: 'unreachable' }] });
    await expect(playground.call('refreshReport', id)).rejects.toMatchObject({ kind: 'offline' });
    const seen = await playground.look('Daily');
    expect(table(seen, 2)).toEqual(before);
    expect(seen.cells[0]?.[0]?.shown).toMatch(/figures of .*, 3 h old · the refresh at .* failed: .*did not answer/);
    await playground.control('disturb', {});
    await playground.call('refreshReport', id);
    expect((await playground.look('Daily')).cells[0]?.[0]?.shown).toMatch(/updated/);
  });

  test('stays itself when its sheet is renamed or a column of it deleted, and says so when its place is gone', async () => {
    const { id } = await save();
    await playground.hands(
      { do: 'rename', sheet: 'Daily', name: 'Spend' },
      { do: 'deleteColumns', sheet: 'Spend', first: 3, count: 1 },
      { do: 'insertRows', sheet: 'Spend', before: 1, count: 2 },
    );
    await refreshWith(id, 2);
    const seen = await playground.look('Spend');
    expect(table(seen, 4)).toEqual([
      { Day: '2026-11-01', 'Spend (EUR)': '1.00', 'Click-through rate': '1.50%' },
      { Day: '2026-11-02', 'Spend (EUR)': '2.00', 'Click-through rate': '1.50%' },
    ]);
    await playground.hands({ do: 'deleteSheet', sheet: 'Spend' });
    await playground.control('disturb', { faults: [figures(2)] });
    await expect(playground.call('refreshReport', id)).rejects.toThrow('The place of this report was deleted');
  });

  test('can be changed, with its chart, and forgotten without losing what it shows', async () => {
    const { id } = await save({ chart: true });
    expect((await playground.look('Daily')).charts).toMatchObject([
      {
        type: 'LINE',
        ranges: [
          { column: 1, rows: 6 },
          { column: 2, rows: 6 },
        ],
      },
    ]);
    await refreshWith(id, 3);
    expect((await playground.look('Daily')).charts).toMatchObject([{ ranges: [{ rows: 4 }, { rows: 4 }] }]);
    await playground.control('disturb', {});
    await save({ groupBy: ['campaignId'], metrics: ['clicks', 'spend'] }, 'sheet', id);
    const seen = await playground.look('Daily');
    expect(seen.cells[1]?.map(({ shown }) => shown)).toEqual(['Campaign', 'Campaign ID', 'Clicks', 'Spend (EUR)']);
    await playground.call('deleteReport', id);
    expect((await playground.look('Daily')).cells).toHaveLength(seen.cells.length);
  });

  test('is refreshed by the trigger when it is due, for as long as there is time', async () => {
    await save({ schedule: 'hourly' });
    await save({ schedule: 'off', name: 'By hand' });
    const requests = async () =>
      (await playground.control<{ requests: { url: string }[] }>('takeCounts')).requests.filter(({ url }) =>
        url.includes('reports'),
      ).length;
    await requests();
    await playground.run('runScheduled', [], { interactive: false });
    expect(await requests()).toBe(0);
    await playground.control('set', { advanceMs: 3_600_000 });
    await playground.run('runScheduled', [], { interactive: false });
    expect(await requests()).toBe(1);
  });
});

describe('custom functions', () => {
  const call = (name: string, ...args: unknown[]) => playground.run(name, args, { mode: 'CUSTOM_FUNCTION', interactive: false });

  test('give a figure for an account, and one each for a range of them, asking once', async () => {
    const spend = await call('SLIPWAY_SPEND', ACCOUNT, '2026-11-01', '2026-11-05');
    const { data } = await server.ask(
      'GET',
      `/v1/reports/query?accountIds=${ACCOUNT}&startDate=2026-11-01&endDate=2026-11-05&groupBy=accountId&metrics=spend,ctr`,
    );
    const [row] = data as { spend: number; ctr: number }[];
    expect(spend).toMatchObject({ ok: true, value: row?.spend });
    await playground.control('takeCounts');
    const many = await call('SLIPWAY_METRIC', 'spend', [[`Europe (${ACCOUNT})`], ['act_1003'], ['']], '2026-11-01', '2026-11-05');
    expect(many).toMatchObject({ ok: true, value: [[row?.spend], [expect.any(Number)], ['']] });
    await call('SLIPWAY_METRIC', 'spend', [[ACCOUNT], ['act_1003']], '2026-11-01', '2026-11-05');
    expect((await playground.control<{ requests: object[] }>('takeCounts')).requests).toHaveLength(1);
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
    await playground.control('set', { user: {} });
    expect(await call('SLIPWAY_SPEND', ACCOUNT, '2026-11-01', '2026-11-05')).toMatchObject({
      ok: false,
      error: expect.stringContaining('Connect Slipway first'),
    });
  });
});
