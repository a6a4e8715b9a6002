import { describe, expect, test } from 'vitest';
import { createSheetStore } from '../../../adapters/store/sheet.ts';
import { fromCells, toCells } from '../../../adapters/store/sheet-cells.ts';
import { allIds, fill, write } from '../../../adapters/testing/store/ground.ts';
import { boats, ports, tasks } from '../../../adapters/testing/store/kinds.ts';
import { modelSuite } from '../../../adapters/testing/store/model.suite.ts';
import { type Store, SYSTEM } from '../../../core/ports/store.ts';
import { createMemorySpreadsheet, type MemorySpreadsheet } from './memory-table.ts';

/** Three tabs: rows that change, go, come, and one that needs more columns than there are. */
const COMMIT = [
  write(boats, 'acme', 'a', 1, { name: 'Anna', size: 2 }),
  write(boats, 'acme', 'b', 1, undefined),
  write(ports, 'acme', 'long', 'absent', { city: 'Kiel', note: '=😀'.repeat(50_000) }),
  write(tasks, SYSTEM, 't', 'absent', { holder: 'me' }),
  write(ports, 'acme', 'p', 1, { city: 'Riga' }),
];

async function start(): Promise<MemorySpreadsheet> {
  const spreadsheet = createMemorySpreadsheet();
  const store = createSheetStore({ table: spreadsheet.open() });
  await fill(store, boats, 'acme', {
    a: { name: 'Anna', size: 1 },
    b: { name: 'Berta' },
    c: { name: 'Cleo' },
  });
  await fill(store, ports, 'acme', { o: { city: 'Oslo' }, p: { city: 'Bergen' } });
  return spreadsheet;
}

const contents = async (store: Store): Promise<unknown> => [
  (await store.find(boats, 'acme')).items,
  (await store.find(ports, 'acme')).items,
  (await store.find(tasks, SYSTEM)).items,
];

describe('a commit over several tabs of a spreadsheet', () => {
  test('is done whole or not at all, wherever the execution is cut off, and the next one goes on', async () => {
    const origin = await start();
    const before = await contents(createSheetStore({ table: origin.copy().open() }));
    const whole = origin.copy();
    const uncut = whole.open();
    await createSheetStore({ table: uncut }).commit(COMMIT);
    const after = await contents(createSheetStore({ table: whole.open() }));
    expect(after).not.toEqual(before);

    const seen = new Set<string>();
    for (const held of [false, true])
      for (let cut = 0; cut < uncut.calls.write + uncut.calls.flush; cut++)
        for (const kept of [0, 1, 2, 3]) {
          const spreadsheet = origin.copy();
          const doomed = spreadsheet.open();
          doomed.killAt(cut, kept);
          await expect(createSheetStore({ table: doomed, held }).commit(COMMIT)).rejects.toThrow(
            'maximum execution time',
          );
          // A user sorts meanwhile: rows are found by what they hold, not by where they are.
          for (const tab of ['slipway boat', 'slipway port'])
            spreadsheet.sortRows(tab, (a, b) => (a.join() < b.join() ? 1 : -1));

          const next = createSheetStore({ table: spreadsheet.open(), held });
          const found = await contents(next);
          const happened = JSON.stringify(found) === JSON.stringify(after);
          if (!happened) expect(found).toEqual(before);
          seen.add(`${happened}`);
          expect(await next.commit(COMMIT)).toEqual(
            happened ? { lost: [0, 1, 2, 3, 4] } : undefined,
          );
          expect(await contents(next)).toEqual(after);
        }
    expect(seen).toEqual(new Set(['true', 'false']));
  });

  test('survives that the one who finishes it is cut off too', async () => {
    const origin = await start();
    const doomed = origin.open();
    doomed.killAt(3, 0);
    await createSheetStore({ table: doomed })
      .commit(COMMIT)
      .catch(() => undefined);
    for (let cut = 0; cut < 6; cut++) {
      const spreadsheet = origin.copy();
      const second = spreadsheet.open();
      second.killAt(cut, cut % 2);
      await createSheetStore({ table: second })
        .get(boats, 'acme', 'a')
        .catch(() => undefined);
      const third = createSheetStore({ table: spreadsheet.open() });
      expect((await third.get(boats, 'acme', 'a'))?.version).toBe(2);
      expect((await third.get(ports, 'acme', 'long'))?.version).toBe(1);
      expect(await allIds(third, tasks, SYSTEM)).toEqual(['t']);
    }
  });

  test('that stumbled is finished by the same store, or never happened', async () => {
    const origin = await start();
    const before = await contents(createSheetStore({ table: origin.copy().open() }));
    for (const held of [false, true])
      for (let step = 0; step < 8; step++) {
        const spreadsheet = origin.copy();
        const table = spreadsheet.open();
        const store = createSheetStore({ table, held });
        await contents(store);
        table.failAt(step);
        await expect(store.commit(COMMIT)).rejects.toThrow('Service Spreadsheets failed');
        const found = await contents(store);
        expect(found).toEqual(await contents(createSheetStore({ table: spreadsheet.open() })));
        expect(await store.commit(COMMIT)).toEqual(
          JSON.stringify(found) === JSON.stringify(before) ? undefined : { lost: [0, 1, 2, 3, 4] },
        );
        expect(await contents(store)).toEqual(
          await contents(createSheetStore({ table: spreadsheet.open() })),
        );
      }
  });

  test('that was not written down whole never happened', async () => {
    const spreadsheet = await start();
    const doomed = spreadsheet.open();
    doomed.killAt(1, 1);
    await createSheetStore({ table: doomed })
      .commit(COMMIT)
      .catch(() => undefined);
    spreadsheet.setCell('slipway', 3, 1, '');
    const store = createSheetStore({ table: spreadsheet.open() });
    expect((await store.get(boats, 'acme', 'a'))?.version).toBe(1);
    expect(await store.commit(COMMIT)).toBeUndefined();
  });
});

describe('the cells of a long text', () => {
  test('hold whole characters and give the text back, wherever the seams fall', () => {
    for (const offset of [0, 1, 2, 3]) {
      const text = 'x'.repeat(offset) + '😀'.repeat(60_000) + '=|'.repeat(30_000);
      const cells = toCells(text);
      for (const cell of cells)
        expect(cell.length <= 50_000 && !/[\ud800-\udfff]/u.test(cell)).toBe(true);
      expect(fromCells([...cells, '', '']) === text).toBe(true);
    }
    expect(fromCells(toCells(''))).toBe('');
  });
});

describe('a spreadsheet', () => {
  test('is read once for each tab while its lock is held, and written once for each tab and commit', async () => {
    const table = (await start()).open();
    const store = createSheetStore({ table, held: true });
    for (let i = 0; i < 5; i++) {
      await store.get(boats, 'acme', 'a');
      await allIds(store, ports, 'acme');
    }
    expect(table.calls).toEqual({ read: 2, write: 0, flush: 0 });
    await store.commit([
      write(boats, 'acme', 'x', 'absent', {}),
      write(boats, 'acme', 'a', 1, {}),
      write(boats, 'acme', 'c', 1, undefined),
    ]);
    expect(table.calls).toMatchObject({ read: 2, write: 1 });
    await store.commit([
      write(boats, 'acme', 'y', 'absent', {}),
      write(ports, 'acme', 'p', 1, undefined),
    ]);
    expect(table.calls).toMatchObject({ read: 2, write: 5 });
    expect(await allIds(store, boats, 'acme')).toEqual(['a', 'b', 'x', 'y']);
  });

  test('shows people what a row is, as text, and keeps the columns they added', async () => {
    const spreadsheet = await start();
    const store = createSheetStore({ table: spreadsheet.open() });
    expect(spreadsheet.cells('slipway boat')[0]).toEqual([
      'company',
      'id',
      'version',
      'doc.name',
      'doc.size',
      'doc.tag',
      'json',
    ]);
    expect(spreadsheet.cells('slipway boat')[1]?.slice(0, 6)).toEqual([
      'acme',
      'a',
      '1',
      'Anna',
      '1',
      '',
    ]);
    spreadsheet.setCell('slipway boat', 1, 8, 'my notes');
    spreadsheet.setCell('slipway boat', 2, 8, 'leaks');
    await store.commit([write(boats, 'acme', 'a', 1, { name: 'Anna', big: 'x'.repeat(100_000) })]);
    expect(spreadsheet.cells('slipway boat')[0]?.slice(6)).toEqual([
      'json',
      'my notes',
      'json 2',
      'json 3',
    ]);
    expect(spreadsheet.cells('slipway boat')[1]?.[7]).toBe('leaks');
    expect((await store.get(boats, 'acme', 'a'))?.doc.big).toHaveLength(100_000);
    await store.commit([write(boats, 'acme', 'a', 2, { name: 'Anna' })]);
    expect((await store.get(boats, 'acme', 'a'))?.doc).toEqual({ name: 'Anna' });
  });

  test('uses emptied rows again', async () => {
    const spreadsheet = await start();
    const store = createSheetStore({ table: spreadsheet.open() });
    for (let turn = 0; turn < 10; turn++) {
      await fill(store, boats, 'acme', { passing: {} });
      await store.commit([write(boats, 'acme', 'passing', 1, undefined)]);
    }
    expect(spreadsheet.cells('slipway boat').length).toBe(5);
  });

  test('that was changed by hand says where', async () => {
    const damaged = await start();
    damaged.setCell('slipway boat', 3, 7, '{"company":');
    const store = createSheetStore({ table: damaged.open() });
    await expect(store.get(boats, 'acme', 'a')).rejects.toMatchObject({
      code: 'storage_unusable',
      message:
        'Row 3 of the tab "slipway boat" cannot be read. Undo what was changed there (File, Version history).',
    });
    expect(await allIds(store, ports, 'acme')).toEqual(['o', 'p']);

    const doubled = await start();
    for (const [column, cell] of (doubled.cells('slipway boat')[1] ?? []).entries())
      doubled.setCell('slipway boat', 5, column + 1, cell);
    await expect(createSheetStore({ table: doubled.open() }).commit(COMMIT)).rejects.toThrow(
      'Rows 2 and 5 of the tab "slipway boat" are the same document. Delete the copy.',
    );

    const headless = await start();
    headless.setCell('slipway boat', 1, 7, 'JSON');
    await expect(
      createSheetStore({ table: headless.open() }).get(boats, 'acme', 'a'),
    ).rejects.toThrow('Row 2 of the tab');
  });
});

describe('a spreadsheet whose lock is held', () => {
  modelSuite({
    async create() {
      const spreadsheet = createMemorySpreadsheet();
      return {
        open: async () => createSheetStore({ table: spreadsheet.open(), held: true }),
        remove: async () => {},
      };
    },
  });
});
