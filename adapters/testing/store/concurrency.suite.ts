import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import type { Store } from '../../../core/ports/store.ts';
import { fill, type StoreBackend, useGround, write } from './ground.ts';
import { purses, tasks } from './kinds.ts';
import { programOf } from './programs.ts';

export function concurrencySuite(backend: StoreBackend): void {
  describe('of several at once', () => {
    const { ground } = useGround(backend);

    const eight = async (): Promise<Store[]> => {
      const place = await ground();
      return Promise.all(Array.from({ length: 8 }, () => place.open()));
    };

    test('8 claimers of 100 rows, each row has exactly one winner', async () => {
      const stores = await eight();
      const [store] = stores as [Store];
      const ids = Array.from({ length: 100 }, (_, i) => `t${i}`);
      await fill(store, tasks, 'acme', Object.fromEntries(ids.map((id) => [id, {}])));
      const wins = new Map<string, string[]>(ids.map((id) => [id, []]));
      await Promise.all(
        stores.map(async (mine, index) => {
          // Each starts elsewhere: they meet everywhere.
          for (const id of [...ids.slice(index * 12), ...ids.slice(0, index * 12)]) {
            const found = await mine.get(tasks, 'acme', id);
            if (found === undefined || found.doc.holder !== undefined) continue;
            const lost = await mine.commit([
              write(tasks, 'acme', id, found.version, { holder: `w${index}` }),
            ]);
            if (lost === undefined) wins.get(id)?.push(`w${index}`);
          }
        }),
      );
      const { items } = await store.find(tasks, 'acme', { limit: 200 });
      for (const { id, version, doc } of items)
        expect([id, version, wins.get(id)]).toEqual([id, 2, [doc.holder]]);
    });

    if (backend.skip?.processes === undefined)
      test('4 processes that find nothing and all begin, one makes the rows and each row has one winner', async () => {
        const place = await ground();
        const answers = await Promise.all(
          ['p0', 'p1', 'p2', 'p3'].map(async (name) => {
            const { stdout } = await promisify(execFile)(process.execPath, [
              programOf('claiming-process'),
              JSON.stringify({ ...place.opener, name }),
            ]);
            return { name, ...(JSON.parse(stdout) as { made: boolean; won: string[] }) };
          }),
        );
        expect(answers.filter(({ made }) => made)).toHaveLength(1);
        const store = await place.open();
        const { items } = await store.find(tasks, 'acme', { limit: 200 });
        expect(items).toHaveLength(100);
        const claims = answers.flatMap(({ name, won }) => won.map((id) => `${id} ${name}`));
        expect(claims.sort()).toEqual(items.map(({ id, doc }) => `${id} ${doc.holder}`).sort());
      });

    test('8 makers of one new document, one makes it', async () => {
      const stores = await eight();
      for (let round = 0; round < 10; round++) {
        const outcomes = await Promise.all(
          stores.map((store, i) =>
            store.commit([write(tasks, 'acme', `n${round}`, 'absent', { holder: `w${i}` })]),
          ),
        );
        const winners = outcomes.flatMap((conflict, i) =>
          conflict === undefined ? [`w${i}`] : [],
        );
        expect(winners).toHaveLength(1);
        for (const conflict of outcomes)
          if (conflict !== undefined) expect(conflict).toEqual({ lost: [0] });
        expect((await stores[0]?.get(tasks, 'acme', `n${round}`))?.doc.holder).toBe(winners[0]);
      }
    });

    test('coins that go from purse to purse are neither lost nor made, in whatever order the purses are named', async () => {
      const stores = await eight();
      const [store] = stores as [Store];
      const ids = ['a', 'b', 'c', 'd', 'e'];
      await fill(store, purses, 'acme', Object.fromEntries(ids.map((id) => [id, { coins: 20 }])));
      let moved = 0;
      await Promise.all(
        stores.map(async (mine, index) => {
          for (let turn = 0; turn < 12; turn++) {
            const from = ids[(index + turn) % 5] ?? '';
            const to = ids[(index + turn * 3 + 1) % 5] ?? '';
            const [giver, taker] = [
              await mine.get(purses, 'acme', from),
              await mine.get(purses, 'acme', to),
            ];
            if (from === to || giver === undefined || taker === undefined) continue;
            const lost = await mine.commit([
              write(purses, 'acme', to, taker.version, { coins: taker.doc.coins + 1 }),
              write(purses, 'acme', from, giver.version, { coins: giver.doc.coins - 1 }),
            ]);
            if (lost === undefined) moved += 1;
          }
        }),
      );
      const { items } = await store.find(purses, 'acme');
      expect(items.reduce((sum, { doc }) => sum + doc.coins, 0)).toBe(100);
      expect(items.reduce((sum, { version }) => sum + version - 1, 0)).toBe(moved * 2);
      expect(moved).toBeGreaterThan(0);
    });

    test('writers of the same forty documents in opposite orders never block each other', async () => {
      const stores = await eight();
      const ids = Array.from({ length: 40 }, (_, i) => `x${i}`);
      await fill(stores[0] as Store, tasks, 'acme', Object.fromEntries(ids.map((id) => [id, {}])));
      let won = 0;
      await Promise.all(
        stores.map(async (mine, index) => {
          for (let version = 1; version <= 12; version++) {
            const order = index % 2 === 0 ? ids : [...ids].reverse();
            const lost = await mine.commit(
              order.map((id) => write(tasks, 'acme', id, version, { holder: `w${index}` })),
            );
            if (lost === undefined) won += 1;
            else expect(lost.lost).toHaveLength(40);
          }
        }),
      );
      const { items } = await (stores[0] as Store).find(tasks, 'acme');
      expect(new Set(items.map(({ version, doc }) => `${version} ${doc.holder}`)).size).toBe(1);
      expect(items[0]?.version).toBe(won + 1);
    });

    test('makers and removers of the same documents in opposite orders neither block each other nor leave halves', async () => {
      const stores = await eight();
      const [store] = stores as [Store];
      const ids = Array.from({ length: 6 }, (_, i) => `x${i}`);
      await Promise.all(
        stores.map(async (mine, index) => {
          for (let turn = 0; turn < 8; turn++) {
            const order = index % 2 === 0 ? ids : [...ids].reverse();
            await mine.commit(
              order.map((id) => write(tasks, 'acme', id, 'absent', { holder: `w${index}` })),
            );
            await mine.commit(
              [...order].reverse().map((id) => write(tasks, 'acme', id, 1, undefined)),
            );
          }
        }),
      );
      const { items } = await store.find(tasks, 'acme');
      expect([0, ids.length]).toContain(items.length);
      expect(new Set(items.map(({ doc }) => doc.holder)).size).toBeLessThanOrEqual(1);
    });
  });
}
