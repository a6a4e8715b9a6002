import { describe, expect, test } from 'vitest';
import { columnOf, table } from './addon-fixture.ts';
import { ACCOUNT } from './launch-rows.ts';
import { days, figures, MONTH, type Report, useReportFixture } from './report-fixture.ts';

const { server, playground, save, refreshWith } = useReportFixture();

describe('a report', () => {
  test('is written with its own formats to a sheet of its own, and equals what the service says', async () => {
    const { rows } = await save();
    const seen = await playground().look('Daily');
    const { data } = await server().ask(
      'GET',
      `/v1/reports/query?accountIds=${ACCOUNT}&startDate=${MONTH}-01&endDate=${MONTH}-05&groupBy=day&metrics=spend,impressions,ctr&sortBy=day&sortDirection=ASC`,
    );
    const wanted = data as { day: string; spend: number; impressions: number; ctr: number }[];
    expect(rows).toBe(5);
    expect(table(seen, 2)).toEqual(
      wanted.map(({ day, spend, impressions, ctr }) => ({
        Day: day,
        'Spend (EUR)': spend.toLocaleString('en', {
          minimumFractionDigits: 2,
          maximumFractionDigits: 2,
        }),
        Impressions: impressions.toLocaleString('en'),
        'Click-through rate': `${ctr.toFixed(2)}%`,
      })),
    );
    expect(seen.cells[0]?.[0]?.shown).toMatch(
      new RegExp(
        `^Daily · ${MONTH}-01 to ${MONTH}-05 · updated \\d{4}-\\d{2}-\\d{2} \\d{2}:\\d{2}$`,
      ),
    );
    expect(seen.cells[2]?.map(({ format }) => format)).toEqual([
      'yyyy-mm-dd',
      '#,##0.00',
      '#,##0',
      '0.00%',
    ]);
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
    await playground().control('disturb', {
      faults: [{ match: '/v1/reports/query', times: 1, does: { status: 200, body } }],
    });
    const [report] = (await playground().call<{ reports: Report[] }>('sidebarState')).reports;
    await playground().call('refreshReport', report?.id);
    const [campaign, id] = (await playground().look('Daily')).cells[2] ?? [];
    expect([campaign?.shown, campaign?.formula, id?.shown]).toEqual([
      '=HYPERLINK("x")',
      undefined,
      '120330000000000003',
    ]);
  });

  test('touches its own columns alone: formulas beside it go on, stale rows go, other cells stay', async () => {
    const { id } = await save(days(3));
    const note = { do: 'type', sheet: 'Daily', row: 12, column: 1, text: 'Mine, below' };
    await playground().hands(
      { do: 'type', sheet: 'Daily', row: 2, column: 5, text: 'Twice' },
      ...[3, 4, 5].map((row) => ({
        do: 'type',
        sheet: 'Daily',
        row,
        column: 5,
        text: `=B${row}*2`,
      })),
      // In the middle of the report, too.
      { do: 'insertColumns', sheet: 'Daily', before: 3, count: 1 },
      { do: 'type', sheet: 'Daily', row: 2, column: 3, text: 'Remarks' },
      { do: 'type', sheet: 'Daily', row: 4, column: 3, text: 'a good day' },
      { do: 'type', sheet: 'Daily', row: 2, column: 2, text: 'Money' },
      note,
    );
    await refreshWith(id, 6);
    const grown = await playground().look('Daily');
    expect(grown.cells[1]?.map(({ shown }) => shown)).toEqual([
      'Day',
      'Money',
      'Remarks',
      'Impressions',
      'Click-through rate',
      'Twice',
    ]);
    expect(grown.cells.slice(2, 8).map((row) => row[5]?.formula)).toEqual(
      [3, 4, 5, 6, 7, 8].map((row) => `=B${row}*2`),
    );
    expect(grown.cells.slice(2, 8).map((row) => row[5]?.shown)).toEqual([
      '2',
      '4',
      '6',
      '8',
      '10',
      '12',
    ]);
    expect(grown.cells[3]?.[2]?.shown).toBe('a good day');

    await refreshWith(id, 2);
    const shrunk = await playground().look('Daily');
    expect(shrunk.cells.slice(2, 8).map((row) => row[1]?.shown)).toEqual([
      '1.00',
      '2.00',
      '',
      '',
      '',
      '',
    ]);
    expect(shrunk.cells[3]?.[2]?.shown).toBe('a good day');
    expect(shrunk.cells[11]?.[0]?.shown).toBe('Mine, below');

    await playground().control('disturb', { faults: [figures(20)] });
    await expect(playground().call('refreshReport', id)).rejects.toThrow('holds cells of yours');
    const refused = await playground().look('Daily');
    expect(refused.cells[11]?.[0]?.shown).toBe('Mine, below');
    expect(refused.cells.slice(2, 5).map((row) => row[1]?.shown)).toEqual(['1.00', '2.00', '']);
  });

  test('stands below the selected cell when asked, and only where nothing stands', async () => {
    await playground().hands(
      { do: 'type', sheet: 'Sheet1', row: 5, column: 3, text: 'taken' },
      { do: 'select', sheet: 'Sheet1', row: 4, column: 2 },
    );
    await expect(save({}, 'cell')).rejects.toThrow('are not empty');
    await playground().hands({ do: 'select', sheet: 'Sheet1', row: 8, column: 2 });
    await save({}, 'cell');
    const seen = await playground().look('Sheet1');
    expect(seen.cells[8]?.slice(1).map(({ shown }) => shown)).toEqual([
      'Day',
      'Spend (EUR)',
      'Impressions',
      'Click-through rate',
    ]);
    expect(columnOf(seen, 'Day', 9)).toBe(2);
    expect(seen.cells[4]?.[2]?.shown).toBe('taken');
  });

  test('is not confused by a duplicate of its sheet: the copy keeps what it showed', async () => {
    const { id } = await save(days(3));
    for (const metadata of [true, false]) {
      const name = `Copy ${metadata}`;
      await playground().hands({ do: 'duplicateSheet', sheet: 'Daily', name, metadata });
      const before = table(await playground().look(name), 2);
      await refreshWith(id, 2);
      expect(table(await playground().look(name), 2)).toEqual(before);
      expect(table(await playground().look('Daily'), 2).map((row) => row['Spend (EUR)'])).toEqual([
        '1.00',
        '2.00',
      ]);
      await refreshWith(id, 3);
    }
  });

  test('that cannot be refreshed keeps its last good figures, with their age and the reason', async () => {
    const { id } = await save();
    const before = table(await playground().look('Daily'), 2);
    await playground().control('set', { advanceMs: 3 * 3_600_000 });
    await playground().control('disturb', {
      faults: [{ match: 'GET', times: 10, does: 'unreachable' }],
    });
    await expect(playground().call('refreshReport', id)).rejects.toMatchObject({ kind: 'offline' });
    const seen = await playground().look('Daily');
    expect(table(seen, 2)).toEqual(before);
    expect(seen.cells[0]?.[0]?.shown).toMatch(
      /figures of .*, 3 h old · the refresh at .* failed: .*did not answer/,
    );
    await playground().control('disturb', {});
    await playground().call('refreshReport', id);
    expect((await playground().look('Daily')).cells[0]?.[0]?.shown).toMatch(/updated/);
  });

  test('stays itself when its sheet is renamed or a column of it deleted, and says so when its place is gone', async () => {
    const { id } = await save();
    await playground().hands(
      { do: 'rename', sheet: 'Daily', name: 'Spend' },
      { do: 'deleteColumns', sheet: 'Spend', first: 3, count: 1 },
      { do: 'insertRows', sheet: 'Spend', before: 1, count: 2 },
    );
    await refreshWith(id, 2);
    const seen = await playground().look('Spend');
    expect(table(seen, 4)).toEqual([
      { Day: `${MONTH}-01`, 'Spend (EUR)': '1.00', 'Click-through rate': '1.50%' },
      { Day: `${MONTH}-02`, 'Spend (EUR)': '2.00', 'Click-through rate': '1.50%' },
    ]);
    await playground().hands({ do: 'deleteSheet', sheet: 'Spend' });
    await playground().control('disturb', { faults: [figures(2)] });
    await expect(playground().call('refreshReport', id)).rejects.toThrow(
      'The place of this report was deleted',
    );
  });
});
