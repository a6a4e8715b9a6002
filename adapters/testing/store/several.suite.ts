import { describe, expect, test } from 'vitest';
import { kind, type Query } from '../../../core/ports/store.ts';
import { allIds, fill, type StoreBackend, useGround, write } from './ground.ts';

interface Crate {
  readonly labels?: readonly string[];
  readonly weight?: number;
}

const crates = kind<Crate>('crate', { labels: 'strings', weight: 'number' });
/** The same kind as an earlier version of a program declared it. */
const olderCrates = kind<Crate>('crate', { weight: 'number' });

/** Fields that hold several values. */
export function severalSuite(backend: StoreBackend): void {
  describe('a field of several values', () => {
    const { ground, withStore } = useGround(backend);

    withStore('is found by each of them, once, and by all of several', async (store) => {
      await fill(store, crates, 'acme', {
        a: { labels: ['red', 'new', 'red'], weight: 3 },
        b: { labels: ['red'], weight: 1 },
        c: { labels: ['new', 'blue', '😀 "quoted" [x]'], weight: 2 },
        d: { labels: [], weight: 0 },
        e: { weight: 4 },
      });
      await fill(store, crates, 'other', { z: { labels: ['red', 'new'] } });
      const having = (has: string | readonly string[], query: Query<Crate> = {}) =>
        allIds(store, crates, 'acme', { ...query, where: { ...query.where, labels: { has } } });
      expect(await having('red')).toEqual(['a', 'b']);
      expect(await having(['red', 'new'])).toEqual(['a']);
      expect(await having(['blue', 'red'])).toEqual([]);
      expect(await having('re')).toEqual([]);
      expect(await having('😀 "quoted" [x]')).toEqual(['c']);
      for (const impossible of ['\0', '\ud800', 'x'.repeat(301)])
        expect(await having(impossible)).toEqual([]);
      expect(await having('new', { order: { by: 'weight' }, limit: 1 })).toEqual(['c', 'a']);
      expect(
        await having('red', {
          order: { by: 'weight', direction: 'desc' },
          where: { weight: { from: 2 } },
        }),
      ).toEqual(['a']);
      expect(
        await store.count(crates, 'acme', {
          where: { labels: { has: 'new' } },
          order: { by: 'weight' },
        }),
      ).toBe(2);
      expect(
        await store.count(crates, 'acme', { where: { labels: { has: ['red', 'new'] } } }),
      ).toBe(1);
      expect(await store.count(crates, 'acme')).toBe(5);
    });

    withStore('follows changes and deletions', async (store) => {
      const red = () => allIds(store, crates, 'acme', { where: { labels: { has: 'red' } } });
      await fill(store, crates, 'acme', { a: { labels: ['red'] }, b: { labels: ['red', 'new'] } });
      await store.commit([write(crates, 'acme', 'a', 1, { labels: ['blue'] })]);
      expect(await red()).toEqual(['b']);
      expect(await allIds(store, crates, 'acme', { where: { labels: { has: 'blue' } } })).toEqual([
        'a',
      ]);
      await store.commit([
        write(crates, 'acme', 'b', 1, undefined),
        write(crates, 'acme', 'a', 2, {}),
      ]);
      expect(await red()).toEqual([]);
      await store.commit([write(crates, 'acme', 'b', 'absent', { labels: ['red'] })]);
      expect(await red()).toEqual(['b']);
    });

    test('is filled in where documents were written before it was indexed', async () => {
      const place = await ground();
      const before = await place.open();
      await fill(before, olderCrates, 'acme', {
        a: { labels: ['red', 'new'], weight: 1 },
        b: { weight: 2 },
      });
      const after = backend.skip?.reopening === undefined ? await place.open() : before;
      await fill(after, crates, 'acme', { c: { labels: ['red'] } });
      if (backend.skip?.reopening !== undefined) return;
      expect(await allIds(after, crates, 'acme', { where: { labels: { has: 'red' } } })).toEqual([
        'a',
        'c',
      ]);
    });

    withStore('cannot order, be compared or hold anything but texts', async (store) => {
      const find = (query: object): Promise<unknown> =>
        store.find(crates, 'acme', query as Query<Crate>);
      await expect(find({ order: { by: 'labels' } })).rejects.toThrow('several values');
      for (const labels of ['red', { from: 'a' }, { has: [] }, { has: [1] }, { has: 1 }, null])
        await expect(find({ where: { labels } }), JSON.stringify(labels)).rejects.toThrow(
          'several values',
        );
      await expect(find({ where: { weight: { has: 'x' } } })).rejects.toThrow(TypeError);
      for (const labels of [
        'red',
        [1],
        ['\0'],
        ['x'.repeat(301)],
        Array.from({ length: 501 }, (_, n) => String(n)),
      ])
        await expect(
          store.commit([write(crates, 'acme', 'a', 'absent', { labels })]),
        ).rejects.toThrow(TypeError);
      expect(await store.get(crates, 'acme', 'a')).toBeUndefined();
    });
  });
}
