import { describe, expect } from 'vitest';
import type { Query } from '../../../core/ports/store.ts';
import { allIds, fill, type StoreBackend, useGround, write } from './ground.ts';
import { type Boat, boats } from './kinds.ts';

const UNICODE = [
  '',
  ' ',
  '0',
  '10',
  '9',
  'A',
  'Z',
  'a',
  'aa',
  'z',
  'ß',
  'é',
  'ż',
  '中',
  '\ue000',
  '\uffff',
  '😀',
  '😀a',
  '\u{10ffff}',
];
const NUMBERS = [
  -Number.MAX_VALUE,
  -1e10,
  -2,
  -1.5,
  -0.30000000000000004,
  -0.3,
  -1e-300,
  0,
  5e-324,
  0.1,
  0.30000000000000004,
  1,
  9,
  10,
  2 ** 53,
  1e300,
];

export function querySuite(backend: StoreBackend): void {
  describe('a query', () => {
    const { withStore } = useGround(backend);

    withStore('without wishes gives everything by id', async (store) => {
      const ids = UNICODE.filter((id) => id !== '');
      await fill(
        store,
        boats,
        'acme',
        Object.fromEntries([...ids].reverse().map((id) => [id, {}])),
      );
      expect(await allIds(store, boats, 'acme')).toEqual(ids);
      expect(
        await allIds(store, boats, 'acme', { order: { by: 'id', direction: 'desc' }, limit: 4 }),
      ).toEqual([...ids].reverse());
    });

    withStore(
      'orders strings by code point and numbers by value, whatever the language or size',
      async (store) => {
        await fill(
          store,
          boats,
          'acme',
          Object.fromEntries(UNICODE.map((name, i) => [`n${(i * 7) % 19}`, { name }])),
        );
        await fill(
          store,
          boats,
          'other',
          Object.fromEntries(NUMBERS.map((size, i) => [`s${(i * 5) % 16}`, { size }])),
        );
        for (const direction of ['asc', 'desc'] as const) {
          const turn = <V>(values: readonly V[]): readonly V[] =>
            direction === 'asc' ? values : [...values].reverse();
          const names = await store.find(boats, 'acme', { order: { by: 'name', direction } });
          expect(names.items.map(({ doc }) => doc.name)).toEqual(turn(UNICODE));
          const sizes = await store.find(boats, 'other', { order: { by: 'size', direction } });
          expect(sizes.items.map(({ doc }) => doc.size)).toEqual(turn(NUMBERS));
        }
      },
    );

    withStore('breaks ties by id in the same direction', async (store) => {
      await fill(store, boats, 'acme', {
        c: { size: 1 },
        a: { size: 1 },
        d: { size: 0 },
        b: { size: 1 },
      });
      expect(await allIds(store, boats, 'acme', { order: { by: 'size' }, limit: 1 })).toEqual([
        'd',
        'a',
        'b',
        'c',
      ]);
      expect(
        await allIds(store, boats, 'acme', { order: { by: 'size', direction: 'desc' }, limit: 1 }),
      ).toEqual(['c', 'b', 'a', 'd']);
    });

    withStore('finds by value exactly', async (store) => {
      await fill(
        store,
        boats,
        'acme',
        Object.fromEntries(UNICODE.map((name, i) => [`n${i}`, { name }])),
      );
      await fill(
        store,
        boats,
        'other',
        Object.fromEntries(NUMBERS.map((size, i) => [`s${i}`, { size }])),
      );
      for (const [i, name] of UNICODE.entries())
        expect(await allIds(store, boats, 'acme', { where: { name } })).toEqual([`n${i}`]);
      for (const [i, size] of NUMBERS.entries())
        expect(await allIds(store, boats, 'other', { where: { size } })).toEqual([`s${i}`]);
      expect(await allIds(store, boats, 'other', { where: { size: -0 } })).toEqual(['s7']);
      for (const name of ['a\0', 'x'.repeat(301), '\ud800'])
        expect(await allIds(store, boats, 'acme', { where: { name } })).toEqual([]);
    });

    withStore('finds by range from the first to before the last', async (store) => {
      await fill(
        store,
        boats,
        'acme',
        Object.fromEntries(['a', 'b', 'c', 'd'].map((name, size) => [name, { name, size }])),
      );
      await fill(store, boats, 'acme', { without: {} });
      const found = (where: NonNullable<Query<Boat>['where']>) =>
        allIds(store, boats, 'acme', { where });
      expect(await found({ size: { from: 1, before: 3 } })).toEqual(['b', 'c']);
      expect(await found({ size: { from: 1.5 } })).toEqual(['c', 'd']);
      expect(await found({ size: { before: 0 } })).toEqual([]);
      expect(await found({ name: { from: 'b', before: 'd' } })).toEqual(['b', 'c']);
      expect(await found({ name: { before: 'b\u0001' } })).toEqual(['a', 'b']);
      expect(await found({ size: {} })).toEqual(['a', 'b', 'c', 'd']);
      expect(await found({ name: {} })).toEqual(['a', 'b', 'c', 'd']);
      expect(await found({ name: { from: 'b' }, size: { before: 3 } })).toEqual(['b', 'c']);
    });

    withStore(
      'combines conditions with an order by another field, and leaves out what lacks a field',
      async (store) => {
        await fill(store, boats, 'acme', {
          a: { tag: 'red', size: 3 },
          b: { tag: 'red', size: 1 },
          c: { tag: 'blue', size: 2 },
          d: { tag: 'red' },
          e: { size: 0 },
          f: { tag: 'red', size: 2, name: 'x' },
        });
        const where = { tag: 'red' };
        expect(await allIds(store, boats, 'acme', { where })).toEqual(['a', 'b', 'd', 'f']);
        expect(
          await allIds(store, boats, 'acme', { where, order: { by: 'size' }, limit: 1 }),
        ).toEqual(['b', 'f', 'a']);
        expect(
          await allIds(store, boats, 'acme', {
            where: { ...where, name: 'x' },
            order: { by: 'size', direction: 'desc' },
          }),
        ).toEqual(['f']);
      },
    );

    withStore(
      'gives pages of the size asked for, 100 unless told, and no next at the end',
      async (store) => {
        await fill(
          store,
          boats,
          'acme',
          Object.fromEntries(
            Array.from({ length: 101 }, (_, i) => [`d${1000 + i}`, { size: i % 3 }]),
          ),
        );
        const first = await store.find(boats, 'acme');
        expect(first.items).toHaveLength(100);
        const { items, next } = await store.find(
          boats,
          'acme',
          first.next === undefined ? {} : { after: first.next },
        );
        expect([items.length, next]).toEqual([1, undefined]);
        expect((await store.find(boats, 'acme', { limit: 101 })).next).toBeUndefined();
        expect(
          (await store.find(boats, 'acme', { where: { size: 0 }, limit: 34 })).next,
        ).toBeUndefined();
      },
    );

    withStore('passes over as many as it is told and goes on from there', async (store) => {
      await fill(store, boats, 'acme', {
        a: { size: 3 },
        b: { size: 1 },
        c: { size: 2 },
        d: {},
        e: { size: 0 },
      });
      const order = { by: 'size' } as const;
      const ids = async (query: Query<Boat>) =>
        (await store.find(boats, 'acme', query)).items.map(({ id }) => id);
      expect(await ids({ order, offset: 1, limit: 2 })).toEqual(['b', 'c']);
      expect(await ids({ order, offset: 0, limit: 1 })).toEqual(['e']);
      expect(await ids({ order: { by: 'size', direction: 'desc' }, offset: 3 })).toEqual(['e']);
      expect(await ids({ where: { size: { from: 1 } }, offset: 1 })).toEqual(['b', 'c']);
      expect(await ids({ offset: 5 })).toEqual([]);
      expect(await ids({ offset: 1_000_000_000_000 })).toEqual([]);
      const { next } = await store.find(boats, 'acme', { order, offset: 1, limit: 2 });
      expect(
        await allIds(store, boats, 'acme', { order, ...(next !== undefined && { after: next }) }),
      ).toEqual(['a']);
      expect(
        (await store.find(boats, 'acme', { order, offset: 2, limit: 2 })).next,
      ).toBeUndefined();
    });

    withStore('is counted as a whole, whatever the size of its pages', async (store) => {
      await fill(store, boats, 'acme', {
        a: { size: 3 },
        b: { size: 1, tag: 'red' },
        c: { size: 2, tag: 'red' },
        d: {},
      });
      await fill(store, boats, 'other', { a: {} });
      expect(await store.count(boats, 'acme')).toBe(4);
      expect(await store.count(boats, 'acme', { order: { by: 'size' } })).toBe(3);
      expect(await store.count(boats, 'acme', { where: { tag: 'red' } })).toBe(2);
      expect(
        await store.count(boats, 'acme', {
          where: { tag: 'red', size: { from: 2 } },
          order: { by: 'size' },
        }),
      ).toBe(1);
      expect(await store.count(boats, 'acme', { where: { tag: '\0' } })).toBe(0);
      expect(await store.count(boats, 'nobody')).toBe(0);
      await store.commit([write(boats, 'acme', 'a', 1, undefined)]);
      expect(await store.count(boats, 'acme')).toBe(3);
      const wrong = { where: { colour: 'red' } } as Query<Boat>;
      await expect(store.count(boats, 'acme', wrong)).rejects.toThrow('not indexed by colour');
    });

    withStore(
      'shows a patient reader everything once while others insert, change and delete',
      async (store) => {
        const old = Array.from({ length: 30 }, (_, i) => `old${String(i).padStart(2, '0')}`);
        await fill(
          store,
          boats,
          'acme',
          Object.fromEntries(old.map((id, i) => [id, { size: Math.floor(i / 4), tag: 't' }])),
        );
        for (const query of [
          {},
          { order: { by: 'size', direction: 'desc' } },
          { where: { tag: 't' }, order: { by: 'size' } },
        ] as const) {
          const seen: string[] = [];
          let next: string | undefined;
          let turn = 0;
          do {
            const page = await store.find(boats, 'acme', {
              ...query,
              limit: 4,
              ...(next !== undefined && { after: next }),
            });
            seen.push(...page.items.map(({ id }) => id));
            next = page.next;
            // New ones before, among and after those read; the last one read goes away and comes
            // back.
            const id = `new${turn}`;
            await fill(store, boats, 'acme', {
              [`a-${id}`]: { size: -1 },
              [`old00${id}`]: { size: turn, tag: 't' },
              [`z-${id}`]: { size: 99 },
            });
            await store.commit(
              [`a-${id}`, `old00${id}`, `z-${id}`].map((each) =>
                write(boats, 'acme', each, 1, undefined),
              ),
            );
            const last = page.items[page.items.length - 1];
            if (last !== undefined) {
              await store.commit([write(boats, 'acme', last.id, last.version, undefined)]);
              await store.commit([write(boats, 'acme', last.id, 'absent', last.doc)]);
            }
            turn += 1;
          } while (next !== undefined);
          expect([...seen].sort()).toEqual(old);
        }
      },
    );

    withStore('goes on after the place of a document that is gone', async (store) => {
      await fill(store, boats, 'acme', { a: { size: 1 }, b: { size: 2 }, c: { size: 3 } });
      const { next } = await store.find(boats, 'acme', { order: { by: 'size' }, limit: 2 });
      await store.commit([write(boats, 'acme', 'b', 1, undefined)]);
      await fill(store, boats, 'acme', { bb: { size: 2 } });
      expect(
        await allIds(store, boats, 'acme', {
          order: { by: 'size' },
          ...(next !== undefined && { after: next }),
        }),
      ).toEqual(['bb', 'c']);
    });

    withStore(
      'by what is not indexed, by the wrong type or with a damaged cursor is refused',
      async (store) => {
        const find = (query: object): Promise<unknown> =>
          store.find(boats, 'acme', query as Query<Boat>);
        await expect(find({ where: { colour: 'red' } })).rejects.toThrow('not indexed by colour');
        await expect(find({ order: { by: 'colour' } })).rejects.toThrow('not indexed by colour');
        await expect(find({ order: { by: 'toString' } })).rejects.toThrow(
          'not indexed by toString',
        );
        for (const where of [
          { size: '1' },
          { name: 1 },
          { name: undefined },
          { size: { from: '1' } },
          { name: { before: '\0' } },
          { size: null },
        ])
          await expect(find({ where }), JSON.stringify(where)).rejects.toThrow(TypeError);
        for (const limit of [0, -1, 1.5]) await expect(find({ limit })).rejects.toThrow(TypeError);
        for (const offset of [-1, 1.5, Number.NaN])
          await expect(find({ offset })).rejects.toThrow(TypeError);
        for (const after of ['', 'x', '[1,"a"]', '["a"]', '{}', 'null'])
          await expect(find({ after })).rejects.toMatchObject({ code: 'bad_request' });
      },
    );
  });
}
