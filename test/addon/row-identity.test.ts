import { beforeAll, describe, expect, test } from 'vitest';
import type { SpreadsheetFile } from '../../sheets-addon/fakes/in-process.ts';
import { type RunningService, startService } from './sheet-ways.ts';
import { tryWaysApart } from './ways-apart.ts';

test('whatever is done to a sheet, in a thousand ways: no row has two ads, and none shows another’s', {
  timeout: 900_000,
}, async () => {
  const { problems, sequences, ads, rows, unclear } = await tryWaysApart(1, 1_000);
  expect(problems).toEqual([]);
  expect(sequences).toBe(1_000);
  expect(ads).toBeGreaterThan(sequences);
  // Doubt is for the rare row, not a way out.
  expect(unclear / rows).toBeLessThan(0.02);
});

describe('a launched row', () => {
  let service: RunningService;
  beforeAll(async () => {
    service = await startService();
  });
  const SHEET = 'Ads';

  async function launched(...names: string[]): Promise<SpreadsheetFile> {
    const file = service.open();
    file.do({
      do: 'paste',
      sheet: SHEET,
      row: 2,
      column: 1,
      rows: names.map((name) => service.rowOf(name)),
    });
    await launch(file);
    return file;
  }
  async function launch(file: SpreadsheetFile): Promise<void> {
    await file.start(await file.plan());
    await service.runBatches();
    await file.follow();
  }
  async function launchMore(file: SpreadsheetFile, name: string): Promise<void> {
    const cells = service.rowOf(name);
    file.do({ do: 'paste', sheet: SHEET, row: 2, column: 1, rows: [cells] });
    await launch(file);
  }
  const column = (file: SpreadsheetFile, header: string): number =>
    (file.cells()[0]?.indexOf(header) ?? -1) + 1;
  const shown = (file: SpreadsheetFile, ...headers: string[]): string[][] =>
    file
      .cells()
      .slice(1)
      .filter((cells) => cells[column(file, 'Ad name') - 1] !== '')
      .map((cells) => headers.map((header) => cells[column(file, header) - 1] ?? ''));
  const adsNamed = async (name: string): Promise<number> =>
    [...(await service.ads()).values()].filter((each) => each.startsWith(`${name}-`)).length;

  test('is not launched again when a version from before two equal rows were launched is restored and one of them changed', async () => {
    const file = service.open();
    file.do({ do: 'paste', sheet: SHEET, row: 2, column: 1, rows: [service.rowOf('twin')] });
    await file.check();
    file.do({ do: 'copyRow', sheet: SHEET, from: 2, to: 3 });
    const before = file.snapshot();
    await launch(file);
    file.restore(before);
    file.do({
      do: 'type',
      sheet: SHEET,
      row: 2,
      column: column(file, 'Headline'),
      text: 'Said otherwise',
    });
    await file.check();
    expect(shown(file, 'Headline', 'Launch status')).toEqual([
      ['Said otherwise', 'Not clear'],
      ['About twin', 'Launched, paused'],
    ]);
    await expect(file.plan()).rejects.toThrow('It is not clear');
    expect(await adsNamed('twin')).toBe(2);
  });

  test('is found again when only the visible cells were sorted, and is not launched twice', async () => {
    const file = service.open();
    const rows = [
      service.rowOf('zeta'),
      service.rowOf('alpha').map((cell, i) => (i === 0 ? false : cell)),
    ];
    file.do({ do: 'paste', sheet: SHEET, row: 2, column: 1, rows });
    await launch(file);
    const first = column(file, 'Launch status');
    file.do({
      do: 'sortRange',
      sheet: SHEET,
      row: 2,
      column: first,
      rows: 2,
      columns: 12,
      by: column(file, 'Ad name'),
    });
    await file.check();
    expect(shown(file, 'Ad name', 'Launch status')).toEqual([
      ['alpha-v0', 'Ready to launch'],
      ['zeta-v0', 'Launched, paused'],
    ]);
    await launch(file);
    expect([await adsNamed('alpha'), await adsNamed('zeta')]).toEqual([1, 1]);
  });

  test('is rebuilt from the service when the hidden sheets are deleted, before it says what was changed', async () => {
    const file = await launched('nora', 'olga');
    const before = shown(file, 'Launch status', 'Ad IDs', 'Batch');
    for (const tab of file.hiddenTabs()) file.do({ do: 'deleteSheet', sheet: tab });
    await file.check();
    expect(shown(file, 'Launch status', 'Ad IDs', 'Batch')).toEqual(before);
    for (const tab of file.hiddenTabs()) file.do({ do: 'deleteSheet', sheet: tab });
    file.do({
      do: 'type',
      sheet: SHEET,
      row: 2,
      column: column(file, 'Headline'),
      text: 'New words',
    });
    await expect(file.plan()).rejects.toMatchObject({
      message: expect.stringContaining('launched already'),
    });
    expect(shown(file, 'Launch status')).toEqual([
      ['Launched, paused, changed since'],
      ['Launched, paused'],
    ]);
    expect([await adsNamed('nora'), await adsNamed('olga')]).toEqual([1, 1]);
  });

  test('of a copied file is new after one question, and the original’s ads are out of reach', async () => {
    const file = await launched('paula');
    const [view] = await file.follow();
    file.becomeCopy(service.nextId());
    const summary = await file.check();
    expect(summary).toMatchObject({ canFree: true, counts: { unclear: 1, launch: 0 } });
    expect(shown(file, 'Launch status', 'What to do')).toEqual([
      ['Not clear', expect.stringContaining('copy')],
    ]);
    await expect(file.plan()).rejects.toMatchObject({ kind: 'rows' });
    await expect(file.undo(view?.id ?? '', 'delete')).rejects.toMatchObject({
      message: expect.stringContaining('original'),
    });
    expect(await file.follow()).toEqual([]);
    expect(await file.asNew()).toMatchObject({ canFree: false, counts: { launch: 1 } });
    await launch(file);
    expect(await adsNamed('paula')).toBe(2);
  });

  test('that nobody knows of keeps what it says, and is not launched', async () => {
    const file = await launched('quinn');
    for (const tab of file.hiddenTabs()) file.do({ do: 'deleteSheet', sheet: tab });
    const before = shown(file, 'Ad IDs', 'Batch');
    file.becomeCopy(service.nextId());
    await file.check();
    expect(shown(file, 'Ad IDs', 'Batch')).toEqual(before);
    expect(shown(file, 'Launch status')).toEqual([['Not clear']]);
    await expect(file.plan()).rejects.toMatchObject({ kind: 'rows' });
  });

  test('is launched once by two people who press the button at once', async () => {
    const file = service.open();
    file.do({ do: 'paste', sheet: SHEET, row: 2, column: 1, rows: [service.rowOf('rosa')] });
    const plan = await file.plan();
    await Promise.all([file.start(plan), file.start(plan)]);
    await service.runBatches();
    await file.follow();
    expect(await adsNamed('rosa')).toBe(1);
    expect(shown(file, 'Launch status')).toEqual([['Launched, paused']]);
  });

  test('that is gone for a month is left to the service, and is known again when an old version brings it back', async () => {
    const file = await launched('tina', 'ulla');
    const before = shown(file, 'Ad name', 'Launch status', 'Ad IDs', 'Batch');
    const then = file.snapshot();
    file.do({ do: 'deleteRows', sheet: SHEET, first: 2, count: 2 });
    await launchMore(file, 'vera');
    file.pass(31 * 86_400_000);
    await file.check();
    expect(file.remembered()).not.toContain(before[0]?.[2]);
    const rows = file.sheetOf(then);
    file.do({ do: 'paste', sheet: SHEET, row: 5, column: 1, rows: rows.slice(1, 3) });
    await file.check();
    expect(shown(file, 'Ad name', 'Launch status', 'Ad IDs', 'Batch')).toEqual(
      expect.arrayContaining(before),
    );
    await expect(file.plan()).rejects.toMatchObject({ kind: 'rows' });
    expect([await adsNamed('tina'), await adsNamed('ulla'), await adsNamed('vera')]).toEqual([
      1, 1, 1,
    ]);
  });
});
