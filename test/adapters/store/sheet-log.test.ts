import { describe, expect, test } from 'vitest';
import {
  createSheetLogStore,
  type LogTab,
  type SheetLogStore,
} from '../../../adapters/store/sheet-log.ts';
import { readLog } from '../../../adapters/store/sheet-log-blocks.ts';
import type { StoreBackend } from '../../../adapters/testing/store/ground.ts';
import { storeSuite } from '../../../adapters/testing/store.suite.ts';
import { kind, type Store, type Write } from '../../../core/ports/store.ts';
import { recordsSuite } from '../../conformance/records.suite.ts';

/** A column of a spreadsheet, for one execution after another. */
function createColumn(cells: string[] = []) {
  const calls = { read: 0, write: 0, remove: 0 };
  let failing: number | undefined;
  const step = (): void => {
    if (failing === undefined) return;
    if (failing === 0) throw new Error('Exceeded maximum execution time');
    failing -= 1;
  };
  const tab: LogTab = {
    async read() {
      calls.read += 1;
      return [...cells];
    },
    async write(firstRow, written) {
      step();
      calls.write += 1;
      for (const cell of written) if (cell.length > 50_000) throw new Error('Too long for a cell.');
      cells.splice(firstRow - 1, written.length, ...written);
    },
    async removeFirst(rows) {
      step();
      calls.remove += 1;
      cells.splice(0, rows);
    },
  };
  /** Ends the execution at its nth change of the column, before it takes effect. */
  const killAt = (at: number | undefined): void => {
    failing = at;
  };
  return { tab, cells, calls, killAt };
}

const FILE = 'file-1';

/** Every call an execution of its own, under the document's lock. */
function perExecution(column: ReturnType<typeof createColumn>): () => Promise<Store> {
  let line: Promise<unknown> = Promise.resolve();
  const execute = <T>(work: (store: SheetLogStore) => Promise<T>): Promise<T> => {
    const result = line.then(async () => {
      const store = createSheetLogStore({ tab: column.tab, file: FILE, isAtOnce: () => false });
      const answer = await work(store);
      await store.flush();
      return answer;
    });
    line = result.catch(() => undefined);
    return result;
  };
  return async () => ({
    get: (...args) => execute((store) => store.get(...args)),
    find: (...args) => execute((store) => store.find(...args)),
    count: (...args) => execute((store) => store.count(...args)),
    // An execution is handed text: what the caller changes afterwards does not reach it.
    commit: (writes) => {
      const sent = writes.map((write) => ({ ...write, doc: structuredClone(write.doc) }));
      return execute((store) => store.commit(sent));
    },
    close: async () => {},
  });
}

const backend: StoreBackend = {
  async create() {
    const column = createColumn();
    return {
      open: perExecution(column),
      async readBack(kindName, companyId, id) {
        const last = readLog(column.cells).changes.filter(
          (change) => change.kind === kindName && change.company === companyId && change.id === id,
        );
        const found = last[last.length - 1];
        return found?.doc && { version: found.version ?? 0, text: JSON.stringify(found.doc) };
      },
      remove: async () => {},
    };
  },
  skip: { processes: 'only Apps Script opens a spreadsheet' },
};

storeSuite('Sheet log', backend);
recordsSuite('Sheet log', backend);

const boats = kind<{ readonly name: string }>('boat');
const boat = (
  id: string,
  name: string,
  expected: Write['expect'] = 'absent',
  companyId = 'acme',
): Write => ({
  kind: boats,
  companyId,
  id,
  expect: expected,
  doc: { name },
});
const namesIn = async (store: Store, companyId = 'acme'): Promise<string[]> =>
  (await store.find(boats, companyId, { limit: 1000 })).items.map(({ doc }) => doc.name);

describe('a log in a spreadsheet', () => {
  test('is read once, and takes any number of commits in one write', async () => {
    const column = createColumn();
    const store = createSheetLogStore({
      tab: column.tab,
      file: FILE,
      isAtOnce: (company) => company === 'file',
    });
    for (let i = 0; i < 50; i++)
      expect(await store.commit([boat(`b${i}`, `Boat ${i}`)])).toBeUndefined();
    expect(await store.commit([boat('b7', 'Again')])).toEqual({ lost: [0] });
    expect(column.calls).toEqual({ read: 1, write: 0, remove: 0 });
    await store.flush();
    await store.flush();
    expect(column.calls).toEqual({ read: 1, write: 1, remove: 0 });
    // What must be there at once takes along what was committed before it.
    await store.commit([boat('c', 'Carla')]);
    await store.commit([boat('x', 'Cells are shown after this', 'absent', 'file')]);
    expect(column.calls.write).toBe(2);
    expect(await namesIn(createSheetLogStore({ tab: column.tab, file: FILE }))).toHaveLength(51);
  });

  test('is whole or as it was, wherever an execution is ended, and stays short', async () => {
    const column = createColumn();
    const expected = new Map<string, string>();
    for (let i = 0; i < 500; i++) {
      const store = createSheetLogStore({ tab: column.tab, file: FILE });
      const [id, name] = [`b${i % 7}`, `${i} ${'x'.repeat(i % 50 === 0 ? 100_000 : 1)}`];
      const before = await store.get(boats, 'acme', id);
      expect(before?.doc.name).toBe(expected.get(id));
      // Every third execution is ended, at its first change or at the second if it has one.
      column.killAt(i % 3 === 0 ? i % 2 : undefined);
      const happened = await store.commit([boat(id, name, before?.version ?? 'absent')]).then(
        () => true,
        () => undefined,
      );
      column.killAt(undefined);
      if (happened === undefined) {
        await expect(store.get(boats, 'acme', id)).rejects.toThrow('maximum execution time');
        const now = (
          await createSheetLogStore({ tab: column.tab, file: FILE }).get(boats, 'acme', id)
        )?.doc.name;
        expect([expected.get(id), name]).toContain(now);
        if (now !== undefined) expected.set(id, now);
      } else expected.set(id, name);
    }
    expect(column.calls.remove).toBeGreaterThan(0);
    expect(readLog(column.cells).blocks).toBeLessThan(60);
    expect(column.cells.length).toBeLessThan(150);
  });

  test('ignores an end that was never whole and writes over it', async () => {
    const column = createColumn();
    const first = createSheetLogStore({ tab: column.tab, file: FILE });
    await first.commit([boat('a', 'Anna')]);
    const whole = column.cells.length;
    await first.commit([boat('b', 'y'.repeat(200_000))]);
    column.cells.splice(whole + 2, 1);
    const second = createSheetLogStore({ tab: column.tab, file: FILE });
    expect(await namesIn(second)).toEqual(['Anna']);
    await second.commit([boat('c', 'Carla')]);
    expect(await namesIn(createSheetLogStore({ tab: column.tab, file: FILE }))).toEqual([
      'Anna',
      'Carla',
    ]);
  });

  test('that was changed by hand in the middle says where', async () => {
    const column = createColumn();
    const store = createSheetLogStore({ tab: column.tab, file: FILE });
    for (const name of ['Anna', 'Berta', 'Carla']) await store.commit([boat(name, name)]);
    for (const damage of [
      (cells: string[]) => cells.splice(3, 1, '[]'),
      (cells: string[]) => cells.splice(2, 2),
      (cells: string[]) => cells.reverse(),
    ]) {
      const cells = [...column.cells];
      damage(cells);
      await expect(
        createSheetLogStore({ tab: createColumn(cells).tab, file: FILE }).get(
          boats,
          'acme',
          'Anna',
        ),
      ).rejects.toMatchObject({
        code: 'storage_unusable',
        message: expect.stringContaining('was changed by hand'),
      });
    }
  });

  test('that came with a copy of the file keeps what belongs to the file and nothing of the company', async () => {
    const column = createColumn();
    const original = createSheetLogStore({ tab: column.tab, file: FILE });
    await original.commit([boat('a', 'Anna'), boat('f', 'Report', 'absent', 'file')]);
    const copy = () =>
      createSheetLogStore({
        tab: column.tab,
        file: 'file-2',
        keptInCopy: (company) => company === 'file',
      });
    expect([await namesIn(copy()), await namesIn(copy(), 'file')]).toEqual([[], ['Report']]);
    await copy().commit([boat('b', 'Berta')]);
    expect([await namesIn(copy()), await namesIn(copy(), 'file')]).toEqual([['Berta'], ['Report']]);
  });
});
