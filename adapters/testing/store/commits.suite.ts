import { describe, expect } from 'vitest';
import { kind } from '../../../core/ports/store.ts';
import { allIds, fill, type StoreBackend, useGround, write } from './ground.ts';
import { boats, ports } from './kinds.ts';

export function commitSuite(backend: StoreBackend): void {
  describe('a commit', () => {
    const { withStore } = useGround(backend);

    withStore(
      'gives a new document version 1 and adds 1 each time, and starts again after a delete',
      async (store) => {
        const versions: (number | undefined)[] = [];
        for (const [expected, doc] of [
          ['absent', {}],
          [1, { size: 1 }],
          [2, { size: 1 }],
          [3, undefined],
          ['absent', {}],
        ] as const) {
          expect(await store.commit([write(boats, 'acme', 'x', expected, doc)])).toBeUndefined();
          versions.push((await store.get(boats, 'acme', 'x'))?.version);
        }
        expect(versions).toEqual([1, 2, 3, undefined, 1]);
      },
    );

    withStore('replaces the whole document, its index included', async (store) => {
      await store.commit([
        write(boats, 'acme', 'x', 'absent', { name: 'Anna', size: 3, gone: true }),
      ]);
      await store.commit([write(boats, 'acme', 'x', 1, { name: 'Berta' })]);
      expect((await store.get(boats, 'acme', 'x'))?.doc).toStrictEqual({ name: 'Berta' });
      expect(await allIds(store, boats, 'acme', { where: { name: 'Anna' } })).toEqual([]);
      expect(await allIds(store, boats, 'acme', { where: { name: 'Berta' } })).toEqual(['x']);
      expect(await allIds(store, boats, 'acme', { order: { by: 'size' } })).toEqual([]);
    });

    withStore('of several kinds and companies is one', async (store) => {
      await store.commit([
        write(boats, 'acme', 'x', 'absent', { name: 'Anna' }),
        write(ports, 'acme', 'x', 'absent', { city: 'Kiel' }),
        write(ports, 'other', 'x', 'absent', { city: 'Riga' }),
      ]);
      const conflict = await store.commit([
        write(ports, 'other', 'x', 1, { city: 'Oslo' }),
        write(boats, 'acme', 'x', 2, { name: 'Berta' }),
        write(ports, 'acme', 'x', 1, undefined),
      ]);
      expect(conflict).toEqual({ lost: [1] });
      expect((await store.get(boats, 'acme', 'x'))?.doc).toEqual({ name: 'Anna' });
      expect((await store.get(ports, 'acme', 'x'))?.doc).toEqual({ city: 'Kiel' });
      expect((await store.get(ports, 'other', 'x'))?.doc).toEqual({ city: 'Riga' });
    });

    withStore('names every write that lost, by its position, and writes nothing', async (store) => {
      await fill(store, boats, 'acme', { a: { size: 1 }, b: { size: 2 }, c: { size: 3 } });
      await store.commit([write(boats, 'acme', 'b', 1, { size: 20 })]);
      const conflict = await store.commit([
        write(boats, 'acme', 'new', 'absent', {}),
        write(boats, 'acme', 'b', 1, { size: 21 }),
        write(boats, 'acme', 'a', 1, { size: 10 }),
        write(boats, 'acme', 'c', 'absent', { size: 30 }),
        write(boats, 'acme', 'missing', 1, { size: 40 }),
        write(boats, 'acme', 'b2', 3, undefined),
      ]);
      expect(conflict).toEqual({ lost: [1, 3, 4, 5] });
      const { items } = await store.find(boats, 'acme');
      expect(items.map(({ id, version, doc }) => [id, version, doc.size])).toEqual([
        ['a', 1, 1],
        ['b', 2, 20],
        ['c', 1, 3],
      ]);
    });

    withStore('that deletes what changed meanwhile loses', async (store) => {
      await fill(store, boats, 'acme', { a: {} });
      await store.commit([write(boats, 'acme', 'a', 1, { size: 1 })]);
      expect(await store.commit([write(boats, 'acme', 'a', 1, undefined)])).toEqual({ lost: [0] });
      expect(await store.commit([write(boats, 'acme', 'a', 2, undefined)])).toBeUndefined();
      expect(await store.commit([write(boats, 'acme', 'a', 2, undefined)])).toEqual({ lost: [0] });
    });

    withStore(
      'of nothing succeeds, and so does making sure that nothing is there',
      async (store) => {
        expect(await store.commit([])).toBeUndefined();
        expect(
          await store.commit([write(boats, 'acme', 'a', 'absent', undefined)]),
        ).toBeUndefined();
        await fill(store, boats, 'acme', { a: {} });
        expect(await store.commit([write(boats, 'acme', 'a', 'absent', undefined)])).toEqual({
          lost: [0],
        });
      },
    );

    withStore('of five hundred documents is no different', async (store) => {
      const ids = Array.from({ length: 500 }, (_, i) => `d${String(i).padStart(3, '0')}`);
      await store.commit(
        ids.map((id, size) => write(boats, 'acme', id, 'absent', { name: `n${size % 7}`, size })),
      );
      expect(await allIds(store, boats, 'acme', { limit: 77 })).toEqual(ids);
      expect(
        await store.commit(
          ids.map((id) => write(boats, 'acme', id, id === 'd250' ? 2 : 1, undefined)),
        ),
      ).toEqual({
        lost: [250],
      });
      expect(
        await store.commit(ids.map((id) => write(boats, 'acme', id, 1, undefined))),
      ).toBeUndefined();
      expect((await store.find(boats, 'acme')).items).toEqual([]);
    });

    withStore(
      'that cannot be right is refused whole: the same document twice, an impossible id, version, document or key',
      async (store) => {
        const good = write(boats, 'acme', 'good', 'absent', {});
        for (const bad of [
          [good, good],
          ...['', 'x'.repeat(301), 'nul\0', 'half\ud800'].map((id) => [
            write(boats, 'acme', id, 'absent', {}),
          ]),
          ...['', 'x'.repeat(101), '\0'].map((company) => [
            write(boats, company, 'x', 'absent', {}),
          ]),
          ...[0, -1, 1.5, Number.NaN].map((version) => [write(boats, 'acme', 'x', version, {})]),
          [write(boats, 'acme', 'x', 'absent', 'text' as unknown as object)],
          ...[
            { size: '1' },
            { size: Number.NaN },
            { name: 1 },
            { name: 'x'.repeat(301) },
            { name: '\0' },
            { tag: '\udc00' },
          ].map((doc) => [write(boats, 'acme', 'x', 'absent', doc)]),
          [write(kind('Not A Name'), 'acme', 'x', 'absent', {})],
        ])
          await expect(
            store.commit([good, ...bad].slice(bad[0] === good ? 1 : 0)),
            JSON.stringify(bad[0]),
          ).rejects.toThrow(TypeError);
        expect((await store.find(boats, 'acme')).items).toEqual([]);
      },
    );

    withStore('that is refused does not hurt those handed in at the same time', async (store) => {
      await fill(store, boats, 'acme', { a: {} });
      const outcomes = await Promise.allSettled([
        store.commit([write(boats, 'acme', 'b', 'absent', {})]),
        store.commit([write(boats, 'acme', 'c', 'absent', {}), write(boats, 'acme', 'a', 7, {})]),
        store.commit([write(boats, 'acme', 'd', 'absent', { size: '1' })]),
        store.commit([write(boats, 'acme', 'e', 'absent', {})]),
      ]);
      expect(
        outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : 'threw')),
      ).toEqual([undefined, { lost: [1] }, 'threw', undefined]);
      expect(await allIds(store, boats, 'acme')).toEqual(['a', 'b', 'e']);
    });
  });
}
