import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Reader, Store } from '../../../core/ports/store.ts';
import { type StoreBackend, useGround, write } from './ground.ts';
import { boats, ports } from './kinds.ts';

const kinds = [boats, ports] as const;
const readerOf = (store: Store): Reader => store.reader?.() ?? store;

const place = fc.record({
  kind: fc.constantFrom(0, 1),
  // Ids that would be one if they were put one after the other.
  company: fc.constantFrom('a', 'a b', 'a 1'),
  id: fc.constantFrom('b', 'b b', '1 b', 'c'),
});
const step = fc.record({
  do: fc.constantFrom('write', 'read', 'read', 'delete', 'lose'),
  by: fc.constantFrom(0, 1),
  place,
  size: fc.nat(5),
});

export function readerSuite(backend: StoreBackend): void {
  describe('a reader', () => {
    const { ground } = useGround(backend);

    test('sees what was committed before it was asked for, through whichever store', async () => {
      const here = await ground();
      const stores = [await here.open(), await here.open()] as const;
      let run = 0;
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
          const prefix = `run${run++} `;
          for (const { do: what, by, place: where, size } of steps) {
            const store = stores[by === 0 ? 0 : 1];
            const other = stores[by === 0 ? 1 : 0];
            const at = [kinds[where.kind === 0 ? 0 : 1], prefix + where.company, where.id] as const;
            const current = await store.get(...at);
            if (what === 'read') {
              expect(await readerOf(store).get(...at)).toEqual(current);
              continue;
            }
            if (what === 'lose') {
              // Another document of the commit is fine; neither is written.
              const lost = await store.commit([
                write(...at, (current?.version ?? 0) + 7, { size: size + 1 }),
                write(boats, `${prefix}lost`, `${run} ${size}`, 'absent', { size }),
              ]);
              expect(lost).toEqual({ lost: [0] });
              expect(await readerOf(store).get(...at)).toEqual(current);
              expect(
                await readerOf(store).get(boats, `${prefix}lost`, `${run} ${size}`),
              ).toBeUndefined();
              continue;
            }
            if (what === 'delete' && current === undefined) continue;
            const doc = what === 'delete' ? undefined : { size };
            await store.commit([write(...at, current?.version ?? 'absent', doc)]);
            const now =
              what === 'delete' ? undefined : { version: (current?.version ?? 0) + 1, doc };
            for (const each of [other, store]) {
              const found = await readerOf(each).get(...at);
              expect(found && { version: found.version, doc: found.doc }).toEqual(now);
            }
          }
        }),
        { numRuns: 40 },
      );
    });

    test('finds nothing under what cannot be an id', async () => {
      const store = await (await ground()).open();
      await store.commit([write(boats, 'a', 'b', 'absent', { size: 1 })]);
      for (const [company, id] of [
        ['a', ''],
        ['', 'b'],
        ['a\0b', 'b'],
        ['a', 'b\0'],
        ['a', '\ud83d'],
      ] as const)
        expect(await readerOf(store).get(boats, company, id)).toBeUndefined();
    });
  });
}
