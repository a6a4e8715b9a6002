import { describe, expect } from 'vitest';
import { SYSTEM } from '../../../core/ports/store.ts';
import { allIds, fill, type StoreBackend, useGround, write } from './ground.ts';
import { boats } from './kinds.ts';

export function tenancySuite(backend: StoreBackend): void {
  describe('a company', () => {
    const { withStore } = useGround(backend);

    withStore('sees its own documents alone, however it asks', async (store) => {
      const companies = ['acme', 'Acme', 'acme ', 'acm', SYSTEM, '%', '*'];
      for (const company of companies)
        await fill(store, boats, company, {
          x: { name: 'Anna', size: 1, tag: company },
          [`only ${company}`]: { name: company },
        });
      for (const company of companies) {
        expect((await store.get(boats, company, 'x'))?.doc.tag).toBe(company);
        for (const other of companies)
          expect((await store.get(boats, company, `only ${other}`)) !== undefined).toBe(
            other === company,
          );
        expect(await allIds(store, boats, company, { limit: 1 })).toHaveLength(2);
        expect(await allIds(store, boats, company, { where: { name: 'Anna' } })).toEqual(['x']);
        expect(
          await allIds(store, boats, company, {
            where: { size: { from: 0 } },
            order: { by: 'tag' },
          }),
        ).toEqual(['x']);
      }
      expect(await allIds(store, boats, 'nobody')).toEqual([]);
    });

    withStore("gets nothing out of another's cursor", async (store) => {
      await fill(store, boats, 'acme', { a: { size: 1 }, b: { size: 2 }, c: { size: 3 } });
      await fill(store, boats, 'other', { d: { size: 2 }, a: { size: 0 } });
      const { next } = await store.find(boats, 'acme', { order: { by: 'size' }, limit: 2 });
      expect(next).toBeDefined();
      expect(
        await allIds(store, boats, 'other', {
          order: { by: 'size' },
          ...(next !== undefined && { after: next }),
        }),
      ).toEqual(['d']);
    });

    withStore(
      "cannot change or delete another's document, nor be hindered by it",
      async (store) => {
        await fill(store, boats, 'acme', { x: { name: 'Anna' } });
        expect(await store.commit([write(boats, 'other', 'x', 1, { name: 'Berta' })])).toEqual({
          lost: [0],
        });
        expect(await store.commit([write(boats, 'other', 'x', 1, undefined)])).toEqual({
          lost: [0],
        });
        expect(
          await store.commit([write(boats, 'other', 'x', 'absent', { name: 'Cleo' })]),
        ).toBeUndefined();
        expect(await store.get(boats, 'acme', 'x')).toEqual({
          id: 'x',
          version: 1,
          doc: { name: 'Anna' },
        });
      },
    );
  });
}
