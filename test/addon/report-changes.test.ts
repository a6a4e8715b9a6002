import { describe, expect, test } from 'vitest';
import { table } from './addon-fixture.ts';
import { days, figures, MONTH, useReportFixture } from './report-fixture.ts';

const { playground, save, refreshWith } = useReportFixture();

describe('a report that is changed', () => {
  test('becomes another one in its place, with its chart, and is forgotten without losing what it shows', async () => {
    const { id } = await save({ chart: true });
    expect((await playground().look('Daily')).charts).toMatchObject([
      {
        type: 'LINE',
        ranges: [
          { column: 1, rows: 6 },
          { column: 2, rows: 6 },
        ],
      },
    ]);
    await refreshWith(id, 3);
    expect((await playground().look('Daily')).charts).toMatchObject([
      { ranges: [{ rows: 4 }, { rows: 4 }] },
    ]);
    await playground().control('disturb', {});
    await save({ groupBy: ['campaignId'], metrics: ['clicks', 'spend'], chart: true }, 'sheet', id);
    const seen = await playground().look('Daily');
    expect(seen.cells[1]?.map(({ shown }) => shown)).toEqual([
      'Campaign',
      'Campaign ID',
      'Clicks',
      'Spend (EUR)',
    ]);
    await playground().call('deleteReport', id);
    expect((await playground().look('Daily')).cells).toHaveLength(seen.cells.length);
    expect((await playground().look('Daily')).charts).toHaveLength(1);
  });

  test('gets and loses figures without moving the others, so that formulas beside it stay right', async () => {
    const { id } = await save(days(3));
    const rows = [3, 4, 5];
    await playground().hands(
      { do: 'type', sheet: 'Daily', row: 2, column: 5, text: 'Twice' },
      ...rows.map((row) => ({ do: 'type', sheet: 'Daily', row, column: 5, text: `=B${row}*2` })),
    );
    const shown = async (): Promise<string[][]> =>
      (await playground().look('Daily')).cells
        .slice(1, 5)
        .map((row) => row.map((cell) => cell.formula ?? cell.shown));
    await playground().control('disturb', { faults: [{ ...figures(3), times: 3 }] });
    await save({ ...days(3), metrics: ['clicks', 'spend', 'impressions', 'ctr'] }, 'sheet', id);
    expect(await shown()).toEqual([
      ['Day', 'Spend (EUR)', 'Impressions', 'Click-through rate', 'Clicks', 'Twice'],
      ...rows.map((row) => [
        `${MONTH}-0${row - 2}`,
        `${row - 2}.00`,
        '10',
        '1.50%',
        '3',
        `=B${row}*2`,
      ]),
    ]);
    await save({ ...days(3), metrics: ['spend', 'clicks'] }, 'sheet', id);
    expect(await shown()).toEqual([
      ['Day', 'Spend (EUR)', 'Clicks', 'Twice'],
      ...rows.map((row) => [`${MONTH}-0${row - 2}`, `${row - 2}.00`, '3', `=B${row}*2`]),
    ]);
    await playground().hands({ do: 'type', sheet: 'Daily', row: 20, column: 3, text: 'Mine' });
    await save({ ...days(3), metrics: ['spend'] }, 'sheet', id);
    expect((await shown())[0]).toEqual(['Day', 'Spend (EUR)', '', 'Twice']);
    expect((await playground().look('Daily')).cells[19]?.[2]?.shown).toBe('Mine');
  });

  test('that has no room for its change loses nothing, and can still be refreshed', async () => {
    const { id } = await save(days(3));
    await playground().hands({ do: 'type', sheet: 'Daily', row: 8, column: 2, text: 'Mine' });
    const before = (await playground().look('Daily')).cells.map((row) =>
      row.map(({ shown }) => shown),
    );
    await playground().control('disturb', { faults: [figures(10)] });
    await expect(save({ ...days(10), metrics: ['spend', 'clicks'] }, 'sheet', id)).rejects.toThrow(
      'holds cells of yours',
    );
    expect(
      (await playground().look('Daily')).cells.map((row) => row.map(({ shown }) => shown)),
    ).toEqual(before);
    await refreshWith(id, 2);
    expect(table(await playground().look('Daily'), 2)[1]).toMatchObject({
      Day: `${MONTH}-02`,
      'Spend (EUR)': '2.00',
    });
  });

  test('finds a new place when its old one was deleted in part', async () => {
    const { id } = await save(days(3));
    await playground().hands({ do: 'deleteRows', sheet: 'Daily', first: 1, count: 2 });
    await save(days(3), 'sheet', id);
    const seen = await playground().look('Daily 2');
    expect(table(seen, 2)).toHaveLength(3);
    await refreshWith(id, 1);
    expect(table(await playground().look('Daily 2'), 2)).toHaveLength(1);
  });

  test('loses its chart when nobody wants it any more', async () => {
    const { id } = await save({ chart: true });
    await save({ chart: false }, 'sheet', id);
    expect((await playground().look('Daily')).charts).toEqual([]);
  });
});

describe('a report on a schedule', () => {
  test('is refreshed by the trigger when it is due, for as long as there is time', async () => {
    await save({ schedule: 'hourly' });
    await save({ schedule: 'off', name: 'By hand' });
    const requests = async () =>
      (await playground().control<{ requests: { url: string }[] }>('takeCounts')).requests.filter(
        ({ url }) => url.includes('reports'),
      ).length;
    await requests();
    await playground().run('runScheduled', [], { interactive: false });
    expect(await requests()).toBe(0);
    await playground().control('set', { advanceMs: 3_600_000 });
    await playground().run('runScheduled', [], { interactive: false });
    expect(await requests()).toBe(1);
  });

  test('survives that its last row is deleted, and leaves what stands below alone', async () => {
    const { id } = await save();
    await playground().hands(
      { do: 'type', sheet: 'Daily', row: 9, column: 1, text: 'mine' },
      { do: 'deleteRows', sheet: 'Daily', first: 7, count: 1 },
    );
    await refreshWith(id, 5);
    const shown = (await playground().look('Daily')).cells.map((row) => row[0]?.shown);
    expect(shown.slice(2, 8)).toEqual([
      `${MONTH}-01`,
      `${MONTH}-02`,
      `${MONTH}-03`,
      `${MONTH}-04`,
      `${MONTH}-05`,
      'mine',
    ]);
    await playground().hands({ do: 'deleteRows', sheet: 'Daily', first: 6, count: 2 });
    await expect(refreshWith(id, 5)).rejects.toThrow('holds cells of yours');
  });

  test('keeps the number formats that people gave to its figures, in rows that are added too', async () => {
    const { id } = await save();
    await playground().hands({ do: 'format', sheet: 'Daily', row: 3, column: 2, format: '0' });
    await refreshWith(id, 6);
    const formats = (await playground().look('Daily')).cells
      .slice(2, 8)
      .map((row) => row[1]?.format);
    expect(formats).toEqual(Array(6).fill('0'));
  });
});
